"""Equilibrium strategies of small games: computed by OpenSpiel, saved, and played by agents.

``vorhand lab solve leduc_poker --output leduc.policy`` writes a file that the agent
``cfr(file=leduc.policy)`` plays in any match.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pyspiel

from vorhand.games.texts import json_object
from vorhand.native.errors import InputError

Algorithm: TypeAlias = Literal["cfr", "cfr+", "mccfr"]
Table: TypeAlias = dict[str, dict[int, float]]
_FORMAT = "vorhand policy 1"
_LONGEST = 1 << 28  # maximum number of characters in a file
_SOLVERS: dict[str, Callable[[pyspiel.Game, int], Any]] = {
    "cfr": lambda game, seed: pyspiel.CFRSolver(game),
    "cfr+": lambda game, seed: pyspiel.CFRPlusSolver(game),
    "mccfr": lambda game, seed: pyspiel.ExternalSamplingMCCFRSolver(game, seed=seed),
}


class SavedPolicyError(InputError):
    """A file without a policy for this game, or for one of its positions."""


@dataclass(frozen=True)
class Solution:
    """A strategy for every seat, and details of its computation.

    Attributes:
        game: the game's full name with all parameters.
        algorithm: the algorithm that computed it.
        iterations: the number of iterations.
        exploitability: exploitability of ``table``, mean over the players (OpenSpiel's definition).
        table: probabilities of the actions by information state string.
    """

    game: str
    algorithm: str
    iterations: int
    exploitability: float
    table: Table


def solve(
    game: pyspiel.Game,
    algorithm: Algorithm = "cfr+",
    exploitability: float = 0.0,
    iterations: int = 1000,
    check_every: int = 50,
    seed: int = 0,
    progress: Callable[[int, float], None] | None = None,
) -> Solution:
    """Run one of OpenSpiel's compiled solvers on a two-player zero-sum game.

    Args:
        game: a game small enough for its whole tree to be walked in each iteration.
        algorithm: CFR, CFR+, or external-sampling MCCFR.
        exploitability: the exploitability of the average strategy at which the solver stops.
        iterations: the largest number of iterations.
        check_every: iterations between two computations of the exploitability.
        seed: the seed of the sampling of MCCFR.
        progress: callback, called with the iterations done and the exploitability.

    Raises:
        ValueError: not a two-player zero-sum game with turns, or invalid numbers.
    """
    kind = game.get_type()
    if (
        game.num_players() != 2
        or kind.utility != pyspiel.GameType.Utility.ZERO_SUM
        or kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL
    ):
        raise InputError(f"game {game}: expected a two-player zero-sum game in turns")
    if algorithm not in _SOLVERS or iterations < 1 or check_every < 1 or exploitability < 0:
        raise InputError(
            f"algorithm={algorithm}, iterations={iterations}, check_every={check_every}, "
            f"exploitability={exploitability}: expected one of {', '.join(_SOLVERS)}, "
            "at least 1, at least 1, and at least 0"
        )
    solver = _SOLVERS[algorithm](game, seed)
    step = solver.run_iteration if algorithm == "mccfr" else solver.evaluate_and_update_policy
    done, reached = 0, float("inf")
    while done < iterations and reached > exploitability:
        for _ in range(min(check_every, iterations - done)):
            step()
            done += 1
        reached = float(pyspiel.exploitability(game, solver.average_policy()))
        if progress is not None:
            progress(done, reached)
    table = _table(game, solver.average_policy())
    return Solution(str(game), algorithm, done, reached, table)


def _table(game: pyspiel.Game, policy: pyspiel.Policy) -> Table:
    table: Table = {}

    def walk(state: pyspiel.State) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            key = state.information_state_string()
            if key not in table:
                table[key] = dict(policy.action_probabilities(state))
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    return table


def save(solution: Solution, path: Path) -> None:
    """Write a solution as JSON."""
    table = {key: list(map(list, row.items())) for key, row in solution.table.items()}
    content = {"format": _FORMAT, **vars(solution), "table": table}
    path.write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")


def load(path: Path, game: pyspiel.Game | None = None) -> Solution:
    """Read a solution.

    Raises:
        SavedPolicyError: the file cannot be read, is not a solution, or is for another game.
    """
    try:
        solution = _parse(json_object(path.read_text(encoding="utf-8"), longest=_LONGEST))
    except OSError as error:
        raise SavedPolicyError(
            f"{path}: {error.strerror}; expected a file that `vorhand lab solve` wrote"
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SavedPolicyError(f"{path} holds no saved policy: {error}") from error
    if game is not None and solution.game != str(game):
        raise SavedPolicyError(f"{path} holds a policy for {solution.game}, not for {game}")
    return solution


def _parse(content: dict[str, Any]) -> Solution:
    if content.pop("format") != _FORMAT:
        raise InputError(f"its format is not {_FORMAT!r}")
    table = {key: {int(a): float(p) for a, p in row} for key, row in content["table"].items()}
    return Solution(**{**content, "table": table})

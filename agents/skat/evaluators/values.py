"""Evaluators in Skat: outcomes of cards in worlds, and their values.

``objective`` is the quantity to maximise: the soloist's Seeger-Fabian score less the mean of the
defenders' (``score``), the chance to win (``win``) or card points (``points``).
"""

import functools
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator, Floats, GaugeSource, Meaning, Values
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import Range
from vorhand.agents.skat.outcomes import Outcomes, OutcomesOf, Rows, card_play
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.games.skat.cards import NUM_CARDS, card_set
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat_monte_carlo import worths

Objective: TypeAlias = Literal["score", "win", "points"]
Method: TypeAlias = Literal["open hands", "playouts"]
Depth: TypeAlias = Annotated[int, Range(-1, 30)]
Trick: TypeAlias = Annotated[int, Range(1, 10)]
_ENDS = (60, 61, 89, 90, 120, native.TOOK_ALL)  # the card points just below and above each level
_NULL_ENDS = (0, 10)  # no trick, and the last trick
_STAKE_WORLDS = 8


def values_of(
    view: SkatView,
    rows: Rows,
    outcomes: Outcomes,
    moves: Sequence[int],
    objective: Objective,
    tell_points: bool = True,
    method: Method = "open hands",
) -> Values:
    """Convert outcomes [n, 32], see `vorhand.agents.skat.outcomes`, to their worth for the player.

    The diagnostics are ``won``: whether the soloist wins; ``points``: the soloist's card points
    (with ``tell_points``, not in null); and in null ``lost_in``: the trick, 1 .. 10, that the
    soloist takes, 11 for none.
    """
    play, columns = card_play(view), list(moves)

    @functools.cache
    def of(aim: str) -> Floats:
        return np.asarray(worths(play, rows, outcomes, aim))[:, columns]

    diagnostics: dict[str, npt.NDArray[Any]] = {"won": of("win")}
    if play.is_null:
        tricks = outcomes[:, columns]
        diagnostics["lost_in"] = np.where(tricks == 0, 11, tricks).astype(np.float64)
    elif tell_points:
        diagnostics["points"] = of("points")
    worth = (1 if view.is_soloist else -1) * of(objective)
    chance = GaugeSource(method, "won", of_opponents=not view.is_soloist)
    meaning = Meaning(method, chance=chance)
    return Values(worth, diagnostics, stakes_of(view, rows, objective), meaning)


def stakes_of(view: SkatView, rows: Rows, objective: Objective) -> dict[str, float]:
    """Return the difference between barely winning and barely losing, as ``worth``.

    It is in the unit of the objective. The result is empty for card points, and for a game that is
    already won or lost with any play.
    The difference depends on the matadors, so it is averaged over some of the worlds.
    """
    if objective == "points":
        return {}
    play, some = card_play(view), rows[:_STAKE_WORLDS]
    ends = _NULL_ENDS if play.is_null else _ENDS
    outcomes = np.full((len(some) * len(ends), NUM_CARDS), -1, np.int16)
    outcomes[:, 0] = np.tile(ends, len(some))
    each = np.repeat(some, len(ends), axis=0)
    worth, won = (
        np.asarray(worths(play, each, outcomes, aim))[:, 0].reshape(len(some), len(ends))
        for aim in (objective, "win")
    )
    least_won = np.where(won > 0, worth, np.inf).min(axis=1)
    gaps = least_won - np.where(won > 0, -np.inf, worth).max(axis=1)
    gaps = gaps[np.isfinite(gaps)]
    return {"worth": float(gaps.mean())} if len(gaps) else {}


def valued(
    outcomes_of: OutcomesOf,
    objective: Objective,
    tell_points: bool = True,
    method: Method = "open hands",
) -> Evaluator:
    """Make an evaluator of the worth of outcomes; see `values_of`."""

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        outcomes = outcomes_of(view, worlds.rows, worlds.seed, worlds.number, card_set(moves))
        return values_of(view, worlds.rows, outcomes, moves, objective, tell_points, method)

    return evaluate


def check_steps(objective: Objective) -> None:
    """Raise AgentError if the objective is card points, which searches by levels cannot value."""
    if objective == "points":
        raise AgentError(
            "objective=points: expected score or win, for card points are not told apart"
        )

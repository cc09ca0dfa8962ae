"""Evaluators in Skat: outcomes of cards in worlds, and their values.

``objective`` is the quantity to maximise: the soloist's Seeger-Fabian score less the mean of the
defenders' (``score``), the chance to win (``win``) or card points (``points``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.choice import HEADINGS
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import Range, evaluator, make_bot
from vorhand.agents.skat.compiled import compiled_player, is_compiled
from vorhand.agents.skat.outcomes import (
    Exactness,
    Outcomes,
    OutcomesOf,
    Rows,
    card_play,
    check_levels,
    open_hand,
    played_out,
    played_out_by,
)
from vorhand.agents.skat.policy_networks import policy_from
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.cards import NUM_CARDS, card_set
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat_monte_carlo import worths

Objective: TypeAlias = Literal["score", "win", "points"]
Threads: TypeAlias = Annotated[int, Range(1, 256)]
Depth: TypeAlias = Annotated[int, Range(-1, 30)]
Errors: TypeAlias = Literal["alike", "policy"]
Trick: TypeAlias = Annotated[int, Range(1, 10)]

GAMES = ("python_skat",)

_ENDS = (60, 61, 89, 90, 120, native.TOOK_ALL)  # a point on either side of each border
_NULL_ENDS = (0, 10)  # no trick, and the last one
_STAKE_WORLDS = 8

HEADINGS |= {
    "won": ("soloist wins", lambda share: f"{share:.1%}"),
    "points": ("soloist's points", lambda points: f"{points:.1f}"),
    "lost_in": ("holds until trick", lambda trick: f"{trick:.1f}" if trick < 11 else "never"),
}


def values_of(
    view: SkatView,
    rows: Rows,
    outcomes: Outcomes,
    moves: Sequence[int],
    objective: Objective,
    tell_points: bool = True,
) -> Values:
    """Convert outcomes to their worth for the player to move.

    Args:
        view: what the player knows.
        rows: the worlds.
        outcomes: int16 [n, 32], see `vorhand.agents.skat.outcomes`.
        moves: cards.
        objective: the quantity to maximise.
        tell_points: whether the outcomes contain the card points.

    Returns:
        With diagnostics ``won`` (by the soloist), ``points`` (the soloist's) except in null, and in
        null ``lost_in``: the trick, 1 .. 10, that the soloist is forced to take, 11 for none.
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
    return Values(worth, diagnostics, stakes_of(view, rows, objective))


def stakes_of(view: SkatView, rows: Rows, objective: Objective) -> dict[str, float]:
    """Return the difference between barely winning and barely losing, in the objective's unit.

    Empty for card points, and for a game that is already won or lost in any case. The matadors are
    those of some of the worlds.
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


def valued(outcomes_of: OutcomesOf, objective: Objective, tell_points: bool = True) -> Evaluator:
    """Make an evaluator of the worth of outcomes; see `values_of`."""

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        outcomes = outcomes_of(view, worlds.rows, worlds.seed, worlds.number, card_set(moves))
        return values_of(view, worlds.rows, outcomes, moves, objective, tell_points)

    return evaluate


@evaluator("open_hand", games=GAMES)
def _open_hand(
    *, objective: Objective = "score", values: Exactness = "exact", threads: Threads = 1
) -> Evaluator:
    """Value moves by perfect play with all cards open; values=levels: only by paying levels."""
    check_levels(values, objective)
    return valued(open_hand(threads, values), objective, tell_points=values == "exact")


@evaluator("played_out", games=GAMES)
def _played_out(
    game: SkatGame,
    *,
    playout: Spec = Spec("rule"),
    objective: Objective = "score",
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by playouts of an agent in all seats; to win: only until that is decided."""
    outcomes_of = playouts(playout, game, threads, objective)
    return valued(outcomes_of, objective, tell_points=objective != "win")


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing(
    *,
    objective: Objective = "score",
    depth: Depth = 1,
    values: Exactness = "exact",
    errors: Errors = "alike",
    temperature: Annotated[float, Range(0.01, 100)] = 1.0,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by error-allowing minimax (Wisser).

    A node of MIN is one where the other side moves; an error changes what the deal pays.

    depth: turns of the other side at which errors count.
    errors: their probabilities: equal for all cards, or by the shipped policy's shares of what the
    player sees there.
    temperature: of these shares, the hotter the more errors.
    """
    check_levels(values, objective)
    check_steps(objective)
    if depth == 0:
        raise AgentError("depth=0: expected at least 1, or -1 for all")
    if errors != "policy" and temperature != 1:
        raise AgentError(f"temperature={temperature}: expected with errors=policy only")
    policy = policy_from() if errors == "policy" else None

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        triples = native.error_allowing(
            card_play(view),
            worlds.rows,
            depth,
            threads,
            objective,
            values,
            card_set(moves),
            policy,
            temperature,
        )
        m, p, a = (np.asarray(part)[:, list(moves)] for part in triples)
        return Values(m, {"m": m, "p": p, "a": a}, stakes_of(view, worlds.rows, objective))

    return evaluate


def _vector_searched(
    reduce_payoffs: bool, objective: Objective, from_trick: int, depth: int, threads: int
) -> Evaluator:
    """Make a vector search from a trick on; open hands in earlier tricks, where it is too slow."""
    check_steps(objective)
    before = valued(open_hand(threads), objective)

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        if view.soloist_tricks + view.defender_tricks + 1 < from_trick:
            return before(view, worlds, moves)
        values = native.vector_search(
            card_play(view),
            worlds.rows,
            depth,
            threads,
            objective,
            reduce_payoffs,
            worlds.weights,
            card_set(moves),
        )
        stakes = stakes_of(view, worlds.rows, objective)
        return Values(np.asarray(values)[:, list(moves)], stakes=stakes)

    return evaluate


@evaluator("vector_minimax", games=GAMES, together=True)
def _vector_minimax(
    *,
    objective: Objective = "score",
    from_trick: Trick = 5,
    depth: Depth = -1,
    threads: Threads = 1,
) -> Evaluator:
    """Value by vector minimax from a trick on, open hands before; depth: cards, -1 for all."""
    return _vector_searched(False, objective, from_trick, depth, threads)


@evaluator("payoff_reduction", games=GAMES, together=True)
def _payoff_reduction(
    *,
    objective: Objective = "score",
    from_trick: Trick = 5,
    depth: Depth = -1,
    threads: Threads = 1,
) -> Evaluator:
    """Value by payoff-reduction minimax from a trick on, open hands before; depth as above."""
    return _vector_searched(True, objective, from_trick, depth, threads)


def playouts(playout: Spec, game: SkatGame, threads: int, objective: Objective) -> OutcomesOf:
    """Make playouts by any agent, in compiled code if it is compiled.

    Raises:
        SpecError, AgentError: there is no such agent, or it cannot be used in a playout.
    """
    if is_compiled(playout):
        return played_out(compiled_player(playout), threads, objective)
    make: Callable[[int, int], Any] = functools.partial(make_bot, playout, game, seated=False)
    make(0, 0)  # fails early if the spec is wrong
    return played_out_by(make, game)


def check_steps(objective: Objective) -> None:
    """Check that the objective is not card points, for a search that knows only paying levels.

    Raises:
        AgentError: it is card points.
    """
    if objective == "points":
        raise AgentError(
            "objective=points: expected score or win, for card points are not told apart"
        )

"""How OpenSpiel's own trick-taking games fit into the frame."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo import ties  # noqa: F401  (it registers)
from vorhand.agents.montecarlo.frame import Belief, Evaluator, Floats, Values
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.openspiel_tricks import bid_worlds  # noqa: F401  (it registers)
from vorhand.agents.openspiel_tricks.caller import GAMES, wanted
from vorhand.agents.registry import AgentError, Range, announce_own_views, belief, evaluator
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.open_hands import (
    TrickWorlds,
    error_allowing,
    open_hand,
    played_out,
    uniform,
)
from vorhand.games.openspiel_tricks.view import TableView, rules_of

Threads: TypeAlias = Annotated[int, Range(1, 256)]
Others: TypeAlias = Literal["against", "selfish"]
Exact: TypeAlias = Annotated[int, Range(0, 20)]
_OTHERS = ("bridge", "skat")  # which have solvers of their own
_OWN = tuple(game for game in GAMES if game not in _OTHERS)
_SELFISH = 4  # the same of max^n, which cannot prune
_EXACT = 6  # cards in hand from which on open hands take milliseconds in all of these games


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """All worlds that agree with the hard facts, equally likely."""
    return uniform


@evaluator("open_hand", games=_OWN)
def _open_hand(
    game: pyspiel.Game, *, exact: Exact = _EXACT, others: Others = "against", threads: Threads = 1
) -> Evaluator:
    """Exact payoffs with all cards open; with more than exact cards in hand, of playouts.

    Where everyone plays for themselves, others are all against the player (paranoid search), or
    each for themselves (selfish: max^n, from four cards on).
    """
    if others == "against":
        return once_few(exact, open_hand(outcomes, threads), playouts(threads))
    if not rules_of(str(game)).alone:
        raise AgentError(f"others=selfish: {game} has partners; expected against")
    return once_few(min(exact, _SELFISH), _for_themselves(threads), playouts(threads))


def _for_themselves(threads: int) -> Evaluator:
    """Max^n (Luckhardt and Irani, AAAI 1986): what each seat's points are worth to it."""

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        legal, (_, worths) = list(view.legal_actions), view.goals()
        found = view.play.for_themselves(worlds.rows, worths, threads)
        own = found[:, [legal.index(move) for move in moves], view.seats.index(view.player)]
        return Values(own)

    return evaluate


@evaluator("played_out", games=GAMES)
def _played_out(*, threads: Threads = 1) -> Evaluator:
    """The rest played by compiled rules of thumb, which see no hidden cards."""
    return playouts(threads)


@evaluator("tree", games=_OWN, together=True)
def _tree(
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 3000,
    exploration: Annotated[float, Range(0)] = 0.7,
    chance: Annotated[float, Range(0, 1)] = 0.1,
) -> Evaluator:
    """Visits in one tree over all worlds, everybody for their own good (ISMCTS).

    exploration: of worths scaled to 0 to 1.
    chance: of a random card in playouts, which are played by rules of thumb.
    """

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        sides, worths = view.goals()
        options = (simulations, exploration, chance, worlds.seed)
        alike = np.ptp(worlds.weights) < 1e-12
        weights = [] if alike else worlds.weights.tolist()
        found = view.play.tree(worlds.rows, sides, worths, wanted(view), *options, weights)
        visits, worth = found[[view.legal_actions.index(move) for move in moves]].T
        rows = (len(worlds), len(moves))
        return Values(
            np.broadcast_to(visits / simulations, rows), {"worth": np.broadcast_to(worth, rows)}
        )

    return evaluate


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing(
    *, depth: Annotated[int, Range(0, 8)] = 1, exact: Exact = 5, threads: Threads = 1
) -> Evaluator:
    """Error-allowing minimax; with more than exact cards in hand payoffs of playouts."""
    return once_few(exact, error_allowing(outcomes, depth, threads), without_errors(threads))


def without_errors(threads: int) -> Evaluator:
    """Payoffs of playouts in the form of error-allowing minimax."""
    by_thumb = playouts(threads)

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worth = by_thumb(view, worlds, moves).worth
        return Values(worth, {"m": worth, "p": np.zeros_like(worth), "a": np.zeros_like(worth)})

    return evaluate


def once_few(exact: int | Mapping[int, int], few: Evaluator, many: Evaluator) -> Evaluator:
    """One evaluator from so many cards in hand on, and another before; by number of seats."""

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        held = (view.first_hand & ~view.played(view.player)).bit_count()
        most = exact if isinstance(exact, int) else exact[view.rules.seats]
        return (few if held <= most else many)(view, worlds, moves)

    return evaluate


def playouts(threads: int) -> Evaluator:
    """Values where the rest is played by rules of thumb."""
    return played_out(outcomes, threads, wanted)


def outcomes(view: TableView) -> tuple[Floats, int]:
    """What the engine's results are worth to the player, from the lowest on, and that."""
    worths, lowest = view.worth()
    return np.array(worths, np.float64), lowest


def _resample(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    return TableView.of(state, player).resample(rng)


PART = GamePart(
    view=TableView.of,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 20, "iimc": 200, "ppp": 10, "pvp": 10},
    by_worlds=lambda view: view.phase == "play",
    bidder=Spec("caller"),
    bidders=("caller",),
    resample=_resample,
)

announce_own_views(_OWN)
register_presets(PART, _OWN)

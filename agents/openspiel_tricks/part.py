"""Adapter of OpenSpiel's own trick-taking games to the frame."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.openspiel_tricks import bid_worlds, searches  # noqa: F401  (they register)
from vorhand.agents.openspiel_tricks.caller import GAMES, wanted
from vorhand.agents.registry import AgentError, Range, Unset, announce_own_views, evaluator
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.open_hands import TrickWorlds, open_hand, played_out
from vorhand.agents.tricks.parts import Threads, once_few, register_worlds
from vorhand.games.chance import unseeded
from vorhand.games.openspiel_tricks.view import TableView, rules_of

Others: TypeAlias = Literal["against", "selfish"]
_OTHERS = ("bridge", "skat")  # games with solvers of their own
_OWN = tuple(game for game in GAMES if game not in _OTHERS)
# By seats: the most cards in hand at which open hands take milliseconds, in all of these games.
_EXACT = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5}
_SELFISH = {3: 4, 4: 4, 5: 4, 6: 4, 7: 3}  # the same of max^n, which cannot prune


@evaluator("open_hand", games=_OWN)
def _open_hand(
    game: pyspiel.Game,
    *,
    exact: Annotated[int | None, Range(0, 20), Unset("6, or 5 for six seats and more")] = None,
    others: Others = "against",
    threads: Threads = 1,
) -> Evaluator:
    """Value moves exactly with all cards open; above exact cards in hand, by playouts.

    If everyone plays for themselves, the other players are all against the player (paranoid
    search), or each for themselves (selfish: max^n, from four cards on, with seven seats from
    three).
    """
    most = _EXACT if exact is None else dict.fromkeys(_EXACT, exact)
    if others == "against":
        return once_few(most, open_hand(outcomes, threads), playouts(threads))
    if not rules_of(str(game)).alone:
        raise AgentError(f"others=selfish: {game} has partners; expected against")
    few = {seats: min(most[seats], cards) for seats, cards in _SELFISH.items()}
    return once_few(few, _for_themselves(threads), playouts(threads))


def _for_themselves(threads: int) -> Evaluator:
    """Make an evaluator by max^n (Luckhardt and Irani, AAAI 1986), each seat for its own worth."""

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        legal, (_, worths) = list(view.legal_actions), view.goals()
        found = view.play.for_themselves(worlds.rows, worths, threads)
        own = found[:, [legal.index(move) for move in moves], view.seats.index(view.player)]
        return Values(own)

    return evaluate


@evaluator("tree", games=_OWN, together=True)
def _tree(
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 3000,
    exploration: Annotated[float, Range(0)] = 0.7,
    chance: Annotated[float, Range(0, 1)] = 0.1,
) -> Evaluator:
    """Value moves by visits in one tree over all worlds, each player for themselves (IS-MCTS).

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


def playouts(threads: int) -> Evaluator:
    """Make an evaluator by playouts of rules of thumb."""
    return played_out(outcomes, threads, wanted)


def outcomes(view: TableView) -> tuple[Floats, int]:
    """Return the worth of the engine's results to the player, from the lowest, and the lowest."""
    worths, lowest = view.worth()
    return np.array(worths, np.float64), lowest


def _resample(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    return TableView.of(state, player).resample(rng)


def _check(game: pyspiel.Game) -> None:
    rules_of(unseeded(str(game)))


PART = GamePart(
    view=TableView.of,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 20, "iimc": 200, "ppp": 10, "pvp": 10},
    by_worlds=lambda view: view.phase == "play",
    bidder=Spec("caller"),
    bidders=("caller",),
    resample=_resample,
    check=_check,
)

register_worlds(GAMES, outcomes, 5, wanted)
announce_own_views(_OWN)
register_presets(PART, _OWN)

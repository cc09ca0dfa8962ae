"""OpenSpiel's Bridge bidding without competition: each call is valued as if it were the last.

A partner samples the other hands by the partner's first call (`bridge_bids`), and values each call
as if both passed from there on. So a bid is raised as long as another contract promises more.
North's first bid is valued in the same way. But South cannot pass it without scoring 0, and will
bid again if that promises more than 0.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.frame import Belief, Evaluator, Values, Worlds
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.openspiel_tricks.bridge_bids import card_weights
from vorhand.agents.openspiel_tricks.double_dummy import solved
from vorhand.agents.registry import Range, announce_own_views, belief, evaluator, register
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.open_hands import NoWorldError, TrickWorlds
from vorhand.agents.tricks.parts import Threads
from vorhand.games.extras import require
from vorhand.games.openspiel_tricks.bridge import score
from vorhand.games.openspiel_tricks.uncontested import (
    GAME,
    UncontestedView,
    as_at_bridge,
    contract_after,
    tricks_by_thumb,
)

GAMES = (GAME,)
_WORLDS = 30
_CAUTION = 1  # overestimate of a declarer's tricks by playouts

Tricks: TypeAlias = Callable[[npt.NDArray[np.uint64], int, int], npt.NDArray[np.int64]]
"""A function for the tricks of a declarer, 0 or 1, in a strain in each of some worlds."""


def imagined(view: UncontestedView, n: int, seed: int, trust: float = 1.0) -> TrickWorlds:
    """Draw worlds by the partner's first call if it is informative; else all equally likely.

    Raises:
        NoWorldError: there is none.
    """
    told = first_call(view)
    counted = None if view.opened and view.player == 1 else view.layouts().size
    if told is None:
        rows = view.worlds(n, seed)
    else:
        weights = np.ones((4, 64))
        weights[1 - view.player] = card_weights(as_at_bridge(told), trust)
        rows = view.weighted_worlds(weights, n, seed)
    if not len(rows):
        raise NoWorldError(f"no way to lay the cards agrees with what player {view.player} saw")
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), counted, seed)


def first_call(view: UncontestedView) -> int | None:
    """Return the partner's first call if nobody had bid before it and it was not forced."""
    partner = 1 - view.player
    if view.opened or len(view.calls) <= partner or any(view.calls[:partner]):
        return None
    return view.calls[partner]


@belief("bids", games=GAMES)
def _bids(*, trust: Annotated[float, Range(0, 10)] = 1.0) -> Belief:
    """Weight worlds by the partner's first call, as our own players make it."""
    return lambda view, n, seed: imagined(view, n, seed, trust)


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """Draw worlds that agree with the player's own cards, all equally likely."""
    return lambda view, n, seed: imagined(view, n, seed, 0.0)


def valued_as_last(tricks: Tricks) -> Evaluator:
    """Return an evaluator by the score of each call if both pass from there on.

    Args:
        tricks: computes the tricks of a declarer.
    """

    def evaluate(view: UncontestedView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        made: dict[tuple[int, int], npt.NDArray[np.int64]] = {}
        worth = np.zeros((len(worlds), len(moves)))
        for column, move in enumerate(moves):
            contract = contract_after((*view.calls, move))
            if contract is None:
                continue
            declarer, bid = contract
            key = declarer, bid % 5
            if key not in made:
                made[key] = tricks(worlds.rows, *key)
            worth[:, column] = [score(bid, 1, False, int(n)) for n in made[key]]
        return Values(worth)

    return evaluate


def by_thumb(rows: npt.NDArray[np.uint64], declarer: int, strain: int) -> npt.NDArray[np.int64]:
    """Count tricks if all play by rules of thumb, one fewer."""
    made = [tricks_by_thumb(declarer, strain, row) - _CAUTION for row in rows.tolist()]
    return np.maximum(np.array(made, np.int64), 0)


@evaluator("open_hand", games=GAMES)
def _open_hand(*, threads: Threads = 1) -> Evaluator:
    """Value calls by their double-dummy scores as the last call, by DDS (the extra ``dds``)."""
    require("endplay")

    def tricks(rows: npt.NDArray[np.uint64], declarer: int, strain: int) -> npt.NDArray[np.int64]:
        trump, leader = (-1 if strain == 4 else strain), (2 * declarer + 1) % 4
        against = solved(rows, trump, leader, [], threads).max(axis=1)
        return 13 - np.asarray(against, np.int64)

    return valued_as_last(tricks)


@evaluator("played_out", games=GAMES)
def _played_out() -> Evaluator:
    """Value calls by their scores as the last call if all play by rules of thumb."""
    return valued_as_last(by_thumb)


@register("caller", games=GAMES, keeps_state=False)
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Call the contract that scores most over worlds by playouts, if more than a pass."""
    del game
    return CallerBot(player, seed, UncontestedView.of)


class CallerBot(ViewBot):
    """A bot that bids the contract with the highest score by playouts."""

    def consider(self, view: UncontestedView) -> Choice:
        """Return the call; rules of thumb give no scores."""
        worlds = imagined(view, _WORLDS, view.digest())
        means = valued_as_last(by_thumb)(view, worlds, view.legal_actions).worth.mean(axis=0)
        return Choice.of(view, view.legal_actions[int(np.argmax(means))], "rule")


def _resample(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    return UncontestedView.of(state, player).resample(rng)


PART = GamePart(
    view=UncontestedView.of,
    belief=lambda worlds: Spec("bids"),
    worlds={"": 10, "iimc": 30},
    resample=_resample,
)

announce_own_views(GAMES)
register_presets(PART, GAMES)

"""Worlds of Bridge bidding without competition, weighted by the partner's first call."""

import numpy as np

from vorhand.agents.montecarlo.frame import NoWorldError, Worlds
from vorhand.agents.openspiel_tricks.bridge.beliefs.bids import card_weights
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.uncontested import GAME, UncontestedView, as_at_bridge

GAMES = (GAME,)


def imagined(view: UncontestedView, n: int, seed: int, trust: float = 1.0) -> TrickWorlds:
    """Draw worlds weighted by the partner's first call if it is informative, else uniformly."""
    opening = first_call(view)
    counted = None if view.opened and view.player == 1 else view.layouts().size
    if opening is None:
        rows = view.worlds(n, seed)
    else:
        weights = np.ones((4, 64))
        weights[1 - view.player] = card_weights(as_at_bridge(opening), trust)
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

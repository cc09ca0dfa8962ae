"""Spitze by playouts: whether to declare it, and the lowest trump kept for the last trick.

The soloist compares the declaration with and without it in the same worlds: the rule player plays
all three seats to the end, and with Spitze keeps the lowest trump. Searches are not aware of
Spitze; if they choose a card that would give it away, the rule player's card is played instead.
"""

import functools

import numpy as np

from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.games.skat.contracts import GRAND, lowest_trump
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import (
    FIRST_DECLARATION,
    FIRST_SPITZE,
    Phase,
    Scoring,
    rule_action,
    scores,
    trump_mask,
)

_WORLDS = 100
_SEED = 0
_FEWEST_TRUMPS = 6  # in a suit; with fewer no playouts are made
_FEWEST_JACKS = 2


def with_spitze(view: SkatView, action: int) -> int:
    """Return the action, or the one that Spitze asks for in its place."""
    if view.phase == Phase.DECLARE:
        spitze = action - FIRST_DECLARATION + FIRST_SPITZE
        return spitze if spitze in view.offers and gain(view, action) > 0 else action
    if not (view.is_soloist and view.spitze_announced and len(view.legal_actions) > 1):
        return action
    if action != lowest_trump(view.contract):
        return action
    return int(rule_action(view.deal(view.worlds().slice(0, 1)[0].tolist())))


@functools.lru_cache(maxsize=8)  # a decision asks for it several times
def gain(view: SkatView, declaration: int) -> float:
    """Estimate what Spitze adds to the score of a declaration, in points of Seeger and Fabian.

    The score is the soloist's less the mean of the defenders'. Minus infinity with few trumps.
    """
    contract = (declaration - FIRST_DECLARATION) // 4
    trumps = (view.hand & trump_mask(contract)).bit_count()
    if trumps < (_FEWEST_JACKS if contract == GRAND else _FEWEST_TRUMPS):
        return -np.inf
    worlds = uniform(view, _WORLDS, view.digest(_SEED))
    spitze = declaration - FIRST_DECLARATION + FIRST_SPITZE
    gains = [
        _score(view, row, spitze) - _score(view, row, declaration)
        for row in np.asarray(worlds.rows)[:, :4].tolist()
    ]
    return float(np.dot(gains, worlds.weights))


def _score(view: SkatView, world: list[int], declaration: int) -> float:
    deal = view.deal(world)
    deal.apply(declaration)
    while not deal.is_over:
        deal.apply(rule_action(deal))
    own = scores(Scoring.SEEGER_FABIAN, deal.result())
    return 1.5 * own[view.player] - sum(own) / 2

"""Spitze: declaring it by playouts, and keeping the lowest trump for the last trick.

The soloist compares the declaration with and without it in the same worlds: the rule player plays
all three seats to the end, and with Spitze keeps the lowest trump. Searches are not aware of
Spitze; if they choose a card that would give it away, the rule player's card is played instead.
"""

import functools

import numpy as np

from vorhand.agents.skat.rule_playouts import advantage
from vorhand.games.skat.contracts import GRAND, lowest_trump
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import (
    FIRST_DECLARATION,
    FIRST_SPITZE,
    Phase,
    rule_action,
    trump_mask,
)

_WORLDS = 100
_FEWEST_TRUMPS = 6  # in a suit game; with fewer Spitze is not considered
_FEWEST_JACKS = 2


def with_spitze(view: SkatView, action: int) -> int:
    """Return the action, or the one that replaces it because of Spitze."""
    if view.phase == Phase.DECLARE:
        spitze = action - FIRST_DECLARATION + FIRST_SPITZE
        return spitze if spitze in view.offers and gain(view, action) > 0 else action
    if not (view.is_soloist and view.spitze_announced and len(view.legal_actions) > 1):
        return action
    if action != lowest_trump(view.contract):
        return action
    return int(rule_action(view.deal(view.worlds().slice(0, 1)[0].tolist())))


@functools.lru_cache(maxsize=8)  # computed several times in one decision
def gain(view: SkatView, declaration: int) -> float:
    """Estimate the gain in score from adding Spitze to a declaration, see `advantage`.

    The result is minus infinity if the soloist has few trumps.
    """
    contract = (declaration - FIRST_DECLARATION) // 4
    trumps = (view.hand & trump_mask(contract)).bit_count()
    if trumps < (_FEWEST_JACKS if contract == GRAND else _FEWEST_TRUMPS):
        return -np.inf
    spitze = declaration - FIRST_DECLARATION + FIRST_SPITZE
    return advantage(view, spitze, declaration, _WORLDS)

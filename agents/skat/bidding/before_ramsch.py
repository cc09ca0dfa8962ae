"""Forehand's last call before Ramsch: a pass, or 18 if playouts favour it.

It applies if both other players have passed, so a pass certainly leads to Ramsch. After either call
the rule player plays all three seats to the end of the deal, in the same worlds.
"""

import functools
from dataclasses import replace

from vorhand.agents.skat.rule_playouts import advantage
from vorhand.games.skat.view import NOBODY, SkatView
from vorhand.native.skat import FIRST_BID, PASS, Phase

BID_ABOVE = -30.0
"""The estimated advantage, in points of score, above which 18 is bid.

The estimate is more than 30 points too low: the worlds ignore that both other players have passed,
so these players' hands are too good there.
"""
_WORLDS = 60


def last_word(view: SkatView, action: int) -> int:
    """Return the action, or 18 in place of a pass if its advantage exceeds `BID_ABOVE`.

    In a Bock round the call is that of a plain deal, for which the limit was chosen.
    """
    last = view.ramsch and view.phase == Phase.BIDDING and view.answerer == NOBODY
    if not last or action != PASS:
        return action
    return FIRST_BID if bid_advantage(replace(view, bock=False)) > BID_ABOVE else action


@functools.lru_cache(maxsize=8)  # computed for a decision and again for its explanation
def bid_advantage(view: SkatView) -> float:
    """Estimate the score after a bid of 18 less the score after a pass, see `advantage`."""
    return advantage(view, FIRST_BID, PASS, _WORLDS)

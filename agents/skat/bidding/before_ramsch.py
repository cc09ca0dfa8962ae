"""Forehand's last word before Ramsch: 18 instead of a pass, if playouts say that Ramsch costs more.

It applies if both others have passed, so that a pass certainly leads to Ramsch. The rule player
plays all three seats to the end of the deal after either word, in the same worlds.
"""

import functools
from dataclasses import replace

import numpy as np

from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.games.skat.view import NOBODY, SkatView
from vorhand.native.skat import FIRST_BID, PASS, Phase, Scoring, rule_action, scores

BID_ABOVE = -30.0
"""The least advantage of 18, in points of score. The worlds ignore that both others have passed, so
they give them too good hands, and the estimate is too low by more than that."""
_WORLDS = 60
_SEED = 0


def last_word(view: SkatView, action: int) -> int:
    """Return the action, or 18 in place of a pass that leads to a Ramsch that costs more.

    In a Bock round the word is that of a plain deal, for which the limit was chosen.
    """
    last = view.ramsch and view.phase == Phase.BIDDING and view.answerer == NOBODY
    if not last or action != PASS:
        return action
    return FIRST_BID if advantage(replace(view, bock=False)) > BID_ABOVE else action


@functools.lru_cache(maxsize=8)  # a decision and its explanation ask for the same
def advantage(view: SkatView) -> float:
    """Estimate the score after 18 less that after a pass, in points of Seeger and Fabian.

    The score is forehand's less the mean of the other two.
    """
    worlds = uniform(view, _WORLDS, view.digest(_SEED))
    found = [
        _score(view, row, FIRST_BID) - _score(view, row, PASS)
        for row in np.asarray(worlds.rows)[:, :4].tolist()
    ]
    return float(np.dot(found, worlds.weights))


def _score(view: SkatView, world: list[int], word: int) -> float:
    deal = view.deal(world)
    deal.apply(word)
    while not deal.is_over:
        deal.apply(rule_action(deal))
    each = scores(Scoring.SEEGER_FABIAN, deal.result())
    return 1.5 * each[view.player] - sum(each) / 2

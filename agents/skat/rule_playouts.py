"""Comparison of two actions by playouts of the rule player in all three seats."""

import numpy as np

from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Scoring, rule_action, scores

_SEED = 0


def advantage(view: SkatView, action: int, other: int, count: int) -> float:
    """Estimate the score after an action less the score after another one, in the same worlds.

    The score is the player's less the mean of the other two, in points of Seeger and Fabian.

    Args:
        view: the view of the player to act; the view also determines which worlds are drawn.
        action: a legal action.
        other: the legal action that it is compared with.
        count: number of uniform worlds.
    """
    worlds = uniform(view, count, view.digest(_SEED))
    found = [
        _score(view, row, action) - _score(view, row, other)
        for row in np.asarray(worlds.rows)[:, :4].tolist()
    ]
    return float(np.dot(found, worlds.weights))


def _score(view: SkatView, world: list[int], action: int) -> float:
    deal = view.deal(world)
    deal.apply(action)
    while not deal.is_over:
        deal.apply(rule_action(deal))
    each = scores(Scoring.SEEGER_FABIAN, deal.result())
    return 1.5 * each[view.player] - sum(each) / 2

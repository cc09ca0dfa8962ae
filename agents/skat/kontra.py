"""Kontra and Re by an estimate of the soloist's chance to win.

The estimate comes from playouts by the rule player over worlds of the default belief. A lost game
counts double, so a soloist breaks even with two wins in three games; Re needs a higher chance.
Defenders underestimate the soloist by far: if they estimate less than 20%, the soloist still wins
half of the games (`docs/notes/skat-kontra.md`). And a soloist with a good hand says Re. So Kontra
requires a low estimate.
"""

import functools

import numpy as np

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import make
from vorhand.agents.spec import Spec
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import KONTRA, NO_RE, RE, rule_action

_WORLDS = 200
KONTRA_BELOW = 0.2
RE_ABOVE = 0.9
_SEED = 0


def says_kontra(view: SkatView) -> bool:
    """Return whether the player to act may say Kontra and the soloist's chance is low enough."""
    return KONTRA in view.offers and soloist_wins(view) < KONTRA_BELOW


def answer_kontra(view: SkatView) -> int:
    """Return the soloist's answer to Kontra: `RE` or `NO_RE`."""
    return RE if soloist_wins(view) > RE_ABOVE else NO_RE


@functools.lru_cache(maxsize=8)  # called several times in one decision
def soloist_wins(view: SkatView) -> float:
    """Estimate the soloist's chance to win, 0 to 1, with the knowledge of the player to act."""
    worlds = _belief()(view, _WORLDS, view.digest(_SEED))
    won = [_is_won(view, row) for row in np.asarray(worlds.rows)[:, :4].tolist()]
    return float(np.dot(won, worlds.weights))


def _is_won(view: SkatView, world: list[int]) -> bool:
    deal = view.deal(world)
    if deal.offer == KONTRA:
        deal.apply(NO_RE)
    while not deal.is_over:
        deal.apply(rule_action(deal))
    return bool(deal.result().won)


@functools.cache
def _belief() -> Belief:
    belief: Belief = make("belief", Spec("by_role"), load_game("python_skat"))
    return belief

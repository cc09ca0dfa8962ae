"""A belief that assumes that soloists probably win the games that they declare.

Beliefs by single cards estimate which cards soloists hold, but not whether these form a good hand
together. Therefore this belief weights each world by the probability that the soloist wins the
declared game in that world. This is the part of policy-based inference that concerns the bidding
(Rebstock, Solinas, Buro and Sturtevant, IEEE CoG 2019): soloists declare games that they probably
win.
"""

from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.parameters import Pool
from vorhand.agents.registry import BeliefSpec, Range, belief, make
from vorhand.agents.skat.beliefs.declared import OfDeclared, declared_with
from vorhand.agents.skat.beliefs.densities import Floats, density
from vorhand.agents.skat.bidding.kermit import game_worth
from vorhand.agents.skat.outcomes import bids_by_seat
from vorhand.agents.skat.worlds import Rows
from vorhand.agents.spec import Spec
from vorhand.games.skat.contracts import NULL, OUVERT, SCHWARZ
from vorhand.games.skat.view import SkatView

ODD = 0.02
"""The share of games that are declared regardless of the cards."""


def log_chances(view: SkatView, rows: Rows) -> Floats:
    """Return log(ODD + (1 - ODD) c), with the soloist's chance c to win the game in each world [n].

    The chance is computed by Kermit's nets, which also know the seat and the bids. If schneider or
    schwarz is announced, it is the chance to make the announcement.
    """
    soloist, bids = view.soloist, bids_by_seat(view)
    hands, aways = declared_with(view, rows)
    ouvert = view.contract == NULL and view.level == OUVERT
    beside = (bids[(soloist + 1) % 3], bids[(soloist + 2) % 3])
    worth = game_worth("policy")
    chances = worth.chances(view.contract, ouvert, hands, aways, soloist, beside, view.hand_game)
    needed = 0 if view.contract == NULL else min(view.level, SCHWARZ)
    return np.asarray(np.log(ODD + (1 - ODD) * np.asarray(chances, np.float64)[:, needed]))


@belief("winning", games=("python_skat",), fitted=("game_worth.bin", "game_worth_policy.bin"))
def _winning(
    game: pyspiel.Game,
    seed: int,
    *,
    base: BeliefSpec = Spec("bdci"),
    trust: Annotated[float, Range(0, 100)] = 1.5,
    pool: Pool = 1024,
) -> Belief:
    """Weight worlds of another belief by the soloist's chance to win the declared game in them.

    base: draws the worlds, and infers single cards from bids and play.
    trust: the power to which the chance is raised; at 0 the belief is the base.
    pool: the number of worlds to weight; the belief is exact if at most this many are possible.
    """
    drawn = density(make("belief", base, game, seed))
    return OfDeclared(lambda view, rows: trust * log_chances(view, rows), drawn, pool)

"""A belief that infers cards from the cards played, by a policy.

Rebstock, Solinas, Buro and Sturtevant, "Policy Based Inference in Trick-Taking Card Games", IEEE
CoG 2019. Worlds are drawn by another belief. Each is weighted by the probability that the other
players, with the cards of that world, played the cards that they did. The networks predict players
like those in their training deals. Only the base belief infers from the bids.

The weights are used on a player's turn to play a card if other players have played cards and all
plays since forehand's first lead are known. In all other cases the base belief is used unchanged.
"""

from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.parameters import Pool
from vorhand.agents.registry import BeliefSpec, Range, belief, make
from vorhand.agents.skat.beliefs.densities import ByView, Density, Floats, Weighted, density
from vorhand.agents.skat.outcomes import card_play, is_to_play, knows_all_plays
from vorhand.agents.skat.policy_networks import reading_policy
from vorhand.agents.skat.worlds import Rows
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat_policy import Policy

TEMPERATURE, FLOOR, POOL = 2.0, 0.2, 1024


class ByPolicy(ByView):
    """Worlds of a base belief, weighted by the probability of the cards played."""

    def __init__(
        self, policy: Policy, base: Density, temperature: float, floor: float, pool: int
    ) -> None:
        self._policy, self._base = policy, base
        self._temperature, self._floor = temperature, floor
        self.weighted = Weighted(self._log_weight, base, pool=pool)

    def belief(self, view: SkatView) -> Density:
        """Return the weighted belief if it applies (see the module), else the base."""
        turn = is_to_play(view) and knows_all_plays(view)
        others = any(seat != view.player for seat in view.players_of_plays)
        return self.weighted if turn and others else self._base

    def _log_weight(self, view: SkatView, rows: Rows) -> Floats:
        play = card_play(view)
        return np.asarray(
            self._policy.log_chances(play, rows, self._temperature, self._floor), np.float64
        )


@belief("policy", games=("python_skat",), fitted=("card_reading.npz", "policy.npz"))
def _policy(
    game: pyspiel.Game,
    seed: int,
    *,
    base: BeliefSpec = Spec("bdci"),
    temperature: Annotated[float, Range(0.05, 100)] = TEMPERATURE,
    floor: Annotated[float, Range(0, 1)] = FLOOR,
    pool: Pool = POOL,
) -> Belief:
    """Weight worlds of another belief by the networks' probability of the other players' plays.

    base: draws the worlds, and infers from the bids.
    temperature: the temperature of the policy; at a higher one, a card carries less information.
    floor: the assumed share of cards that are played at random.
    pool: the number of worlds to weight; the belief is exact if at most this many are possible.
    """
    drawn = density(make("belief", base, game, seed))
    return ByPolicy(reading_policy(), drawn, temperature, floor, pool)

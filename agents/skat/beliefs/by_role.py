"""A belief at Skat that combines a belief for soloists and another for defenders."""

import pyspiel

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import BeliefSpec, belief, make
from vorhand.agents.skat.beliefs.densities import ByView, Density, density
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView


class ByRole(ByView):
    """A belief with two parts: one for the soloist, the other for defenders and in the bidding."""

    def __init__(self, alone: Belief, defence: Belief) -> None:
        self._alone, self._defence = density(alone), density(defence)

    def belief(self, view: SkatView) -> Density:
        """Return the belief for the player's role."""
        return self._alone if view.is_soloist else self._defence


@belief("by_role", games=("python_skat",))
def _by_role(
    game: pyspiel.Game,
    seed: int,
    *,
    alone: BeliefSpec = Spec("declared"),
    defence: BeliefSpec = Spec("bdci"),
) -> Belief:
    """Use one belief for soloists and another for defenders, who can infer more."""
    return ByRole(make("belief", alone, game, seed), make("belief", defence, game, seed))

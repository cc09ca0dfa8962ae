"""A belief at Skat reduced to the places of single cards."""

import pyspiel

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import BeliefSpec, belief, make
from vorhand.agents.skat.beliefs.densities import ByCards, Sampled
from vorhand.agents.spec import Spec


@belief("by_cards", games=("python_skat",))
def _by_cards(game: pyspiel.Game, seed: int, *, belief: BeliefSpec = Spec("ki")) -> Belief:
    """Reduce a belief to the location probabilities of single cards; combinations are lost."""
    return ByCards(Sampled(make("belief", belief, game, seed)).marginals)

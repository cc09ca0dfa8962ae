"""The belief at Skat in which all worlds are equally likely."""

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import belief
from vorhand.agents.skat.beliefs.densities import uniform


@belief("uniform", games=("python_skat",))
def _uniform() -> Belief:
    """Draw worlds that agree with the hard facts, all equally likely."""
    return uniform

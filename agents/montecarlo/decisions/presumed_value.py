"""The decision by presumed value (Wisser)."""

from vorhand.agents.montecarlo.decisions.presumed import Presumed, Share
from vorhand.agents.montecarlo.frame import DecisionRule
from vorhand.agents.registry import decision


@decision("presumed_value", needs=("m", "p", "a"))
def _presumed_value(*, knowledge: Share = 0.0) -> DecisionRule:
    """Score by presumed value (Wisser): presumed payoff, with payoffs replaced by match values."""
    return Presumed(knowledge, by_worth=True)

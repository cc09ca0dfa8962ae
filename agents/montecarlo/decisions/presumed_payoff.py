"""The decision by presumed payoff (Wisser)."""

from vorhand.agents.montecarlo.decisions.presumed import Presumed, Share
from vorhand.agents.montecarlo.frame import DecisionRule
from vorhand.agents.registry import decision


@decision("presumed_payoff", needs=("m", "p", "a"))
def _presumed_payoff(*, knowledge: Share = 0.0) -> DecisionRule:
    """Score by presumed payoff (Wisser): opponents who do not see the cards may err."""
    return Presumed(knowledge)

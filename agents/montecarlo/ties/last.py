"""The tie rule that takes the highest open move."""

from vorhand.agents.montecarlo.frame import TieRule
from vorhand.agents.montecarlo.ties.settling import one_of
from vorhand.agents.registry import ties


@ties("last")
def last() -> TieRule:
    """Choose the open move with the highest number."""
    return lambda view, worlds, moves, left: one_of(left, -1)

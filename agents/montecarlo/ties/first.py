"""The tie rule that takes the lowest open move."""

from vorhand.agents.montecarlo.frame import TieRule
from vorhand.agents.montecarlo.ties.settling import one_of
from vorhand.agents.registry import ties


@ties("first")
def first() -> TieRule:
    """Choose the open move with the lowest number."""
    return lambda view, worlds, moves, left: one_of(left, 0)

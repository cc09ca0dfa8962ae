"""Agents over plain OpenSpiel states: for any game, and exact for small ones."""

from vorhand.agents.generic import (
    basic,
    beliefs,
    equilibrium,
    error_allowing,
    evaluators,
    vector_search,
)
from vorhand.agents.generic.part import PART

__all__ = [
    "PART",
    "basic",
    "beliefs",
    "equilibrium",
    "error_allowing",
    "evaluators",
    "vector_search",
]

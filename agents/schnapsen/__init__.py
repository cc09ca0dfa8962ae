"""Agents for Schnapsen and Kinderschnapsen; importing this package registers them."""

from vorhand.agents.schnapsen import agents
from vorhand.agents.schnapsen.match_values import (
    MatchValues,
    MatchValuesError,
    load_values,
    match_values,
    measured_values,
    start_values,
)
from vorhand.agents.schnapsen.part import PART

__all__ = [
    "PART",
    "MatchValues",
    "MatchValuesError",
    "agents",
    "load_values",
    "match_values",
    "measured_values",
    "start_values",
]

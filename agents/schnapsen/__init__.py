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
from vorhand.agents.schnapsen.player import Choice, MonteCarlo, Situation, situation_of

__all__ = [
    "Choice",
    "MatchValues",
    "MatchValuesError",
    "MonteCarlo",
    "Situation",
    "agents",
    "load_values",
    "match_values",
    "measured_values",
    "situation_of",
    "start_values",
]

"""Agents: beliefs, evaluators, decision rules, and the bots built from them.

The registrations for a game are imported when the game is first needed.
"""

from vorhand.agents.parameters import (
    AgentError,
    BeliefSpec,
    DecisionSpec,
    EvaluatorSpec,
    Parameter,
    Range,
    TiesSpec,
)
from vorhand.agents.registry import (
    Agent,
    agents,
    check,
    find,
    make,
    make_bot,
    register,
    registered,
)
from vorhand.agents.spec import Spec, SpecError, split_specs

__all__ = [
    "Agent",
    "AgentError",
    "BeliefSpec",
    "DecisionSpec",
    "EvaluatorSpec",
    "Parameter",
    "Range",
    "Spec",
    "SpecError",
    "TiesSpec",
    "agents",
    "check",
    "find",
    "make",
    "make_bot",
    "register",
    "registered",
    "split_specs",
]

"""Agents: beliefs, evaluators, decision rules, and the bots put together from them.

Importing this package registers every agent that comes with Vorhand.
"""

from vorhand.agents import laboratory, poker, schnapsen, skat
from vorhand.agents.generic import basic, composed, equilibrium
from vorhand.agents.registry import (
    Agent,
    AgentError,
    Parameter,
    Range,
    agents,
    check,
    find,
    make_bot,
    register,
)
from vorhand.agents.skat import rule
from vorhand.agents.spec import Spec, SpecError, split_specs

__all__ = [
    "Agent",
    "AgentError",
    "Parameter",
    "Range",
    "Spec",
    "SpecError",
    "agents",
    "basic",
    "check",
    "composed",
    "equilibrium",
    "find",
    "laboratory",
    "make_bot",
    "poker",
    "register",
    "rule",
    "schnapsen",
    "skat",
    "split_specs",
]

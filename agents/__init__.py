"""Agents: beliefs, evaluators, decision rules, and the bots put together from them.

Importing this package registers every agent that comes with Vorhand.
"""

from vorhand.agents import schnapsen, skat
from vorhand.agents.generic import basic, composed, equilibrium, small_games
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
    "make_bot",
    "register",
    "rule",
    "schnapsen",
    "skat",
    "small_games",
    "split_specs",
]

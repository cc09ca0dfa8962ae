"""Agents for Skat: Monte Carlo presets, tree search, rules, policies, bidders, the strongest."""

from vorhand.agents.skat import players, policy, rule, sure, vorhand
from vorhand.agents.skat.part import PART

__all__ = ["PART", "players", "policy", "rule", "sure", "vorhand"]

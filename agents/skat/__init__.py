"""Agents for Skat: the Monte Carlo presets, tree search, the rule player, the policy, bidders."""

from vorhand.agents.skat import players, policy, rule, sure
from vorhand.agents.skat.part import PART

__all__ = ["PART", "players", "policy", "rule", "sure"]

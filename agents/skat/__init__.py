"""Agents for Skat: the Monte Carlo presets, tree search, the rule player, the bidder."""

from vorhand.agents.skat import players, rule, sure
from vorhand.agents.skat.part import PART

__all__ = ["PART", "players", "rule", "sure"]

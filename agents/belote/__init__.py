"""Agents for Belote; importing this package registers them."""

from vorhand.agents.belote import rule
from vorhand.agents.belote.part import PART

__all__ = ["PART", "rule"]

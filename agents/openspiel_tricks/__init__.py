"""Agents for OpenSpiel's own trick-taking games; importing this package registers them."""

from vorhand.agents.openspiel_tricks.part import PART

__all__ = ["PART"]

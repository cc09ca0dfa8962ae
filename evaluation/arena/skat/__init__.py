"""Skat in the arena: its profile, given deals, pair games and lists."""

from vorhand.evaluation.arena.skat.match_profile import ARENA

__all__ = ["ARENA"]

"""Skat in the arena: its profile, given deals, pair games and lists."""

"""Experiments with Skat: pair games, and agents compared by single decisions."""

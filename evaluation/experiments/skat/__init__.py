"""Experiments with Skat: pair games, and agents held against each other by single decisions."""

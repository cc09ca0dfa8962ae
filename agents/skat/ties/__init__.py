"""Tie rules for Skat, one module for each name."""

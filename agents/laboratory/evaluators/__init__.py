"""Evaluators for the laboratory games, one module for each name."""

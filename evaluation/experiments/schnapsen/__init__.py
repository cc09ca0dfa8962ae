"""Experiments with matches of Schnapsen."""

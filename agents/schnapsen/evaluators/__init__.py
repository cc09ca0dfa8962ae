"""Evaluators for Schnapsen, one module for each name."""

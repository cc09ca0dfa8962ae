"""Evaluators for OpenSpiel's own Skat, one module for each name."""

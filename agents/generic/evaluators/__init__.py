"""Evaluators for plain OpenSpiel states, one module for each name."""

"""Evaluators for OpenSpiel's Tarok, one module for each name."""

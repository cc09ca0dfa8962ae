"""Evaluators for OpenSpiel's Bridge, one module for each name."""

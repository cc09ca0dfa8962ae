"""Evaluators for OpenSpiel's trick-taking games, one module for each name."""

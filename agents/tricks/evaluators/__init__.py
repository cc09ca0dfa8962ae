"""Evaluators for games of the common trick-taking engine, one module for each name."""

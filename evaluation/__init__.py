"""Evaluation: duplicate matches, statistics, exploitability, the tables of the papers."""

"""Furtak's thesis (2013), figure 9.2: players of all levels against each other."""

from vorhand.evaluation.papers.furtak_2013.figure9 import FIGURE_2 as EXPERIMENT

__all__ = ["EXPERIMENT"]

"""Furtak's thesis (2013), figure 9.1: exploitability of R0 and R1 over the parameters."""

from vorhand.evaluation.papers.furtak_2013.figure9 import FIGURE_1 as EXPERIMENT

__all__ = ["EXPERIMENT"]

"""Wisser (IJCAI 2015), figure 3; see `wisser_figures`."""

from vorhand.evaluation.reproduce.wisser_figures import FIGURE_3 as EXPERIMENT

__all__ = ["EXPERIMENT"]

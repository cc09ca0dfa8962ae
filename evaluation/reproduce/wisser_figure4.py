"""Wisser (IJCAI 2015), figure 4; see `wisser_figures`."""

from vorhand.evaluation.reproduce.wisser_figures import FIGURE_4 as EXPERIMENT

__all__ = ["EXPERIMENT"]

"""Means over many trees at the points of a plane of parameters."""

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, normal_errors
from vorhand.evaluation.papers.framework import Settings

Floats = npt.NDArray[np.float64]


def grid(settings: Settings) -> Floats:
    """Return the values of a parameter, from 0 to 1."""
    return np.linspace(0, 1, settings.count("grid"))


def moments(rows: Floats) -> Floats:
    """Return the mean over the trees and its squared standard error: [trees, ...] to [2, ...]."""
    trees = len(rows)
    spread = rows.var(axis=0, ddof=1) / trees if trees > 1 else np.zeros(rows.shape[1:])
    return np.stack([rows.mean(axis=0), spread])


def pooled(cells: Floats, trees: int) -> Estimate:
    """Return the mean over points, given the mean and squared error of each [n, 2]."""
    value, error = float(cells[:, 0].mean()), float(np.sqrt(cells[:, 1].sum())) / len(cells)
    return around(value, error, trees)


def contrast(
    cells: Floats, one: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_], trees: int
) -> Estimate:
    """Return the mean over one part of the points [n, 2] less the mean over another.

    Each point has its own trees; the parts may have points in common.
    """
    weights = one / one.sum() - other / other.sum()
    error = float(np.sqrt(weights**2 @ cells[:, 1]))
    return around(float(weights @ cells[:, 0]), error, trees)


def around(value: float, error: float, trees: int) -> Estimate:
    """Return an estimate with its 95% interval, from its standard error."""
    margin = normal_errors(trees) * error
    return Estimate(value, value - margin, value + margin)

"""Sparse rows of look-up tables (Furtak's thesis, 2013, chapter 8): tentpoles and their answers.

Values are the soloist's points minus the defenders'. Two valuations of a row therefore differ by at
most the distance between the card values, whoever captures the cards. If they differ by exactly
this distance, they form a *hard edge*, and the values of all valuations between the two are known.
Valuations are numbered as in `table_rows.Domain`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.papers.furtak_2013.sparse_tables.table_rows import Domain
from vorhand.games.jit import kernel

Ints: TypeAlias = npt.NDArray[np.int64]
Small: TypeAlias = npt.NDArray[np.int32]
Digits: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Grid:
    """A domain in the form that the kernels need: suits side by side, padded."""

    digits: Digits  # [valuations, suits]
    strides: Ints  # [suits], index step between valuations whose digit of a suit differs by one
    distance: Ints  # [suits, n, n], between a suit's valuations
    steps: Ints  # [suits, n, m], a suit's valuations that differ in one card; -1 ends them
    # bool [suits, n, n, n], True if the third valuation is between the first two in every card
    between: Flags


def grid_of(domain: Domain) -> Grid:
    """Return the arrays of a domain."""
    sizes = [len(group.ways) for group in domain.groups]
    most, suits = max(sizes), len(sizes)
    strides = np.array([int(np.prod(sizes[k + 1 :])) for k in range(suits)])
    distance = np.zeros((suits, most, most), np.int64)
    steps = np.full((suits, most, most), -1, np.int64)
    between = np.zeros((suits, most, most, most), np.bool_)
    for k, (group, n) in enumerate(zip(domain.groups, sizes, strict=True)):
        apart = np.abs(group.worths[:, None] - group.worths[None, :])  # [n, n, cards]
        distance[k, :n, :n] = apart.sum(axis=2)
        changed = (apart > 0).sum(axis=2) == 1
        for a in range(n):
            near = np.flatnonzero(changed[a])
            steps[k, a, : len(near)] = near
        through = distance[k, :n, None, :n] + distance[k, None, :n, :n]  # [a, b, via]
        between[k, :n, :n, :n] = through == distance[k, :n, :n, None]
    return Grid(domain.digits, strides, distance, steps, between)


def tentpoles(grid: Grid, values: Ints) -> tuple[Ints, Ints]:
    """Return the sources and the sinks of a row, found by the walk of the thesis.

    The walk starts at the first valuation that is not known yet. It follows hard edges of single
    cards down to a source and up to a sink. The values of all valuations between these two are then
    known. The walk is repeated until all values are known.
    """
    ends = _walk(grid.digits, grid.strides, grid.distance, grid.steps, grid.between, values)
    return np.unique(ends[:, 0]), np.unique(ends[:, 1])


@kernel
def _climb(
    digits: Digits, strides: Ints, distance: Ints, steps: Ints, values: Ints, start: Any, way: int
) -> Any:
    """Walk along hard edges of single cards and return the end; way: 1 up, -1 down in value."""
    at = start
    moved = True
    while moved:
        moved = False
        for k in range(strides.size):
            a = digits[at, k]
            for step in range(steps.shape[2]):
                b = steps[k, a, step]
                if b < 0:
                    break
                to = at + (b - a) * strides[k]
                if way * (values[to] - values[at]) == distance[k, a, b]:
                    at = to
                    a = b
                    moved = True
                    break
    return at


@kernel
def _walk(
    digits: Digits, strides: Ints, distance: Ints, steps: Ints, between: Flags, values: Ints
) -> Ints:
    suits = strides.size
    marked = np.zeros(values.size, np.bool_)
    ends = []
    inside = np.empty((suits, distance.shape[1]), np.int64)
    count = np.empty(suits, np.int64)
    at = np.empty(suits, np.int64)
    for start in range(values.size):
        if marked[start]:
            continue
        low = _climb(digits, strides, distance, steps, values, start, -1)
        high = _climb(digits, strides, distance, steps, values, start, 1)
        ends.append((low, high))
        for k in range(suits):
            count[k] = 0
            at[k] = 0
            for z in range(distance.shape[1]):
                if between[k, digits[low, k], digits[high, k], z]:
                    inside[k, count[k]] = z
                    count[k] += 1
        while True:
            base = 0
            for k in range(suits - 1):
                base += inside[k, at[k]] * strides[k]
            for z in range(count[suits - 1]):
                marked[base + inside[suits - 1, z]] = True
            k = suits - 2
            while k >= 0:
                at[k] += 1
                if at[k] < count[k]:
                    break
                at[k] = 0
                k -= 1
            if k < 0:
                break
    found = np.empty((len(ends), 2), np.int64)
    for i in range(len(ends)):
        found[i, 0] = ends[i][0]
        found[i, 1] = ends[i][1]
    return found


def removal(grid: Grid, values: Ints, poles: Ints, guides: Sequence[Ints]) -> list[Ints]:
    """Return for each guide the cost of removing a row's tentpoles [weightings, poles + 1].

    A guide [weightings, valuations] gives each valuation its weights. The cost is the weight of the
    valuations that are no longer answered exactly, for each number of tentpoles left. Each step
    removes the tentpole with the least cost by the guide's first weighting; of several with the
    same cost, the first.
    """
    starts, bounded = _bounded(grid.digits, grid.strides, grid.distance, values, poles)
    return [_removal(starts, bounded, weights) for weights in guides]


@kernel
def _bounded(
    digits: Digits, strides: Ints, distance: Ints, values: Ints, poles: Ints
) -> tuple[Ints, Small]:
    """Return the valuations that each tentpole bounds sharply: from above, then from below.

    For tentpole p the first are at starts[2 p] to starts[2 p + 1], the second from there to
    starts[2 p + 2].
    """
    suits = strides.size
    run = strides[suits - 2] if suits > 1 else values.size  # in a run only the last suit changes
    starts = np.zeros(2 * poles.size + 1, np.int64)
    bounded = np.empty(0, np.int32)
    for fill in range(2):
        at = 0
        for p in range(poles.size):
            pole = poles[p]
            last = distance[suits - 1, digits[pole, suits - 1]]
            for way in range(2):
                starts[2 * p + way] = at
                sign = 1 - 2 * way
                for first in range(0, values.size, run):
                    apart = 0
                    for k in range(suits - 1):
                        apart += distance[k, digits[pole, k], digits[first, k]]
                    for z in range(run):
                        if sign * (values[first + z] - values[pole]) == apart + last[z]:
                            if fill:
                                bounded[at] = first + z
                            at += 1
        starts[2 * poles.size] = at
        if not fill:
            bounded = np.empty(at, np.int32)
    return starts, bounded


@kernel
def _removal(starts: Ints, bounded: Small, weights: Ints) -> Ints:
    n = starts.size // 2
    count, names = _counted(starts, bounded, weights.shape[1])
    missed = np.zeros(n, np.int64)  # weight lost without each tentpole
    left = np.ones(n, np.bool_)
    costs = np.zeros((weights.shape[0], n + 1), np.int64)
    for z in range(weights.shape[1]):
        if _answered(count, z):
            _blame(count, names, missed, z, weights[0, z])
        else:
            costs[:, n] += weights[:, z]
    for kept in range(n, 0, -1):
        least = -1
        for p in range(n):
            if left[p] and (least < 0 or missed[p] < missed[least]):
                least = p
        left[least] = False
        costs[:, kept - 1] = costs[:, kept]
        for way in range(2):
            for z in bounded[starts[2 * least + way] : starts[2 * least + way + 1]]:
                if not _answered(count, z):
                    continue
                _blame(count, names, missed, z, -weights[0, z])
                count[way, z] -= 1
                names[way, z] -= least
                if _answered(count, z):
                    _blame(count, names, missed, z, weights[0, z])
                else:
                    costs[:, kept - 1] += weights[:, z]
    return costs


@kernel
def _counted(starts: Ints, bounded: Small, size: Any) -> tuple[Small, Small]:
    """Count the tentpoles that bound each valuation sharply, [2, valuations]; sum their indices.

    If a single tentpole is left, the sum is its index.
    """
    count = np.zeros((2, size), np.int32)
    names = np.zeros((2, size), np.int32)
    for p in range(starts.size // 2):
        for way in range(2):
            for z in bounded[starts[2 * p + way] : starts[2 * p + way + 1]]:
                count[way, z] += 1
                names[way, z] += p
    return count, names


@kernel
def _answered(count: Small, z: Any) -> Any:
    return count[0, z] > 0 and count[1, z] > 0


@kernel
def _blame(count: Small, names: Small, missed: Ints, z: Any, weight: Any) -> None:
    """Add a valuation's weight to each tentpole without which it would not be answered exactly."""
    if count[0, z] == 1:
        missed[names[0, z]] += weight
    if count[1, z] == 1 and (count[0, z] != 1 or names[0, z] != names[1, z]):
        missed[names[1, z]] += weight

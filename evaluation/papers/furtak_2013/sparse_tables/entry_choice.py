"""The choice of the entries of sparse rows under a budget (Furtak's thesis, 2013, chapter 8).

The cost curve of a row gives the weight of the valuations that are not answered exactly, as a
function of the number of entries kept.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.games.jit import kernel

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


def half_row(curve: Ints, whole: int) -> Ints:
    """Return the cost curve of a row that may also be stored as a half row.

    A half row has only the sources or only the sinks of a row. It has `whole` entries, and if all
    of them are kept it answers every valuation exactly.
    """
    return np.append(curve[:whole], 0)


def greedy(curves: Sequence[Ints], measured: Sequence[Ints] | None = None) -> Ints:
    """Return the total cost by number of entries if the cheapest entry is removed at each step.

    The curves determine which entry is the cheapest; the costs are those of `measured`, if given.
    """
    # Entries of a row can only be removed in order. Sorting by running maxima gives the same order
    # as a heap that holds the next entry of each row.
    losses = [-np.diff(curve)[::-1] for curve in curves]
    order = np.argsort(
        np.concatenate([np.maximum.accumulate(row) for row in losses]), kind="stable"
    )
    of = curves if measured is None else measured
    lost = np.concatenate([-np.diff(curve)[::-1] for curve in of])[order]
    whole = sum(int(curve[-1]) for curve in of)
    return np.append(whole, whole + np.cumsum(lost))[::-1]


def best(curves: Sequence[Ints]) -> Ints:
    """Return the least total cost by the number of entries kept; the rows are merged in pairs."""
    merged = list(curves)
    while len(merged) > 1:
        pairs = [merge(a, b) for a, b in zip(merged[::2], merged[1::2], strict=False)]
        merged = pairs + merged[2 * len(pairs) :]
    return merged[0]


def merge(a: Ints, b: Ints) -> Ints:
    """Return the minimum of a[i] + b[k - i] for each k.

    The lower convex hulls of both give a lower bound that is convex in i. The search goes outward
    from the minimum of this bound until no sum can be smaller. For convex curves the time is
    linear.
    """
    return _merge(a, b, hull(a), hull(b))


def hull(curve: Ints) -> Floats:
    """Return the largest convex function that is nowhere above a curve."""
    corners = _corners(curve)
    return np.interp(np.arange(len(curve)), corners, curve[corners])


@kernel
def _corners(curve: Ints) -> Ints:
    corners = np.empty(curve.size, np.int64)
    n = 0
    for k in range(curve.size):
        while n > 1:
            i, j = corners[n - 2], corners[n - 1]
            if (curve[j] - curve[i]) * (k - i) < (curve[k] - curve[i]) * (j - i):
                break
            n -= 1
        corners[n] = k
        n += 1
    return corners[:n]


@kernel
def _merge(a: Ints, b: Ints, under_a: Floats, under_b: Floats) -> Ints:
    least = np.empty(a.size + b.size - 1, np.int64)
    start = 0
    for k in range(least.size):
        first, last = max(0, k - b.size + 1), min(a.size - 1, k)
        start = min(max(start, first), last)
        while start < last and (
            under_a[start + 1] + under_b[k - start - 1] <= under_a[start] + under_b[k - start]
        ):
            start += 1
        found = a[start] + b[k - start]
        i = start - 1
        while i >= first and under_a[i] + under_b[k - i] < found - 0.5:  # sums are whole numbers
            found = min(found, a[i] + b[k - i])
            i -= 1
        i = start + 1
        while i <= last and under_a[i] + under_b[k - i] < found - 0.5:
            found = min(found, a[i] + b[k - i])
            i += 1
        least[k] = found
    return least

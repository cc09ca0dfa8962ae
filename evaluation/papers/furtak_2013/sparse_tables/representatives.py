"""The first version of look-up tables (Furtak and Buro 2011, section 3.4).

All ownerships of a split store values for the same valuations, the representatives, in one byte
each. The representatives of a split are all combinations of those of its suits. Those of a suit are
chosen so that its valuations have a small mean distance from the nearest of them. A dynamic
programme distributes a budget among splits and suits. In the paper, representatives need not be
valuations of real cards; ours are.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.papers.furtak_2013.sparse_tables.table_rows import (
    Group,
    Split,
    domain_of,
    group_of,
)
from vorhand.evaluation.papers.furtak_2013.sparse_tables.tentpoles import Grid
from vorhand.evaluation.training.skat_table_index import Kind
from vorhand.games.jit import kernel
from vorhand.native.studies import trump_splits

Ints: TypeAlias = npt.NDArray[np.int64]


def apart(group: Group) -> Ints:
    """Return the distances between the valuations of a suit, int64 [n, n]."""
    gaps: Ints = np.abs(group.worths[:, None] - group.worths[None, :]).sum(axis=2)
    return gaps


def nearest(distance: Ints, number: int) -> tuple[int, ...]:
    """Choose this many valuations, such that all have a small mean distance from the nearest one.

    They are added one by one, then exchanged for others as long as that helps.
    """
    chosen: list[int] = []
    for _ in range(number):
        chosen.append(_added(distance, chosen))
    before = np.inf
    while (now := distance[:, chosen].min(axis=1).sum()) < before:
        before = now
        for place in range(number):
            others = chosen[:place] + chosen[place + 1 :]
            candidate = _added(distance, others)
            if distance[:, [*others, candidate]].min(axis=1).sum() < now:
                chosen[place] = candidate
                now = distance[:, chosen].min(axis=1).sum()
    return tuple(sorted(chosen))


def _added(distance: Ints, chosen: Sequence[int]) -> int:
    near = distance[:, list(chosen)].min(axis=1) if chosen else np.full(len(distance), 1 << 30)
    return int(np.minimum(near[:, None], distance).sum(axis=0).argmin())


@cache
def _of_suit(kind: Kind, trumps: bool, length: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return mean distance and valuations for each number of representatives, from 1 up."""
    distance = apart(group_of(kind, trumps, length))
    found = []
    for number in range(1, len(distance) + 1):
        chosen = nearest(distance, number)
        found.append((float(distance[:, chosen].min(axis=1).mean()), chosen))
    return found


Choice: TypeAlias = tuple[float, list[tuple[int, ...]]]
"""The mean distance of a split's valuations, and the representatives of each suit."""


def _of_split(kind: Kind, split: Split, budget: int) -> dict[int, Choice]:
    """Map each number of representatives to the best choice of that size.

    Leave out sizes that are no better than a smaller one.
    """
    choices: dict[int, Choice] = {1: (0.0, [])}
    for k, length in enumerate(split):
        more: dict[int, Choice] = {}
        for number, (error, chosen) in choices.items():
            options = _of_suit(kind, k == len(split) - 1, length)
            for extra, (further, of_suit) in enumerate(options, 1):
                if number * extra > budget:
                    break
                if (product := number * extra) not in more or error + further < more[product][0]:
                    more[product] = (error + further, [*chosen, of_suit])
        choices = {}
        least = np.inf
        for number in sorted(more):
            if more[number][0] < least:
                least = more[number][0]
                choices[number] = more[number]
    return choices


@cache
def shared_out(kind: Kind, cards: int, budget: int) -> dict[Split, Choice]:
    """Choose representatives for every split, at most `budget` in total, by the mean distance.

    The mean is over all valuations of all splits; every split has the same number of ownerships.
    """
    splits = [tuple(split) for split in trump_splits(kind, cards)]
    least = np.full(budget + 1, np.inf)
    least[0] = 0
    taken = []
    for split in splits:
        size = domain_of(kind, split).size
        after = np.full(budget + 1, np.inf)
        by = np.zeros(budget + 1, np.int64)
        choices = _of_split(kind, split, budget - len(splits) + 1)
        for number, (error, _) in choices.items():
            with_it = least[: budget + 1 - number] + size * error
            better = with_it < after[number:]
            after[number:][better] = with_it[better]
            by[number:][better] = number
        taken.append((choices, by))
        least = after
    found = {}
    left = int(least.argmin())
    for split, (choices, by) in zip(reversed(splits), reversed(taken), strict=True):
        found[split] = choices[int(by[left])]
        left -= int(by[left])
    return found


def widths(grid: Grid, values: Ints, chosen: Sequence[Sequence[int]]) -> Ints:
    """Return the width in points of the bounds that the representatives give for each valuation."""
    places: Ints = np.zeros(1, np.int64)
    for numbers, stride in zip(chosen, grid.strides, strict=True):
        places = np.add.outer(places, np.array(numbers) * stride).ravel()
    return _widths(grid.digits, grid.distance, values, places)


@kernel
def _widths(digits: npt.NDArray[np.uint8], distance: Ints, values: Ints, places: Ints) -> Ints:
    found = np.empty(values.size, np.int64)
    for z in range(values.size):
        low, high = -1000, 1000
        for place in places:
            apart = 0
            for k in range(digits.shape[1]):
                apart += distance[k, digits[place, k], digits[z, k]]
            low = max(low, values[place] - apart)
            high = min(high, values[place] + apart)
        found[z] = (high - low) // 2
    return found

"""Chance outcomes from random numbers."""

from __future__ import annotations

import bisect
import itertools
import operator
from collections.abc import Sequence

_PROBABILITY = operator.itemgetter(1)


def draw(outcomes: Sequence[tuple[int, float]], uniform: float) -> int:
    """The chance outcome that a number from 0 (included) to 1 (excluded) stands for."""
    sums = list(itertools.accumulate(map(_PROBABILITY, outcomes)))
    place = bisect.bisect_right(sums, uniform * sums[-1])
    return outcomes[min(place, len(outcomes) - 1)][0]

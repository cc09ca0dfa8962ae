"""Sizes of tests (small in the commit suite, full in the extended suite), and odds."""

from collections.abc import Iterable
from typing import Any

import pytest

LEAST_P = 1e-6  # a correct program fails a statistical test with one in a million sets of seeds


def sizes(small: Any, full: Any, *long: Any) -> list[Any]:
    """Return values of a parameter: for the commit suite, the extended suite, and the night."""
    return [small, *large(full, *long)]


def large(full: Any, *long: Any) -> list[Any]:
    """Return values of a parameter: for the extended suite, and the night."""
    nightly = [pytest.param(value, marks=pytest.mark.nightly) for value in long]
    return [pytest.param(full, marks=pytest.mark.extended), *nightly]


def few(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parameter; all but the first `count` are for the extended suite."""
    return [
        case if number < count else pytest.param(case, marks=pytest.mark.extended)
        for number, case in enumerate(cases)
    ]

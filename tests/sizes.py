"""Sizes of tests (small in the commit suite, full at night), and odds."""

from collections.abc import Iterable
from typing import Any

import pytest

LEAST_P = 1e-6  # a correct program fails a statistical test with one in a million sets of seeds


def sizes(small: Any, full: Any) -> list[Any]:
    """Return values of a parameter: for the commit suite, and for the night."""
    return [small, pytest.param(full, marks=pytest.mark.nightly)]


def large(full: Any, long: Any) -> list[Any]:
    """Return values of a parameter: for the extended suite, and for the night."""
    return [
        pytest.param(full, marks=pytest.mark.extended),
        pytest.param(long, marks=pytest.mark.nightly),
    ]


def few(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parameter; all but the first `count` are for the night."""
    return [
        case if number < count else pytest.param(case, marks=pytest.mark.nightly)
        for number, case in enumerate(cases)
    ]

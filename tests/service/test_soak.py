"""Measurements of a server over many deals."""

import pytest

from vorhand.service.load.growth import measure
from vorhand.service.load.soak import Sample, growth


@pytest.mark.nightly
def test_a_journal_grows_by_its_entries_and_what_is_forgotten_is_used_again() -> None:
    found = measure("python_schnapsen", 600)  # with fewer, half-empty pages take a third
    assert found.deals == 600
    assert found.actions > 5 * found.deals
    assert 30 < found.per_action < 200  # bytes: an entry is one row
    assert found.given_back > 0.7
    assert found.again < 1.15 * found.full
    assert found.copied < 1.15 * found.full


def test_growth_is_that_of_the_later_samples() -> None:
    filling = [Sample(deals, 100 * deals, deals) for deals in range(1, 51)]
    flat = [Sample(deals, 5000 + 2 * deals, 50 + deals // 10) for deals in range(51, 101)]
    found = growth([*filling, *flat])
    assert (found.first.deals, found.last.deals) == (51, 100)
    assert abs(found.resident_bytes - 2048) < 1
    assert 0.09 < found.blocks < 0.11

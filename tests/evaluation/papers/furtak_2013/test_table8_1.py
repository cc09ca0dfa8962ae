"""Counts of positions as look-up tables index them, against plain enumeration."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.training.skat_table_index import (
    Kind,
    ownerships,
    split_valuations,
    splits,
    valuations,
)
from vorhand.native import skat

JACK, CLUBS = 7, 3


def told_by(kind: Kind, cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the card points by rank: trumps (in a grand: jacks), then other suits in any order.

    The game is clubs or a grand.
    """
    trumps: list[int] = []
    sides: list[list[int]] = [[], [], [], []]
    for card in cards:
        suit, rank = divmod(card, 8)
        is_trump = rank == JACK or (kind == "suit" and suit == CLUBS)
        (trumps if is_trump else sides[suit]).append(card)
    trumps.sort(key=lambda card: (card % 8 == JACK, card % 8))
    points = [[skat.card_points(1 << card) for card in sorted(side)] for side in sides]
    if kind == "suit":
        del points[CLUBS]
    ordered = sorted(map(tuple, points), key=lambda side: (-len(side), side))
    return (tuple(skat.card_points(1 << card) for card in trumps), *ordered)


@pytest.mark.parametrize("kind", ["suit", "grand"])
def test_valuations_are_those_of_real_cards(kind: Kind) -> None:
    """Compare all sets of three cards."""
    found = {told_by(kind, cards) for cards in itertools.combinations(range(32), 3)}
    assert len(found) == valuations(kind, 1)
    assert {tuple(map(len, told)) for told in found} == set(splits(kind, 1))
    for split in splits(kind, 1):
        here = {told for told in found if tuple(map(len, told)) == split}
        assert len(here) == split_valuations(kind, split)


@pytest.mark.parametrize("kind", ["suit", "grand"])
def test_no_position_has_a_split_or_valuation_too_many(kind: Kind) -> None:
    """Random sets of six cards have known splits, and no more valuations than counted."""
    rng = random.Random(2)
    found = {told_by(kind, rng.sample(range(32), 6)) for _ in range(10_000)}
    by_split: dict[tuple[int, ...], int] = {}
    for told in found:
        split = tuple(map(len, told))
        by_split[split] = by_split.get(split, 0) + 1
    assert by_split.keys() <= set(splits(kind, 2))
    assert all(seen <= split_valuations(kind, split) for split, seen in by_split.items())


def test_ownerships_are_those_of_plain_enumeration() -> None:
    for cards in (1, 2):
        assert len(set(itertools.permutations([0, 1, 2] * cards))) == ownerships(cards)


def test_all_counts_are_those_of_the_thesis(tmp_path: Path) -> None:
    found = experiment("furtak-table8.1")
    rows = run(found, settings_for(found), tmp_path).rows
    assert len(rows) == 50
    assert [row for row in rows if row.ours.value != row.paper] == []

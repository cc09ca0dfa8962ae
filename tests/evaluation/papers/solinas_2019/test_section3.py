"""The probabilities of all worlds of a first lead."""

import itertools
import math

import numpy as np
import pytest

from vorhand.agents.skat.beliefs.card_location import Located, shipped
from vorhand.evaluation.papers.solinas_2019 import section3
from vorhand.games.skat.cards import card_list


def brute_force(table: section3.Floats, sizes: tuple[int, ...]) -> list[float]:
    """Return the products of all ways to put cards in places of these sizes."""
    places = range(len(sizes))
    ways = itertools.product(places, repeat=len(table))
    return [
        math.prod(float(row[place]) for row, place in zip(table, way, strict=True))
        for way in ways
        if all(way.count(place) == size for place, size in zip(places, sizes, strict=True))
    ]


@pytest.mark.parametrize("sizes", [(2, 3, 1), (3, 3, 2), (1, 1, 1), (4, 0, 2), (1, 0, 0)])
def test_every_world_has_the_product_of_its_cards(sizes: tuple[int, ...]) -> None:
    rng = np.random.default_rng(sum(sizes))
    table = rng.random((sum(sizes), len(sizes)), np.float32)
    found = np.concatenate([part.ravel() for part in section3.products(table, sizes)])
    assert sorted(found) == pytest.approx(sorted(brute_force(table, sizes)), rel=1e-5)


def test_a_defender_knows_no_card_of_22_before_the_first_lead() -> None:
    for number in range(5):
        view = section3._lead_in_defence(0, number)
        assert view.player == 0 != view.soloist
        hidden = card_list(view.hidden)
        assert len(hidden) == 22
        table = Located(shipped("bdci")).shares(view)[hidden]
        assert table[:, section3._places(view)].sum(axis=1) == pytest.approx(1)

"""Minimum proof trees of Skat endings: equal to plain recursion, smaller than every search.

The recursion itself is compared with all proofs of small trees in tests/native/test_laboratory.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from vorhand.evaluation.bench.skat.proof_trees import effort
from vorhand.games.skat.solve import OpenPosition
from vorhand.native import skat, studies
from vorhand.tests.native.skat_positions import Position, random_position
from vorhand.tests.sizes import sizes

NEVER = float("inf")


def points_left(position: Position) -> int:
    table = sum(1 << card for card in position.trick)
    return skat.card_points(table | position.hands[0] | position.hands[1] | position.hands[2])


def proof(position: Position, target: int, at_least: bool) -> float:
    """Return the least number of nodes that prove a bound on the points to come."""
    if target <= 0 if at_least else target >= points_left(position):
        return 0
    left = position.hands[position.to_move].bit_count()
    if left == 0 or (left == 1 and not position.trick):
        value = int(studies.minimax(position.worlds, *position.setting)[0])
        return 1 if (value >= target if at_least else value <= target) else NEVER
    moves = [position.play(card) for card in position.legal()]
    sizes = [proof(after, target - won, at_least) for after, won in moves]
    one_is_enough = (position.to_move == position.soloist) == at_least
    return 1 + (min(sizes) if one_is_enough else sum(sizes))


def test_sizes_of_skat_endings() -> None:
    rng = np.random.default_rng(3)
    for i in range(60):
        position = random_position(rng, 1 + i % 3, contract=int(rng.integers(5)))
        value, *sizes = studies.minimum_proof(position.worlds, *position.setting)
        assert value == studies.minimax(position.worlds, *position.setting)[0]
        at_least, at_most = (proof(position, value, bound) for bound in (True, False))
        assert sizes[:2] == [at_least, at_most]
        assert max(at_least, at_most) <= sizes[2] <= at_least + at_most


@pytest.mark.parametrize("count", sizes(50, 300))
def test_no_tree_search_visits_less(count: int) -> None:
    rng = np.random.default_rng(4)
    equal = 0
    for i in range(count):
        position = random_position(rng, 3 + i % 4, contract=int(rng.integers(5)))
        nodes = effort(
            OpenPosition(
                position.hands,
                position.contract,
                position.soloist,
                position.leader,
                tuple(position.trick),
            )
        )
        assert nodes.bare >= nodes.minimum
        equal += nodes.bare == nodes.minimum
    assert count / 15 < equal < count * 14 / 15

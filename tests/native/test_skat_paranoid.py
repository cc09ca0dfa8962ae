"""Paranoid search against lists of all worlds."""

import itertools
import random
from typing import Any

import numpy as np
import pytest

from vorhand.games.skat.cards import card_list, card_set
from vorhand.native import skat, skat_solver, studies
from vorhand.tests.native.interrupts import check_interrupt

unlosable: Any = skat_solver.unlosable
unlosable_moves: Any = skat_solver.unlosable_moves


@pytest.mark.parametrize("on_table", [0, 2])
def test_moves_with_open_hands_are_those_of_the_solver(on_table: int) -> None:
    """Compare every goal, with the soloist to lead or to complete the trick."""
    rng = random.Random(8)
    seen = set()
    for contract in [*range(6)] * 20:
        cards, leader = rng.randint(2, 5), on_table // 2
        dealt = rng.sample(range(32), 3 * cards)
        hands = [card_set(dealt[k * cards : (k + 1) * cards]) for k in range(3)]
        trick: list[int] = []
        for seat in range(1, 1 + on_table):
            legal = skat.legal_cards(contract, hands[seat], trick[0] if trick else -1)
            trick.append(rng.choice(card_list(legal)))
            hands[seat] -= 1 << trick[-1]
        holds = [hand.bit_count() for hand in hands[1:]]
        position = contract, hands[0], hands[1] | hands[2], hands[1:], holds, leader, trick
        world = np.array([hands], np.uint32)
        goals = {"points": "moves", "every_trick": "moves_takes_all"}
        for goal, question in ({"no_trick": "moves"} if contract == 5 else goals).items():
            found = skat_solver.solve(world, contract, 0, leader, trick, question=question)[0]
            values = np.asarray(found)[0]
            need = max(1, int(values.max()))
            for card, verdict in enumerate(unlosable_moves(*position, goal, need)):
                assert verdict == (-2 if values[card] < 0 else values[card] >= need)
                seen.add((goal, verdict))
    assert seen == set(itertools.product(("points", "every_trick", "no_trick"), (-2, 0, 1)))


def test_budget_and_bad_positions() -> None:
    own = card_set([7, 15, 23, 31, 0, 1, 8, 9, 16, 17])
    unseen = card_set([card for card in range(32) if not own >> card & 1][:20])
    position: tuple[Any, ...] = (4, own, unseen, [unseen, unseen], [10, 10], 1, [])
    assert -1 in {unlosable(*position, "points", need, 1)[0] for need in range(3, 60)}
    for need in range(20, 121, 10):  # a budget never changes an answer, but may prevent it
        settled = unlosable(*position, "points", need, 0)[0]
        for budget in (2, 5, 20, 60, 2**63):
            assert unlosable(*position, "points", need, budget)[0] in (settled, -1)
    with pytest.raises(ValueError, match="goal no_trick: expected points or every_trick"):
        unlosable(*position, "no_trick")
    changes: list[tuple[dict[int, Any], str]] = [
        ({1: own | unseen}, "cards: expected each in one place"),
        ({4: [9, 10]}, "hands: expected the same size"),
        ({3: [own, unseen]}, "cards: expected each in one place"),
        ({3: [1 << 24, unseen]}, "may: expected a world"),
    ]
    for change, text in changes:
        bad: list[Any] = [change.get(k, part) for k, part in enumerate(position)]
        with pytest.raises(ValueError, match=text):
            unlosable(*bad, "points", 1)
    with pytest.raises(ValueError, match="the soloist is not to move"):
        unlosable_moves(*position, "points", 1)


GRAND: tuple[Any, ...] = (
    4,
    0x810283A5,
    0x7EFD7C5A,
    [0x7EFD7C5A] * 2,
    [10, 10],
    0,
    [],
    "points",
    20,
)


def sampled_worlds(count: int) -> np.ndarray:
    """Return sampled worlds of the grand of these tests."""
    rng = random.Random(5)
    deals = [rng.sample(card_list(GRAND[2]), 20) for _ in range(count)]
    return np.array(
        [[GRAND[1], card_set(deal[:10]), card_set(deal[10:])] for deal in deals], np.uint32
    )


@pytest.mark.parametrize("search", ["unlosable", "unlosable_moves", "achievable_sets"])
def test_an_interrupt_ends_a_long_search(search: str) -> None:
    """Each search would run for over 45 s."""
    module: Any = skat_solver
    arguments: tuple[Any, ...] = GRAND
    if search == "achievable_sets":
        module = studies
        arguments = (sampled_worlds(200), 4, 0, [], "points", np.full(200, 20, np.int32))
    check_interrupt(getattr(module, search), *arguments)

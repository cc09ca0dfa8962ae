"""Paranoid search against lists of all worlds."""

import _thread
import itertools
import random
import signal
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from vorhand.native import skat, skat_solver, studies

NULL, ALL = 5, 0xFFFFFFFF
unlosable: Any = skat_solver.unlosable
unlosable_moves: Any = skat_solver.unlosable_moves
World = tuple[int, int]  # the defenders' hands


def cards_of(cards: int) -> list[int]:
    return [card for card in range(32) if cards >> card & 1]


def mask(cards: "list[int] | tuple[int, ...]") -> int:
    return sum(1 << card for card in cards)


@dataclass
class Ending:
    """A random position of the soloist; voids of the defenders are known."""

    contract: int
    own: int
    unseen: int
    may: list[int]
    holds: list[int]
    leader: int
    trick: list[int]

    def worlds(self) -> list[World]:
        """Every pair of hands that the defenders may hold."""
        first = itertools.combinations(cards_of(self.may[0]), self.holds[0])
        found = []
        for hand in map(mask, first):
            rest = cards_of(self.may[1] & ~hand)
            found += [(hand, mask(other)) for other in itertools.combinations(rest, self.holds[1])]
        return found

    def arguments(self) -> tuple[Any, ...]:
        return (
            self.contract,
            self.own,
            self.unseen,
            self.may,
            self.holds,
            self.leader,
            self.trick,
        )


def draw(rng: random.Random, cards: int, contract: int) -> Ending:
    """Draw hands of `size` cards at the beginning of a trick, with or without an unknown skat."""
    hidden = rng.choice((0, 0, 2))
    dealt = rng.sample(range(32), 3 * cards + hidden)
    hands = [dealt[k * cards : (k + 1) * cards] for k in range(3)]
    leader = rng.randrange(3)
    trick: list[int] = []
    for k in range(rng.choice((0, 0, 1, 2))):
        seat = (leader + k) % 3
        legal = skat.legal_cards(contract, mask(hands[seat]), trick[0] if trick else -1)
        trick.append(rng.choice(cards_of(legal)))
        hands[seat].remove(trick[-1])
    unseen = mask(hands[1]) | mask(hands[2]) | mask(dealt[3 * cards :])
    may = []
    for seat in (1, 2):
        allowed = unseen
        for led in range(32):
            suit = skat.legal_cards(contract, ALL, led)
            if not suit & mask(hands[seat]) and rng.random() < 0.05:
                allowed &= ~suit
        may.append(allowed)
    holds = [len(hands[1]), len(hands[2])]
    return Ending(contract, mask(hands[0]), unseen, may, holds, leader, trick)


def reaches(ending: Ending, worlds: list[World], goal: str, need: int) -> bool:
    """Solve by the definition: the soloist acts on their view, every world has to succeed."""
    seat = (ending.leader + len(ending.trick)) % 3
    if not ending.own and not ending.trick and not any(worlds[0]):
        skat_points = (skat.card_points(ending.unseen & ~(a | b)) for a, b in worlds)
        return goal != "points" or min(skat_points) >= need
    led = ending.trick[0] if ending.trick else -1
    if seat == 0:
        moves = cards_of(skat.legal_cards(ending.contract, ending.own, led))
        return any(after(ending, worlds, card, goal, need) for card in moves)
    moves_of = {w: skat.legal_cards(ending.contract, w[seat - 1], led) for w in worlds}
    union = 0
    for legal in moves_of.values():
        union |= legal
    return all(
        after(ending, [w for w in worlds if moves_of[w] >> card & 1], card, goal, need)
        for card in cards_of(union)
    )


def after(ending: Ending, worlds: list[World], card: int, goal: str, need: int) -> bool:
    gone = ~(1 << card)
    worlds = [(a & gone, b & gone) for a, b in worlds]
    own, unseen = ending.own & gone, ending.unseen & gone
    trick, leader = [*ending.trick, card], ending.leader
    if len(trick) == 3:
        winner = (leader + skat.trick_winner(ending.contract, *trick)) % 3
        if (goal == "no_trick" and winner == 0) or (goal == "every_trick" and winner != 0):
            return False
        if winner == 0:
            need -= skat.card_points(mask(trick))
        trick, leader = [], winner
    left = Ending(ending.contract, own, unseen, [], [], leader, trick)
    return reaches(left, worlds, goal, need)


def goals(contract: int) -> list[str]:
    return ["no_trick"] if contract == NULL else ["points", "every_trick"]


@pytest.mark.extended
@pytest.mark.parametrize("contract", range(6))
@pytest.mark.parametrize(("cards", "count"), [(1, 60), (2, 200), (3, 100), (4, 12)])
def test_equals_the_search_over_lists_of_worlds(contract: int, cards: int, count: int) -> None:
    """Endings of up to four cards, some with an unknown skat, in the middle of a trick too."""
    rng = random.Random(100 * contract + cards)
    verdicts = {0: 0, 1: 0}
    for _ in range(count):
        ending = draw(rng, cards, contract)
        worlds = ending.worlds()
        while len(worlds) > 400:
            ending = draw(rng, cards, contract)
            worlds = ending.worlds()
        for goal in goals(contract):
            most = skat.card_points(ending.own | ending.unseen | mask(ending.trick))
            need = rng.randint(0, most) if rng.random() < 0.5 else min(most, rng.randint(0, 15))
            found, _ = unlosable(*ending.arguments(), goal, need)
            assert found == reaches(ending, worlds, goal, need), (ending, goal, need)
            verdicts[found] += 1
            if (ending.leader + len(ending.trick)) % 3 == 0:
                moves = unlosable_moves(*ending.arguments(), goal, need)
                assert max(moves) == found
                led = ending.trick[0] if ending.trick else -1
                legal = skat.legal_cards(contract, ending.own, led)
                assert [value > -2 for value in moves] == [bool(legal >> c & 1) for c in range(32)]
                for card in cards_of(legal):
                    assert moves[card] == after(ending, worlds, card, goal, need)
    assert min(verdicts.values()) > 0


def test_an_open_hand_is_no_worse() -> None:
    """With every card known the paranoid value is that of the open hands."""
    rng = random.Random(7)
    for _ in range(300):
        cards = rng.randint(4, 7)
        dealt = rng.sample(range(32), 3 * cards)
        hands = [mask(dealt[k * cards : (k + 1) * cards]) for k in range(3)]
        contract, leader = rng.randrange(5), rng.randrange(3)
        world = np.array([hands], np.uint32)
        value = int(skat_solver.solve(world, contract, 0, leader)[0][0])
        position: tuple[Any, ...] = (
            contract,
            hands[0],
            hands[1] | hands[2],
            hands[1:],
            [cards, cards],
            leader,
            [],
        )
        assert unlosable(*position, "points", value)[0] == 1
        assert unlosable(*position, "points", value + 1)[0] == 0
        both = hands[1] | hands[2]
        hidden: tuple[Any, ...] = (
            contract,
            hands[0],
            both,
            [both, both],
            [cards, cards],
            leader,
            [],
        )
        assert unlosable(*hidden, "points", value + 1, 100_000)[0] <= 0


def test_budget_and_bad_positions() -> None:
    own = mask([7, 15, 23, 31, 0, 1, 8, 9, 16, 17])
    unseen = mask([card for card in range(32) if not own >> card & 1][:20])
    position: tuple[Any, ...] = (4, own, unseen, [unseen, unseen], [10, 10], 1, [])
    assert -1 in {unlosable(*position, "points", need, 1)[0] for need in range(3, 60)}
    for need in range(20, 121, 10):  # within a budget worlds that are hard refute nothing
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


class StoppedError(Exception):
    pass


def raise_it(*_: object) -> None:
    raise StoppedError


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
    """Worlds of that grand."""
    rng = random.Random(5)
    deals = [rng.sample(cards_of(GRAND[2]), 20) for _ in range(count)]
    return np.array([[GRAND[1], mask(deal[:10]), mask(deal[10:])] for deal in deals], np.uint32)


@pytest.mark.parametrize("search", ["unlosable", "unlosable_moves", "achievable_sets"])
def test_an_interrupt_ends_a_long_search(search: str) -> None:
    """Undisturbed the searches would still run after 45 s, and return no result before that.

    That a search returned is seen by its result, since no Python runs between both.
    """
    module: Any = skat_solver
    arguments: tuple[Any, ...] = GRAND
    if search == "achievable_sets":
        module = studies
        arguments = (sampled_worlds(200), 4, 0, [], "points", np.full(200, 20, np.int32))
    returned: list[object] = []
    before = signal.signal(signal.SIGINT, raise_it)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(StoppedError):
            returned.extend(itertools.starmap(getattr(module, search), [arguments]))
        assert returned == []
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)

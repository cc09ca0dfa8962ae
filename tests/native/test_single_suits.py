"""Tricks from single suits without search (Furtak's thesis, chapter 5), against brute force."""

from __future__ import annotations

import functools
import itertools
import random

import numpy as np
import pytest

from vorhand.native.tricks import Play, Terms, suit_tricks

NEVER = -100
NODES = (235_329, 422_233)


@functools.cache
def played(hands: tuple[tuple[int, ...], ...], lead: int, back: bool, aim: tuple[int, bool]) -> int:
    """The most tricks that the side of 0 and 2 takes if it stops in time, whatever others play.

    In each round it says which two cards it plays; then the others play any card of the suit, or
    none if they have none.

    Args:
        hands: cards by seat.
        lead: the seat to lead.
        back: whether seat 2 has won a trick.
        aim: who is to lead when they stop, and whether seat 2 must have won one.
    """
    end, helped = aim
    best = 0 if lead == end and (back or not helped) else NEVER
    for card in hands[lead]:
        for answer in hands[2 - lead] or (-1,):
            own = {lead: card, 2 - lead: answer}
            replies = itertools.product(hands[1] or (-1,), hands[3] or (-1,))
            best = max(best, min(after(hands, own, reply, back, aim) for reply in replies))
    return best


def after(
    hands: tuple[tuple[int, ...], ...],
    own: dict[int, int],
    reply: tuple[int, ...],
    back: bool,
    aim: tuple[int, bool],
) -> int:
    cards = (own[0], reply[0], own[2], reply[1])
    winner = cards.index(max(cards))
    if winner % 2:
        return NEVER
    left = tuple(
        tuple(c for c in hand if c != card) for hand, card in zip(hands, cards, strict=True)
    )
    return 1 + played(left, winner, back or winner == 2, aim)


def reference(owners: tuple[int, ...]) -> tuple[int, int, int]:
    hands = tuple(tuple(c for c, o in enumerate(owners) if o == seat) for seat in range(4))
    most = [played(hands, 0, False, aim) for aim in ((0, False), (2, True), (0, True))]
    return most[0], max(most[1], -1), max(most[2], -1)


@pytest.mark.parametrize(
    ("owners", "expected"),
    [
        ([1, 0], (1, -1, -1)),  # the ace
        ([0, 1, 2], (0, 1, -1)),  # a small one to the partner's ace
        ([1, 0, 0], (2, -1, -1)),  # king and ace
        ([0, 1, 2, 1, 2], (0, 1, -1)),  # no finesse: an opponent's choice is not waited for
        ([0, 2, 1, 2, 0], (2, 2, 2)),  # ace and king in two hands: there, and back
        ([0, 0, 2, 1], (0, -1, -1)),  # an opponent has the ace
    ],
)
def test_examples(owners: list[int], expected: tuple[int, int, int]) -> None:
    assert suit_tricks(owners) == expected == reference(tuple(owners))


@pytest.mark.extended
def test_equal_to_all_ways_to_play_up_to_five_cards_and_some_of_more() -> None:
    rng = random.Random(1)
    short = [o for n in range(6) for o in itertools.product(range(4), repeat=n)]
    longer = [tuple(rng.choices(range(4), k=rng.choice((6, 7)))) for _ in range(150)]
    for owners in short + longer:
        assert suit_tricks(list(owners)) == reference(owners), owners
        played.cache_clear()


def ending(rng: random.Random, cards: int) -> tuple[Play, np.ndarray]:
    """Without trumps, at the beginning of a trick; few suits for some, so that these are long."""
    pack = [4 * rank + suit for rank in range(13) for suit in range(4)]
    drawn = rng.sample(pack, 4 * cards)
    hands = [sum(1 << c for c in drawn[cards * k : cards * k + cards]) for k in range(4)]
    suits = [[4 * rank + suit for rank in range(13)] for suit in range(4)]
    terms = Terms(seats=4, suits=suits, side=rng.choice((0b0101, 0b1010)), trick_points=1)
    return Play(terms, hands, cards, rng.randrange(4)), np.array([hands], np.uint64)


def test_sure_tricks_are_made_against_best_defence() -> None:
    rng = random.Random(2)
    tight = 0
    for _ in range(2_000):
        play, hands = ending(rng, rng.randrange(1, 7))
        values = play.values(hands)[0]
        cards = play.cards_left(0)
        own = Terms(
            seats=4,
            suits=[[4 * rank + suit for rank in range(13)] for suit in range(4)],
            side=0b0101 << play.player % 2,
            trick_points=1,
        )
        best = Play(own, [play.hand(s) for s in range(4)], cards, play.player).values(hands)[0]
        sure = play.sure_tricks(hands)
        assert 0 <= sure <= best.max()
        assert best.max() in (values.max(), cards - values.min())
        tight += sure == best.max()
    assert tight > 400


def test_values_are_the_same_with_fewer_nodes() -> None:
    rng = random.Random(3)
    with_them = without = 0
    for _ in range(40):
        play, hands = ending(rng, 7)
        with_them += play.nodes(hands)
        without += play.nodes(hands, single_suits=False)
    assert (with_them, without) == NODES


def test_what_cannot_be_asked() -> None:
    play, hands = ending(random.Random(4), 3)
    play.play(int(play.legal_cards()).bit_length() - 1)
    with pytest.raises(ValueError, match="the beginning of a trick"):
        play.sure_tricks(np.array([[play.hand(seat) for seat in range(4)]], np.uint64))
    with pytest.raises(ValueError, match="eight cards or fewer"):
        suit_tricks([0] * 9)
    with pytest.raises(ValueError, match="expected 0 to 3"):
        suit_tricks([4])

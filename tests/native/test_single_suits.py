"""Bounds of tricks from single suits (Furtak's thesis, chapter 5): exact values, fewer nodes."""

import random

import numpy as np

from vorhand.native.tricks import Play
from vorhand.tests.native.tricks_reference import Game, Table

NODES = (235_329, 422_233)


def ending(rng: random.Random, cards: int) -> tuple[Play, Table]:
    """Return a deal without trumps, at the beginning of a trick, with partners opposite."""
    pack = [4 * rank + suit for rank in range(13) for suit in range(4)]
    drawn = rng.sample(pack, 4 * cards)
    hands = [sorted(drawn[cards * k : cards * k + cards]) for k in range(4)]
    game = Game(
        seats=4,
        suits=tuple(tuple(4 * rank + suit for rank in range(13)) for suit in range(4)),
        trump=-1,
        points=(0,) * 64,
        side=frozenset(rng.choice(((0, 2), (1, 3)))),
        kind="follow",
        trick_points=1,
        last_points=0,
        all_tricks=0,
    )
    table = Table(game, hands, rng.randrange(4), [])
    masks = [sum(1 << card for card in hand) for hand in hands]
    return Play(game.terms(), masks, cards, table.player), table


def rows(play: Play) -> np.ndarray:
    return np.array([[play.hand(seat) for seat in range(4)]], np.uint64)


def test_values_are_those_of_minimax() -> None:
    rng = random.Random(2)
    for _ in range(60):
        play, table = ending(rng, rng.randrange(1, 4))
        expected = [table.after(card).value() for card in sorted(table.legal())]
        assert play.values(rows(play))[0].tolist() == expected


def test_values_need_fewer_nodes() -> None:
    rng = random.Random(3)
    with_them = without = 0
    for _ in range(40):
        play, _ = ending(rng, 7)
        with_them += play.nodes(rows(play))
        without += play.nodes(rows(play), single_suits=False)
    assert (with_them, without) == NODES

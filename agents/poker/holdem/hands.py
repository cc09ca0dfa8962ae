"""Comparison of poker hands.

A card is rank * 4 + suit: deuce to ace 0..12, clubs to spades 0..3.
"""

import numpy as np
import numpy.typing as npt

from vorhand.games.jit import kernel

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = 52

Cards = npt.NDArray[np.int8]

_CATEGORY = 13**5  # multiplier of the category; five ranks in base 13 complete a hand's number


def cards_of(text: str) -> list[int]:
    """Parse the cards of a text such as ``Ah3c``."""
    pairs = zip(text[::2], text[1::2], strict=True)
    return [RANKS.index(rank) * 4 + SUITS.index(suit) for rank, suit in pairs]


@kernel
def straight(ranks: int) -> int:
    """Return the highest rank of a straight in a set of ranks (bits); far below 0: no straight."""
    for top in range(12, 3, -1):
        if (ranks >> (top - 4)) & 31 == 31:
            return top
    wheel = 0b1_0000_0000_1111
    return 3 if ranks & wheel == wheel else -9 * _CATEGORY


@kernel
def highest(ranks: int, count: int, strength: int) -> int:
    """Append the highest ``count`` ranks of a set to a number, in base 13."""
    for rank in range(12, -1, -1):
        if count and (ranks >> rank) & 1:
            strength = strength * 13 + rank
            count -= 1
    return strength


@kernel
def strength(cards: Cards) -> int:
    """Rate the best five of five to seven cards; a greater number wins, equal ones tie."""
    counts = np.zeros(13, np.int64)
    suits = np.zeros(4, np.int64)
    lengths = np.zeros(4, np.int64)
    for card in cards:
        counts[card >> 2] += 1
        suits[card & 3] |= 1 << (card >> 2)
        lengths[card & 3] += 1
    sets = np.zeros(5, np.int64)  # sets[k]: ranks held at least k times
    for rank in range(13):
        for times in range(1, counts[rank] + 1):
            sets[times] |= 1 << rank
    best = max(4 * _CATEGORY + straight(sets[1]), of_equals(sets))
    for suit in range(4):
        if lengths[suit] >= 5:
            flush = 5 * _CATEGORY + highest(suits[suit], 5, 0)
            best = max(best, flush, 8 * _CATEGORY + straight(suits[suit]))
    return best


@kernel
def of_equals(sets: npt.NDArray[np.int64]) -> int:
    """Rate the best hand by cards of equal rank; ``sets[k]``: ranks held at least k times."""
    if sets[4]:
        four = highest(sets[4], 1, 0)
        return 7 * _CATEGORY + highest(sets[1] & ~(1 << four), 1, four)
    if sets[3]:
        three = highest(sets[3], 1, 0)
        pairs = sets[2] & ~(1 << three)
        if pairs:
            return 6 * _CATEGORY + highest(pairs, 1, three)
        return 3 * _CATEGORY + highest(sets[1] & ~(1 << three), 2, three)
    if not sets[2]:
        return highest(sets[1], 5, 0)
    pair = highest(sets[2], 1, 0)
    others = sets[2] & ~(1 << pair)
    if others:
        low = highest(others, 1, 0)
        return 2 * _CATEGORY + highest(sets[1] & ~(1 << pair) & ~(1 << low), 1, pair * 13 + low)
    return _CATEGORY + highest(sets[1] & ~(1 << pair), 3, pair)


@kernel
def showdowns(own: Cards, others: Cards, boards: Cards) -> npt.NDArray[np.int8]:
    """Compare own with other cards: [n], 1 if own cards win, 0 at a tie, -1 if they lose.

    Own and other cards are [n, 2], boards [n, 5].
    """
    outcomes = np.empty(len(own), np.int8)
    hand = np.empty(7, np.int8)
    for row in range(len(own)):
        hand[2:] = boards[row]
        hand[:2] = own[row]
        ours = strength(hand)
        hand[:2] = others[row]
        theirs = strength(hand)
        outcomes[row] = 1 if ours > theirs else -1 if ours < theirs else 0
    return outcomes


def dealt(known: list[int], count: int, n: int, rng: np.random.Generator) -> Cards:
    """Draw unknown cards without replacement, int8 [n, count]."""
    left = np.setdiff1d(np.arange(DECK), known).astype(np.int8)
    return left[np.argpartition(rng.random((n, len(left))), count, axis=1)[:, :count]]

"""The number of entries of look-up tables of open-hand values: Furtak's thesis (2013), chapter 8.

Three things describe a position at the start of a trick with k cards per hand. Its *split* is the
number of cards left of each suit, up to the order of interchangeable suits; jacks are trumps in
suit games and a suit of their own in grand. Its *ownership* assigns each of the 3 k cards to a
hand, suit by suit and rank by rank. Its *valuation* is the card points along the ranks of each
suit.
"""

import itertools
import math
from collections import Counter
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["suit", "grand"]
KINDS: tuple[Kind, ...] = ("suit", "grand")
Split: TypeAlias = tuple[int, ...]
"""The length of trumps first (grand: jacks), then of the other suits, longest first."""

_SIDE = 7
_ZEROS = 3  # ranks without points: seven, eight and nine
_WORTHS = 4  # ranks with points: queen, king, ten and ace
_JACKS = 4


def ownerships(cards: int) -> int:
    """Return the number of ways to deal 3 k canonical cards to three hands of k."""
    return math.factorial(3 * cards) // math.factorial(cards) ** 3


def splits(kind: Kind, cards: int) -> list[Split]:
    """Return the splits of positions with this many cards per hand."""
    most, sides = (_SIDE + _JACKS, 3) if kind == "suit" else (_JACKS, 4)
    return [
        (trumps, *lengths)
        for trumps in range(most + 1)
        for lengths in itertools.combinations_with_replacement(range(_SIDE, -1, -1), sides)
        if trumps + sum(lengths) == 3 * cards
    ]


def side_valuations(length: int) -> int:
    """Count the sequences of card points that this many cards of a suit without jack can have."""
    return sum(math.comb(_WORTHS, length - z) for z in range(min(_ZEROS, length) + 1))


def trump_valuations(kind: Kind, length: int) -> int:
    """Count the sequences of card points of trumps, with jacks; in grand only jacks are trumps."""
    if kind == "grand":
        return 1
    return sum(side_valuations(length - jacks) for jacks in range(min(_JACKS, length) + 1))


def split_valuations(kind: Kind, split: Split) -> int:
    """Count the valuations of a split; suits of the same length are interchangeable."""
    count = trump_valuations(kind, split[0])
    for length, suits in Counter(split[1:]).items():
        count *= math.comb(side_valuations(length) + suits - 1, suits)
    return count


def valuations(kind: Kind, cards: int) -> int:
    """Count the valuations over all splits."""
    return sum(split_valuations(kind, split) for split in splits(kind, cards))


def shapes(kind: Kind, cards: int) -> int:
    """Count positions, ignoring the values of their cards; each leader counts separately.

    Side suits, with their owners, are interchangeable, so multisets of suits are counted.
    """
    counts = {(3 if kind == "suit" else 4, cards, cards, cards): 1}  # keys: suits and cards to deal
    for held in itertools.product(range(_SIDE + 1), repeat=3):
        if sum(held) > _SIDE:
            continue
        ways = math.factorial(sum(held)) // math.prod(map(math.factorial, held))
        more: Counter[tuple[int, int, int, int]] = Counter()
        for (suits, *left), count in counts.items():
            for n in range(suits + 1):
                rest = [a - n * b for a, b in zip(left, held, strict=True)]
                if min(rest) >= 0:
                    key = (suits - n, rest[0], rest[1], rest[2])
                    more[key] += count * math.comb(ways + n - 1, n)
        counts = dict(more)
    most = _SIDE + _JACKS if kind == "suit" else _JACKS
    return 3 * sum(
        count * math.factorial(sum(trumps)) // math.prod(map(math.factorial, trumps))
        for (suits, *trumps), count in counts.items()
        if suits == 0 and sum(trumps) <= most
    )

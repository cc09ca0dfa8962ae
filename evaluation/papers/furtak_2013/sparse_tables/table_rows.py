"""Rows of look-up tables for trump games: the value of a shape under every valuation.

A *shape* is a split, its ownership and the leader (`skat_table_index`). Its *row* has the value for
each *valuation*, a possible assignment of points to the cards (Furtak's thesis, 2013, chapter 8).
Here side suits of the same length are sorted by their owners. The thesis sorts them by their
valuations instead, which gives about as many positions. Values come from the solver's functions of
captured cards (`native/src/skat/studies/captures.hpp`) or, if these are too long, from the search.
"""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.training.skat_table_index import Kind
from vorhand.native.skat_solver import solve
from vorhand.native.studies import TrumpRows

Ints: TypeAlias = npt.NDArray[np.int64]
Keys = TypeVar("Keys", int, npt.NDArray[np.int64])
Values: TypeAlias = npt.NDArray[np.int16]
Split: TypeAlias = tuple[int, ...]
"""Suit lengths as in `studies.trump_splits`: side suits, longest first; trumps (jacks) last."""

_WORTHS = (0, 0, 0, 3, 4, 10, 11)  # card points of the ranks, from the seven up
_JACK, _JACKS = 2, 4
CONTRACTS = {"suit": 3, "grand": 4}
"""The contracts in which a row is solved: clubs, and grand."""
_END, _FLAG = 1 << 15, 1 << 15


@dataclass(frozen=True)
class Group:
    """The possible values of the cards of one suit."""

    worths: Ints  # [n, cards], from the lowest card up
    ways: Ints  # [n], the number of sets of real cards with these values
    cards: list[tuple[int, ...]]  # one of these sets for each row, as ranks from 0; jacks from 7


@cache
def group_of(kind: Kind, trumps: bool, length: int) -> Group:
    """Return the valuations of this many cards of a side suit, or of the trumps."""
    suit = 0 if trumps and kind == "grand" else len(_WORTHS)
    ranks = range(suit + (_JACKS if trumps else 0))
    ways: Counter[tuple[int, ...]] = Counter()
    real: dict[tuple[int, ...], tuple[int, ...]] = {}
    for cards in itertools.combinations(ranks, length):
        worths = tuple(_WORTHS[rank] if rank < suit else _JACK for rank in cards)
        ways[worths] += 1
        real.setdefault(worths, tuple(rank + len(_WORTHS) - suit for rank in cards))
    found = sorted(ways)
    return Group(
        np.array(found, np.int64).reshape(len(found), length),
        np.array([ways[worths] for worths in found]),
        [real[worths] for worths in found],
    )


@dataclass(frozen=True)
class Domain:
    """All valuations of a split, numbered such that the last suit varies fastest."""

    kind: Kind
    split: Split
    groups: list[Group]  # one per suit
    digits: npt.NDArray[np.uint8]  # [valuations, suits], the number of each suit's valuation
    total: Values  # [valuations], points of all cards
    ways: Ints  # [valuations], the number of sets of real cards with these values

    @property
    def size(self) -> int:
        """The number of valuations."""
        return len(self.total)


def domain_of(kind: Kind, split: Sequence[int]) -> Domain:
    """Return the valuations of a split."""
    groups = [group_of(kind, k == len(split) - 1, length) for k, length in enumerate(split)]
    sizes = [len(group.ways) for group in groups]
    digits = np.indices(sizes, np.uint8).reshape(len(sizes), -1).T
    total = _outer_sum([group.worths.sum(axis=1) for group in groups])
    ways = reduce(np.multiply.outer, [group.ways for group in groups]).ravel()
    return Domain(kind, tuple(split), groups, np.ascontiguousarray(digits), total, ways)


def _outer_sum(parts: Sequence[Ints]) -> Values:
    whole: Values = reduce(np.add.outer, [part.astype(np.int16) for part in parts]).ravel()
    return whole


Function: TypeAlias = tuple[bool, tuple[tuple[int, ...], ...]]
"""A flag, and the sets of cards of each clause.

If the flag is true, the value is the maximum over the clauses of their minima, otherwise the
minimum of their maxima.
"""


@dataclass(frozen=True)
class Rows:
    """The different rows of a split.

    Attributes:
        functions: the value functions of the rows; None for a function that is too long to be
            written down.
        keys: a shape of each row.
        shares: int64 [rows, 3], by the seat that leads, the number of assignments of real suits to
            its shapes.
        shapes: uint64 [shapes], all keys of the split.
        rows: int64 [shapes], the row of each.
        sets: int64 [shapes], the number of sets in its function; 0 for none.
        words: number of 16-bit words that functions of three to 64 sets take in our tables, which
            store equal functions once (`native/src/skat/studies/trump_tables.hpp`).
    """

    functions: list[Function | None]
    keys: list[int]
    shares: Ints
    shapes: npt.NDArray[np.uint64]
    rows: Ints
    sets: Ints
    words: int


_PROBES = 1024
LONGEST = 64
"""The maximum number of sets of a function in our tables."""


def rows_of(solver: TrumpRows, domain: Domain, most: int = 4096) -> Rows:
    """Return the different rows of a split, over all leaders.

    Functions are equal if they agree under all valuations. If a split has more than 1,024
    valuations, functions are compared under 1,024 of them, drawn once.
    """
    keyed, written = solver.of(list(domain.split), most)
    shapes, words = np.asarray(keyed), np.asarray(written)
    probes = _probes(domain)
    worths = _worths_of_sets(domain, probes)
    by_words: dict[bytes, int] = {}
    by_values: dict[bytes, int] = {}
    functions: list[Function | None] = []
    keys: list[int] = []
    numbered, sets = [], []
    at = 0
    sizes = (words & ~np.uint16(_FLAG)).tolist()
    for key in shapes.tolist():
        sets.append(sizes[at])
        end = at + 1 + sizes[at]
        text = words[at:end].tobytes()
        number = by_words.get(text)
        if number is None or end == at + 1:
            function = _function(words[at:end].tolist())
            values = _of_sets(function, worths) if function else _solved(domain, key, probes)
            number = by_values.setdefault(values.tobytes(), len(keys))
            if number == len(keys):
                functions.append(function)
                keys.append(key)
            by_words[text] = number
        numbered.append(number)
        at = end
    rows = np.array(numbered)
    shares = np.zeros((len(keys), 3), np.int64)
    leads = leads_of(shapes.astype(np.int64))
    np.add.at(shares, (rows, leads), _arrangements(domain.kind, shapes.astype(np.int64)))
    pooled = sum(len(text) // 2 for text in by_words if 3 < len(text) // 2 <= 1 + LONGEST)
    return Rows(functions, keys, shares, shapes, rows, np.array(sets), pooled)


def _arrangements(kind: Kind, shapes: Ints) -> Ints:
    """Count the assignments of real side suits to each shape."""
    codes = suits_of(shapes, kind == "grand")[:-1]
    ways: Ints = np.full(len(shapes), math.factorial(len(codes)))
    alike: Ints = np.ones_like(ways)
    for suit, before in zip(codes[1:], codes, strict=False):  # equal suits are adjacent
        alike = np.where(suit == before, alike + 1, 1)
        ways //= alike
    return ways


def _probes(domain: Domain) -> Ints:
    """Return the numbers of the valuations used to compare rows."""
    if domain.size <= _PROBES:
        return np.arange(domain.size)
    return np.random.default_rng(0).choice(domain.size, _PROBES, replace=False)


def _worths_of_sets(domain: Domain, probes: Ints) -> Values:
    """Return the value of every set of a split's cards under the probes, int16 [sets, probes]."""
    cards = np.concatenate(
        [group.worths[domain.digits[probes, k]] for k, group in enumerate(domain.groups)], axis=1
    ).astype(np.int16)
    worths = np.zeros((1, len(probes)), np.int16)
    for card in cards.T:  # the lowest card is the lowest bit
        worths = np.concatenate([worths, worths + card])
    return worths


def _of_sets(function: Function, worths: Values) -> Values:
    most_of_leasts, clauses = function
    inner, outer = (np.minimum, np.maximum) if most_of_leasts else (np.maximum, np.minimum)
    values: Values = outer.reduce([inner.reduce(worths[list(clause)]) for clause in clauses])
    return values


def _function(words: Sequence[int]) -> Function | None:
    """Decode a stored function, and sort its clauses and sets; a single set has a false flag.

    A function without clauses gives None.
    """
    clauses: list[tuple[int, ...]] = []
    clause: list[int] = []
    for word in words[1:]:
        clause.append(word & ~_END)
        if word & _END:
            clauses.append(tuple(sorted(clause)))
            clause = []
    if not clauses:
        return None
    return bool(words[0] & _FLAG) and len(words) > 2, tuple(sorted(clauses))


def row_values(domain: Domain, function: Function | None, key: int) -> Values:
    """Return the soloist's points under each valuation, int16 [valuations]."""
    if function is None:
        return _solved(domain, key, np.arange(domain.size))
    most_of_leasts, clauses = function
    inner, outer = (np.minimum, np.maximum) if most_of_leasts else (np.maximum, np.minimum)
    return reduce(outer, (reduce(inner, (_worth(domain, s) for s in c)) for c in clauses))


def _worth(domain: Domain, captured: int) -> Values:
    parts, first = [], 0
    for group, length in zip(domain.groups, domain.split, strict=True):
        mask = np.array([captured >> (first + i) & 1 for i in range(length)], np.int64)
        parts.append(group.worths @ mask)
        first += length
    return _outer_sum(parts)


def _solved(domain: Domain, key: int, valuations: Ints) -> Values:
    hands = positions(domain, key, valuations)
    values = solve(hands, CONTRACTS[domain.kind], 0, leads_of(key))[0]
    return np.asarray(values).astype(np.int16)


def positions(domain: Domain, key: int, valuations: Ints) -> npt.NDArray[np.uint32]:
    """Return hands of a shape under these valuations, uint32 [n, 3]; the soloist's first."""
    hands = np.zeros((len(valuations), 3), np.uint32)
    suits = zip(domain.groups, owners_of_key(domain.split, key), strict=True)
    for suit, (group, owners) in enumerate(suits):
        held = np.zeros((len(group.cards), 3), np.uint32)
        for number, cards in enumerate(group.cards):
            for rank, owner in zip(cards, owners, strict=True):
                jack = rank - len(_WORTHS)  # number of the jack, from the lowest
                held[number, owner] |= 1 << (8 * jack + 7 if jack >= 0 else 8 * min(suit, 3) + rank)
        hands |= held[domain.digits[valuations, suit]]
    return hands


def owners_of_key(split: Split, key: int) -> list[tuple[int, ...]]:
    """Return the owners of each suit's cards, lowest first, from a shape's key; trumps are last."""
    *sides, trumps = suits_of(key, bool(split[3]))
    codes = (*sides, *[0] * (4 - len(sides)), trumps)
    return [tuple(owners_in(code, n)) for code, n in zip(codes, split, strict=True)]


def suits_of(keys: Keys, fourth: bool) -> list[Keys]:
    """Return the codes of the side suits and of trumps, from keys of shapes.

    For keys see `shape_key` in `native/src/skat/studies/trump_shapes.hpp`. If there is a `fourth`
    side suit (grand), trumps take only seven bits.
    """
    codes: list[Keys] = [keys & 0xFFF, keys >> 12 & 0xFFF, keys >> 24 & 0xFFF]
    if fourth:
        codes.append(keys >> 43 & 0xFFF)
    codes.append(keys >> 36 & (0x7F if fourth else 0x7FFFF))
    return codes


def owners_in(code: Keys, length: int) -> list[Keys]:
    """Return the owners of the cards of a suit of this length, from the lowest up."""
    owners: list[Keys] = []
    for _ in range(length):
        owners.append((code - 1) % 3)
        code = (code - 1) // 3
    return owners


def leads_of(keys: Keys) -> Keys:
    """Return the seat on lead."""
    return keys >> 55

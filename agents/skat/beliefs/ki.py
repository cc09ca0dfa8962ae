"""Kermit's inference from bids and declarations to the cards, with count tables.

Buro, Long, Furtak and Sturtevant (IJCAI 2009); Furtak, thesis 2013, section 2.4. For each pass or
declaration the tables hold the frequency of each feature in the hands with which it was made,
relative to its frequency in all hands as dealt. A world's weight is the product over features and
players (naive Bayes). Discards are not counted: the soloist's hand is the ten cards of the card
play.
"""

from __future__ import annotations

import functools
from typing import Annotated, NamedTuple

import numpy as np

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.parameters import Pool
from vorhand.agents.registry import Range, belief
from vorhand.agents.skat.beliefs.densities import ByView, Density, Weighted, uniform
from vorhand.agents.skat.beliefs.hand_features import (
    BIDS,
    GRAND,
    HAND,
    NULL,
    SCHEMES,
    SUIT,
    Floats,
    Scheme,
)
from vorhand.agents.skat.worlds import Rows
from vorhand.games.skat import contracts
from vorhand.games.skat.auction import NOTHING, limits
from vorhand.games.skat.view import SkatView
from vorhand.native import fitted
from vorhand.native.errors import InputError

FILE = "count_tables.bin"
UNIT = 1 / 256
"""Unit of the logarithms in the file."""

TRUST = 0.85
"""Exponent of the weights, below 1 because naive Bayes ignores that features depend on each other.

The value has the best mean logarithm of TSSR over deals outside the tables.
"""

_FLOOR = 0.03
_MAGNITUDES = (25, 37, 49, 73)
_PASSED = 16  # number of values at which passes are distinguished: 18, 20, .. 48, 50 and more


class Evidence(NamedTuple):
    """The evidence of an action: a scheme, the trump suit (-1: none) and a table of the scheme."""

    scheme: Scheme
    trump: int
    table: int


TABLES = {"suit": 10, "grand": 10, "null": 10, "bids": 2 * _PASSED}
"""Number of tables of each scheme.

A declaration has a table by hand game or not and five sizes of the bid, a pass by its value and
whether the player had bid.
"""


def declared_evidence(contract: int, bid: int, *, from_hand: bool) -> Evidence:
    """Return the evidence of a declaration; bid sizes are 18-24, 27-36, 40-48, 50-72 and more."""
    size = sum(bid >= least for least in _MAGNITUDES)
    table = size + 5 * from_hand
    if contract == contracts.NULL:
        return Evidence(NULL, -1, table)
    if contract == contracts.GRAND:
        return Evidence(GRAND, -1, table)
    return Evidence(SUIT, contract, table)


def bid_evidence(held: int, passed: int) -> Evidence | None:
    """Return the evidence of a pass, see `limits`; None if no pass is known."""
    if passed == NOTHING:
        return None
    return Evidence(BIDS, -1, min(passed, _PASSED - 1) + _PASSED * (held != NOTHING))


class CountTables:
    """The tables, as logarithms of ratios.

    Attributes:
        heads: arrays by scheme, [tables, heads].
        sides: arrays by scheme, [tables, 1 or 4, most + 1, codes].
    """

    def __init__(self, heads: dict[str, Floats], sides: dict[str, Floats]) -> None:
        self.heads = heads
        self.sides = sides

    @classmethod
    def from_bytes(cls, content: bytes, name: str = FILE) -> CountTables:
        """Read the tables of a file; raise ValueError if it has the wrong length."""
        wanted = 2 * sum(map(number_of_numbers, SCHEMES))
        if len(content) != wanted:
            raise InputError(f"{name}: {len(content)} bytes, expected {wanted}")
        numbers = np.frombuffer(content, "<i2").astype(np.float64) * UNIT
        heads: dict[str, Floats] = {}
        sides: dict[str, Floats] = {}
        at = 0
        for scheme in SCHEMES:
            tables = TABLES[scheme.name]
            for kept, shape in (
                (heads, (tables, scheme.heads)),
                (sides, (tables, scheme.tables, scheme.most + 1, scheme.codes)),
            ):
                size = int(np.prod(shape))
                kept[scheme.name] = numbers[at : at + size].reshape(shape)
                at += size
        return cls(heads, sides)

    def log_weights(self, evidence: Evidence, hands: Rows) -> Floats:
        """Return, for hands [n], log(frequency given the evidence / frequency as dealt)."""
        scheme, trump, table = evidence
        parts = scheme.parts(hands, trump)
        sides = self.sides[scheme.name][table]
        suits = np.arange(parts.sides.shape[1]) if scheme.by_suit else 0
        side_logs = sides[suits, parts.taken[:, None], parts.sides]
        return np.asarray(self.heads[scheme.name][table, parts.head] + side_logs.sum(axis=1))


def number_of_numbers(scheme: Scheme) -> int:
    """Return the number of values of a scheme in the file."""
    return TABLES[scheme.name] * (scheme.heads + scheme.tables * (scheme.most + 1) * scheme.codes)


@functools.cache
def _shipped() -> CountTables:
    return CountTables.from_bytes(fitted.read(FILE))


class Kermit(ByView):
    """Worlds weighted by the other players' bids and declarations."""

    def __init__(
        self, tables: CountTables | None = None, trust: float = TRUST, pool: int = 4096
    ) -> None:
        self._tables = tables or _shipped()
        self._trust = trust
        self._weighted = Weighted(self._log_weight, pool=pool, floor=_FLOOR)

    def belief(self, view: SkatView) -> Density:
        """Use the tables if they apply to another player's hand (`evidence_of`), else `uniform`."""
        return self._weighted if evidence_of(view) else uniform

    def _log_weight(self, view: SkatView, rows: Rows) -> Floats:
        logs = np.zeros(len(rows))
        for seat, evidence in evidence_of(view).items():
            hands = rows[:, seat] | np.uint32(view.played[seat])
            logs += self._tables.log_weights(evidence, hands)
        return self._trust * logs


def evidence_of(view: SkatView) -> dict[int, Evidence]:
    """Return the evidence of the other players, keyed by seat; empty before the declaration."""
    by_seat: dict[int, Evidence] = {}
    if view.contract < 0:
        return by_seat
    for seat, (held, passed) in enumerate(limits(view.history)):
        shown = (view.known[seat] | view.played[seat]).bit_count()
        if not view.hidden_count[seat] or shown + view.hidden_count[seat] != HAND:
            continue
        if seat == view.soloist:
            by_seat[seat] = declared_evidence(view.contract, view.bid, from_hand=view.hand_game)
        elif evidence := bid_evidence(held, passed):
            by_seat[seat] = evidence
    return by_seat


@belief("ki", games=("python_skat",), fitted=("count_tables.bin", "rule_player_hands.tsv"))
def _ki(
    *,
    trust: Annotated[float, Range(0, 100)] = TRUST,
    pool: Pool = 4096,
) -> Belief:
    """Weight hands by bids and declaration, from count tables (Kermit's inference)."""
    return Kermit(trust=trust, pool=pool)

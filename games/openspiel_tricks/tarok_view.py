"""The knowledge of one player about OpenSpiel's Tarok, and worlds from it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.games.chance import unseeded
from vorhand.games.openspiel_tricks.rules import PUT_AWAY, Contract
from vorhand.games.openspiel_tricks.tarok import (
    KINGS,
    TAKEN,
    TALON,
    TAROKS,
    UNKNOWN,
    Called,
    Tarok,
    called_in,
    with_partner,
)
from vorhand.games.openspiel_tricks.view import HIDDEN, TableView, choices, rules_of
from vorhand.games.trick_view import Placing
from vorhand.native.tricks import Layouts, WeightedLayouts

_KINGS = sum(1 << king for king in KINGS)
_BATCH = 64


@dataclass(frozen=True)
class _Placing(Placing):
    """The possible places of hidden cards: the hands of the other seats, and `PUT_AWAY`.

    Attributes:
        needing: columns of the seats that have not shown a tarok that they were dealt; every seat
            is dealt at least one.
    """

    needing: tuple[int, ...] = ()


@dataclass(frozen=True)
class TarokView(TableView):
    """A deal as one player knows it: the information state, and the open talon."""

    partner: int | None = None  # the declarer's partner by assumption; None: no assumption

    @classmethod
    def of(cls, state: pyspiel.State, player: int) -> TarokView:
        """Return the player's knowledge of a state after the deal."""
        table = unseeded(str(state.get_game()))  # the seed would reveal the deal
        rules = rules_of(table)
        assert isinstance(rules, Tarok)
        return cls(table, player, tuple(rules.seen(state, player)), *choices(state, player))

    @property
    def tarok(self) -> Tarok:
        """The rules."""
        assert isinstance(self.rules, Tarok)
        return self.rules

    @functools.cached_property
    def _begun(self) -> tuple[Contract, int] | None:
        begun = self.tarok.contract(self.moves)
        if begun is None or self.partner is None:
            return begun
        return with_partner(begun[0], self.partner), begun[1]

    @property
    def called(self) -> Called | None:
        """The contract; None before the play."""
        return None if self.contract is None else called_in(self.contract)

    def partners(self, rows: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        """Return the declarer's partner in each world, [n]; -1: nobody."""
        called = self.called
        if called is None or called.partner != UNKNOWN:
            return np.full(len(rows), -1 if called is None else called.partner)
        holds = rows >> np.uint64(called.king) & np.uint64(1)
        seat = np.where(holds.any(axis=1), holds.argmax(axis=1), -1)
        return np.where(seat == called.declarer, -1, seat)

    def assuming(self, partner: int) -> TarokView:
        """Return the same view with this seat, or nobody (-1), as the assumed partner."""
        return replace(self, partner=partner)

    @functools.cached_property
    def placing(self) -> _Placing:
        """The possible places of the cards that the player does not know."""
        others = [seat for seat in range(self.rules.seats) if seat != self.player]
        called = self.called
        taken = self._taken()
        away = [self.moves[i] for i, p in self.slots.items() if i >= 54 and i < len(self.moves)]
        public = sum(1 << c for _, c in away if c != HIDDEN)
        seen = public | self.first_hand
        for i in range(48, 54):
            card = self.moves[i][1]
            seen |= 1 << card if card != HIDDEN else 0
        for seat in range(self.rules.seats):
            seen |= self.played(seat)
        hidden = self.rules.pack & ~seen
        declarer = -1 if called is None else called.declarer
        free = 0  # cards taken from the talon that may have been discarded again, as a set
        known = dict.fromkeys(others, 0)
        unseen_away = sum(card == HIDDEN for _, card in away)
        if declarer in known and taken:
            left = taken & ~public & ~self.played(declarer)
            free = left & ~TAROKS & ~_KINGS if unseen_away else 0
            known[declarer] = left & ~free
            hidden |= free
        possible, room, needing = [], [], []
        for column, seat in enumerate(others):
            shown = self.play.excluded(seat) if self.play is not None else 0
            cards = hidden & ~shown
            if seat != declarer:
                cards &= ~free
            elif any(card != HIDDEN and TAROKS >> card & 1 for _, card in away):
                cards &= TAROKS | _KINGS  # a tarok is discarded only if nothing else is legal
            possible.append(cards)
            room.append(self.tarok.cards - self.played(seat).bit_count() - known[seat].bit_count())
            of_deal = self.played(seat) | (public if seat == declarer else 0)
            if not of_deal & TAROKS & ~(taken if seat == declarer else 0):
                needing.append(column)
        if taken:
            face_down, may_lie = unseen_away, hidden & ~TAROKS & ~_KINGS
        else:
            face_down, may_lie = sum(self.moves[48 + j][1] == HIDDEN for j in range(TALON)), hidden
        return _Placing(
            hidden,
            (*others, PUT_AWAY),
            (*possible, may_lie),
            (*room, face_down),
            known,
            tuple(needing),
        )

    def _taken(self) -> int:
        """Return the cards taken up from the talon, as a set."""
        called, start = self.tarok.called(self.moves)
        if called is None or called.bid not in TAKEN or len(self.moves) <= start:
            return 0
        places = self.slots
        return sum(1 << self.moves[i][1] for i in range(48, 54) if places[i] == called.declarer)

    def _layouts_of(self, bare: tuple[int, ...]) -> tuple[int, Sequence[int], Sequence[int]]:
        """Return the arguments of `Layouts` for worlds without hidden taroks in these columns."""
        facts = self.placing
        possible = tuple(
            cards & ~TAROKS if column in bare else cards
            for column, cards in enumerate(facts.possible)
        )
        return facts.hidden, possible, facts.room

    @functools.cached_property
    def possible_worlds(self) -> int:
        """The number of worlds."""
        total = 0
        for size in range(len(self.placing.needing) + 1):
            for bare in itertools.combinations(self.placing.needing, size):
                total += (-1) ** size * Layouts(*self._layouts_of(bare)).size
        return total

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> npt.NDArray[np.uint64]:
        """Draw worlds, see `TableView`; if there are more than 2^63, a world may occur twice."""
        kept: list[npt.NDArray[np.uint64]] = []
        n = min(n, self.possible_worlds if layouts is None else layouts.size)
        for rows in self._batches(n, seed, layouts):
            kept.append(rows[self._all_have_taroks(rows)][: n - sum(map(len, kept))])
            if sum(map(len, kept)) == n:
                break
        width = len(self.placing.places)
        return self.in_hands(np.concatenate([np.empty((0, width), np.uint64), *kept]))

    def _batches(
        self, n: int, seed: int, layouts: Layouts | None
    ) -> Iterator[npt.NDArray[np.uint64]]:
        hidden, possible, room = self._layouts_of(())
        known = layouts or Layouts(hidden, possible, room)
        if known.size > Layouts.MOST_NUMBERED:
            weighted = WeightedLayouts(hidden, _even(possible), room)
            for k in itertools.count():
                yield weighted.draw(max(n, _BATCH), seed + k)
        step = max(n, _BATCH)
        for start in range(0, known.size, step):
            yield known.worlds(start, start + step, seed)

    def _all_have_taroks(self, rows: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        kept = np.ones(len(rows), bool)
        for column in self.placing.needing:
            kept &= (rows[:, column] & np.uint64(TAROKS)) != 0
        return kept


def _even(possible: Sequence[int]) -> npt.NDArray[np.float64]:
    table = np.zeros((len(possible), 64))
    for row, cards in zip(table, possible, strict=True):
        for card in range(54):
            row[card] = cards >> card & 1
    return table

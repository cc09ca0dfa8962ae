"""Possible locations of the cards that a player of a trick-taking game does not see.

The play is the engine's (`vorhand.native.tricks`). A game specifies the hidden cards, which of them
each seat may hold and how many, and the cards with known locations. The views of
`vorhand.games.openspiel_tricks` and `vorhand.games.belote` are built this way.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vorhand.games.card_sets import cards_in
from vorhand.native.tricks import Layouts, WeightedLayouts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vorhand.native.tricks import Play

Rows = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Placing:
    """The possible places of hidden cards: seats are numbered from 0, other places are below 0."""

    hidden: int  # the hidden cards, as a set
    places: Sequence[int]  # possible places of the hidden cards
    possible: Sequence[int]  # the cards that may lie in each place, as sets
    room: Sequence[int]  # the number of hidden cards in each place
    # cards known to lie in each place, as sets
    known: Mapping[int, int] = field(default_factory=dict)


class TrickView:
    """The part of a view from which hands are sampled.

    Attributes:
        player: player whose knowledge this is.
        seats: the seats that play, in the engine's order.
        play: the card play without the hands that the player does not see; None before it begins,
            and for a player who sits out.
        held: the player's current hand, as a set.
        placing: the possible places of the cards that the player does not know.
    """

    player: int

    if TYPE_CHECKING:  # a view has these as fields, properties or cached properties

        @property
        def seats(self) -> tuple[int, ...]:
            """The seats that play."""

        @property
        def play(self) -> Play | None:
            """The card play."""

        @property
        def held(self) -> int:
            """The player's current hand."""

        @property
        def placing(self) -> Placing:
            """The possible places of hidden cards."""

    @property
    def phase(self) -> str:
        """The phase: calls or play."""
        return "calls" if self.play is None else "play"

    @functools.cached_property
    def _layouts(self) -> Layouts:
        return Layouts(self.placing.hidden, self.placing.possible, self.placing.room)

    def layouts(self) -> Layouts:
        """Return the possible locations of the cards that the player does not know."""
        return self._layouts

    @property
    def hidden(self) -> int:
        """The cards whose places the player does not know, as a set."""
        return self.placing.hidden

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> Rows:
        """Draw up to `n` different layouts of all hands uniformly: [n, seats that play].

        Before the play, the other players' hands are those dealt.
        """
        layouts = layouts or self.layouts()
        return self.in_hands(layouts.worlds(0, min(n, layouts.size), seed))

    def weighted_worlds(self, weights: npt.NDArray[np.float64], n: int, seed: int) -> Rows:
        """Draw layouts by weight with repetition; `weights`: [seats, 64] by card."""
        placing = self.placing
        table = np.zeros((len(placing.places), 64))
        for row, place, cards in zip(table, placing.places, placing.possible, strict=True):
            some = cards_in(cards)
            row[some] = weights[place][some] if place >= 0 else 1.0
        return self.in_hands(WeightedLayouts(placing.hidden, table, placing.room).draw(n, seed))

    def in_places(self, rows: Rows) -> dict[int, Rows]:
        """Return the cards in each place, given the hidden cards of each place as columns."""
        placing = self.placing
        return {
            place: rows[:, column] | np.uint64(placing.known.get(place, 0))
            for column, place in enumerate(placing.places)
        }

    def in_hands(self, rows: Rows) -> Rows:
        """Convert hidden cards in columns by place to the hands of those who play: [n, seats]."""
        placed = self.in_places(rows)
        placed[self.player] = np.full(len(rows), self.held, np.uint64)
        return np.ascontiguousarray(np.stack([placed[seat] for seat in self.seats], axis=1))

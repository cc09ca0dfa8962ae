"""Given deals: sources from which a game's deals can be taken, so that all play the same ones.

A game's profile says which sources it has (`vorhand.evaluation.arena.profiles`). A source is
written as one word, such as the path of a file; the game takes the start of a deal as its
parameter ``start``.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import pyspiel


class DealSourceError(ValueError):
    """A source of deals is not one, or has too few deals."""


class GivenDeal(NamedTuple):
    """Where a deal starts.

    Attributes:
        start: value of the game's parameter ``start``.
        first_seat: the seat from which seatings count, such as the soloist's.
    """

    start: str
    first_seat: int


class GivenDeals(Protocol):
    """The sources of a game. Deals are counted from 0; the same number is always the same deal.

    Attributes:
        for_pairs: the source of pair games if none is named.
    """

    for_pairs: str

    def check(self, game: pyspiel.Game, source: str) -> str:
        """The source as a log names it.

        Raises:
            DealSourceError: there is no such source.
            SpecError, AgentError: it names an agent that does not exist.
            ValueError: the game's own parameters leave no room for given deals.
        """

    def has_contracts(self, source: str) -> bool:
        """Whether deals start with soloist and contract settled."""

    def deal(self, source: str, seed: int, number: int) -> GivenDeal:
        """A deal, for a match with this seed; DealSourceError if there is no such number."""

    def begun(self, game: pyspiel.Game) -> GivenDeal:
        """The deal that a game begins with."""

    def count(self, source: str, seed: int) -> int | None:
        """How many deals there are; None: no limit."""

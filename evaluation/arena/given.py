"""Given deals: where the deals of a game can be given from, so that they are the same for all.

What this is for a game its profile says (`vorhand.evaluation.arena.profiles`). A source of deals is
written as one word, such as the path of a file; the game takes a start of a deal as its parameter
``start``.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import pyspiel


class DealSourceError(ValueError):
    """A source of deals that is none, or that has too few."""


class GivenDeal(NamedTuple):
    """Where a deal starts.

    Attributes:
        start: value of the game's parameter ``start``.
        first_seat: the seat from which seatings count, such as that of who plays alone.
    """

    start: str
    first_seat: int


class GivenDeals(Protocol):
    """The sources of a game. Deals are counted from 0; the same number is always the same deal.

    Attributes:
        for_pairs: the source of pair games for which none is named.
    """

    for_pairs: str

    def check(self, game: pyspiel.Game, source: str) -> str:
        """The source as a log names it.

        Raises:
            DealSourceError: there is no such source.
            SpecError, AgentError: it names an agent that is none.
            ValueError: the game's own parameters leave no room for given deals.
        """

    def has_contracts(self, source: str) -> bool:
        """Whether deals start with soloist and contract settled."""

    def deal(self, source: str, seed: int, number: int) -> GivenDeal:
        """A deal, for a match with this seed; DealSourceError if there is no such number."""

    def count(self, source: str, seed: int) -> int | None:
        """How many deals there are; None: as many as one wants."""

"""Given deals: sources of deals for a game, so that all agents play the same deals.

A game's profile names its sources (`vorhand.evaluation.arena.profiles`). A source is
written as one word, such as the path of a file. The game takes the start of a deal as its
parameter ``start``.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import pyspiel

from vorhand.native.errors import InputError


class DealSourceError(InputError):
    """An invalid source of deals, or one with too few deals."""


class GivenDeal(NamedTuple):
    """The start of a deal.

    Attributes:
        start: value of the game's parameter ``start``.
        first_seat: the seat at which seatings begin, such as the soloist's.
    """

    start: str
    first_seat: int


class GivenDeals(Protocol):
    """The sources of given deals for a game.

    Deals are counted from 0; the same number is always the same deal.

    Attributes:
        for_pairs: the source of pair games if none is named.
    """

    for_pairs: str

    def check(self, game: pyspiel.Game, source: str) -> str:
        """Return the source in the form in which a log names it.

        Raises:
            DealSourceError: there is no such source.
            SpecError, AgentError: it names an agent that does not exist.
            ValueError: the game's own parameters exclude given deals.
        """

    def has_contracts(self, source: str) -> bool:
        """Return True if deals start after soloist and contract are settled."""

    def deal(self, source: str, seed: int, number: int) -> GivenDeal:
        """Return a deal for a match with this seed; raise DealSourceError if it does not exist."""

    def begun(self, game: pyspiel.Game) -> GivenDeal:
        """Return the deal with which this game begins."""

    def count(self, source: str, seed: int) -> int | None:
        """Return the number of deals; None: no limit."""

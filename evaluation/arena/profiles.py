"""What a match needs to know about a game beyond OpenSpiel's interface.

A profile says how a played game is written to the log and read back, which facts the statistics
count, and which tables are made of them. `Plain` serves every game; a game with records or
statistics of its own has a profile in its pack (`vorhand.games.packs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import pyspiel
from rich.table import Table

from vorhand.evaluation.arena.given import GivenDeals
from vorhand.games.packs import part
from vorhand.games.records import PlainRecord, ReplayError

if TYPE_CHECKING:
    from vorhand.evaluation.arena.figures import Figure
    from vorhand.evaluation.arena.match import Match, Place, Seating
    from vorhand.evaluation.arena.results import Results


class Profile(Protocol):
    """The game-specific part of a match.

    Attributes:
      list_deals: how many deals make a list, in games scored by lists; else 0.
      given: the sources of given deals; None: the game has only its chance deals.
    """

    list_deals: int
    given: GivenDeals | None

    def write(
        self, match: Match, deal: int, seating: Seating, state: pyspiel.State
    ) -> dict[str, Any]:
        """The record of a game played to its end: plain data, as JSON gives it back.

        Its names are the same for all games of a match, so that a log is a table: ``game``,
        ``deal``, ``seats``, ``returns``, and ``actions`` or ``record``.
        """

    def read(
        self, match: Match, fields: Mapping[str, Any], place: Place
    ) -> tuple[int, Seating, pyspiel.State]:
        """Deal, seating and terminal state of a record; raises ReplayError.

        Args:
          match: the match.
          fields: as `write` gave them.
          place: where the game began.
        """

    def facts(self, state: pyspiel.State, first_seat: int) -> Any:
        """What the statistics count, from the terminal state: small, hashable, can be pickled.

        Seats in it are counted from ``first_seat``, as the seatings are.
        """

    def columns(self, facts: Any, seat: int) -> dict[str, Any]:
        """The facts of a game as plain data, as they concern a seat of the seating."""

    def tables(self, results: Results, confidence: float) -> list[Table]:
        """Tables to show after the general ones."""

    def figures(self, results: Results, confidence: float) -> list[Figure]:
        """What these tables show, as data."""

    def list_tables(self, results: Results, confidence: float) -> list[Table]:
        """Tables of the complete lists in the deals."""

    def round_deals(self, match: Match) -> int:
        """The number of deals after which agents learn from them; 0: never."""

    def agents(self, match: Match, results: Results, deals: int) -> tuple[str, ...]:
        """The agents with what they have learned from the first ``deals`` deals."""


class Plain:
    """The profile of any game: records hold all actions."""

    list_deals = 0
    given: GivenDeals | None = None

    def write(
        self, match: Match, deal: int, seating: Seating, state: pyspiel.State
    ) -> dict[str, Any]:
        """Game string, deal, name of the agent in each seat, actions, score of each seat."""
        place = match.place(deal)
        names = [match.names[agent] for agent in place.by_seat(seating)]
        return PlainRecord.of(state, place.name, deal, names).fields()

    def read(
        self, match: Match, fields: Mapping[str, Any], place: Place
    ) -> tuple[int, Seating, pyspiel.State]:
        """Replays the actions and compares the outcome with the record."""
        record = PlainRecord.of_fields(fields)
        try:
            seating = place.from_first([match.names.index(name) for name in record.seats])
            state = record.replay(_game_of(place, record.game))
        except ReplayError:
            raise
        except ValueError as error:
            raise ReplayError(
                f"record {record.line()[:200]!r}: {type(error).__name__}: {error}"
            ) from error
        return record.deal, seating, state

    def facts(self, state: pyspiel.State, first_seat: int) -> Any:
        """None: the general statistics need only the scores."""

    def columns(self, facts: Any, seat: int) -> dict[str, Any]:
        """None beyond the score."""
        del facts, seat
        return {}

    def tables(self, results: Results, confidence: float) -> list[Table]:
        """None beyond the general ones."""
        del results, confidence
        return []

    def figures(self, results: Results, confidence: float) -> list[Figure]:
        """None beyond the general ones."""
        del results, confidence
        return []

    def list_tables(self, results: Results, confidence: float) -> list[Table]:
        """None: the game is not scored by lists."""
        del results, confidence
        return []

    def round_deals(self, match: Match) -> int:
        """0: agents do not learn."""
        del match
        return 0

    def agents(self, match: Match, results: Results, deals: int) -> tuple[str, ...]:
        """The match's agents."""
        del results, deals
        return match.agents


def _game_of(place: Place, recorded: str) -> pyspiel.Game:
    if recorded != place.name:
        raise ReplayError(f"its game is {recorded}; expected {place.name}")
    return place.game


def profile_of(short_name: str) -> Profile:
    """The profile for the game with this short name."""
    profile: Profile | None = part(short_name, "arena")
    return profile or Plain()

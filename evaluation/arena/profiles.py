"""The game-specific part of a match, beyond OpenSpiel's interface.

A profile defines how a played game is written to the log and read back, which facts the
statistics count, and which tables show these facts. A game with records or statistics of its own
has a profile in its pack (`vorhand.games.packs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspiel
from rich.table import Table

from vorhand.evaluation.arena.given_deals import GivenDeals
from vorhand.games.packs import part
from vorhand.games.records import PlainRecord, RecordError, ReplayError

if TYPE_CHECKING:
    from vorhand.evaluation.arena.estimates import CountedEstimate
    from vorhand.evaluation.arena.match import Match, Place, Seating
    from vorhand.evaluation.arena.report import Figure
    from vorhand.evaluation.arena.results import Results


class Profile:
    """The game-specific part of a match; these methods serve every game.

    Attributes:
      list_deals: number of deals in a list, in games scored by lists; else 0.
      given: the sources of given deals; None: the game has only its chance deals.
      field: the opponents of the benchmark (`vorhand.evaluation.benchmark`), the anchor first, with
        the share of the deals that each one plays; agents that the game does not have are left out.
    """

    list_deals: int = 0
    given: GivenDeals | None = None
    field: Sequence[tuple[str, int]] = (("rule", 8), ("random", 2), ("pimc(worlds=20)", 2))

    def write(
        self, match: Match, deal: int, seating: Seating, state: pyspiel.State
    ) -> dict[str, Any]:
        """Return the record of a game played to its end, as JSON-compatible plain data.

        Its fields are the columns of the log as a table: ``game``, ``deal``, ``seats``,
        ``returns``, and ``actions`` or ``record``.
        """
        place = match.place(deal)
        names = [match.names[agent] for agent in place.by_seat(seating)]
        return PlainRecord.of(state, place.name, deal, names).fields()

    def read(
        self, match: Match, fields: Mapping[str, Any], place: Place
    ) -> tuple[int, Seating, pyspiel.State]:
        """Return deal, seating and terminal state of the record of a game that begins at `place`.

        Raises:
          RecordError: the record is of another game or of other agents, or its moves do not lead to
            its outcome.
        """
        record = PlainRecord.of_fields(fields)
        try:
            seating = place.from_first([match.names.index(name) for name in record.seats])
            state = record.replay(_game_of(place, record.game))
        except RecordError:
            raise
        except ValueError as error:
            raise ReplayError(
                f"record {record.line()[:200]!r}: {type(error).__name__}: {error}"
            ) from error
        return record.deal, seating, state

    def facts(self, state: pyspiel.State, first_seat: int) -> Any:
        """Return the facts for the game's statistics from the terminal state, or None.

        They are small, hashable and can be pickled. Seats in them are counted from ``first_seat``,
        as in the seatings.
        """

    def columns(self, facts: Any, seat: int) -> dict[str, Any]:
        """Return the facts of a game as plain data, for one place of the seating."""
        del facts, seat
        return {}

    def tables(self, results: Results, confidence: float) -> list[Table]:
        """Return the tables to show after the general ones."""
        del results, confidence
        return []

    def figures(self, results: Results, confidence: float) -> list[Figure]:
        """Return the content of the `tables` as data."""
        del results, confidence
        return []

    def list_tables(self, results: Results, confidence: float) -> list[Table]:
        """Return tables of the complete lists in the deals."""
        del results, confidence
        return []

    def round_deals(self, match: Match) -> int:
        """Return the number of deals after which agents learn from them; 0: never."""
        del match
        return 0

    def agents(self, match: Match, results: Results, deals: int) -> tuple[str, ...]:
        """Return the agents with what they have learned from the first ``deals`` deals."""
        del results, deals
        return match.agents

    def only_bidding(self, agent: str) -> str | None:
        """Return the spec of a player that bids like the agent, with a fixed card player.

        None: bidding is not measured by itself.
        """
        del agent
        return None

    def open_hand_errors(self, logs: Sequence[Path], agent: str) -> dict[str, CountedEstimate]:
        """Return named estimates of the agent's errors against open hands, from logs of matches."""
        del logs, agent
        return {}


def _game_of(place: Place, recorded: str) -> pyspiel.Game:
    if recorded != place.name:
        raise ReplayError(f"its game is {recorded}; expected {place.name}")
    return place.game


def profile_of(short_name: str) -> Profile:
    """Return the profile for the game with this short name."""
    profile: Profile | None = part(short_name, "arena")
    return profile or Profile()

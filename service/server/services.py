"""What a table in play needs of the server around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vorhand.service.server.entries import Entry
from vorhand.service.server.journal import Grant, JournalError

if TYPE_CHECKING:
    from vorhand.service.server.live import Live

Think = Callable[["Live", str], Awaitable[int]]
"""Asks an agent for the decision that is due at a table."""


class Append(Protocol):
    """Hands entries of a table to the journal, see `Journal.append`."""

    def __call__(
        self,
        table_id: str,
        first: int,
        entries: Sequence[Entry],
        done: Callable[[JournalError | None], None],
        grants: Mapping[int, Grant | None] | None = None,
    ) -> None:
        """Hands them over."""


@dataclass
class Services:
    """What a table needs of the server.

    Attributes:
      append: hands entries of a table to the journal.
      think: asks an agent that is not instant.
      ended: is told that a table is over.
      broken: is told that a table cannot go on.
      decided: is told the seconds that a decision took, and by whom.
      most_onlookers: how many may watch one table.
      absent_s: how long a player without a stream is waited for where there is no clock.
    """

    append: Append
    think: Think
    ended: Callable[[Live], None]
    broken: Callable[[Live], None]
    decided: Callable[[str, float], None]
    most_onlookers: int
    absent_s: float = 120.0

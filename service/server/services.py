"""The interface through which a table session uses its server."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from vorhand.service.server.entries import Entry
from vorhand.service.server.journal import Grant, JournalError
from vorhand.service.server.turns import Lane

if TYPE_CHECKING:
    from vorhand.service.server.live import Live

Think = Callable[["Live", str], Awaitable[int]]
"""A function that asks an agent for the decision due at a table."""
Turn = Callable[[str], AbstractAsyncContextManager[None]]
"""A lock that is granted to owners in turn."""


class Append(Protocol):
    """A function that appends entries of a table to the journal, see `Journal.append`."""

    def __call__(
        self,
        table_id: str,
        first: int,
        entries: Sequence[Entry],
        done: Callable[[JournalError | None], None],
        grants: Mapping[int, Grant | None] | None = None,
        patient: bool = False,
    ) -> None:
        """Append the entries."""


@dataclass
class Services:
    """The functions and limits that a table session needs from its server.

    Attributes:
      append: appends entries of a table to the journal.
      think: asks an agent that is not instant for a decision.
      ended: called when a table is over.
      broken: called when a table cannot go on.
      decided: called with an agent or "player", and the seconds that its decision took.
      most_onlookers: maximum number of spectators at one table.
      absent_s: timeout for a player without a stream at a table without a clock.
      claim_s: timeout for the player of an open seat to join before play.
      turn: an owner's turn among the tables without players.
      clock: the monotonic clock.
    """

    append: Append
    think: Think
    ended: Callable[[Live], None]
    broken: Callable[[Live], None]
    decided: Callable[[str, float], None]
    most_onlookers: int
    absent_s: float = 120.0
    claim_s: float = 120.0
    turn: Turn = field(default_factory=lambda: Lane(1.0).turn)
    clock: Callable[[], float] = time.monotonic

"""What a table in play needs of the server around it."""

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
"""Asks an agent for the decision that is due at a table."""
Turn = Callable[[str], AbstractAsyncContextManager[None]]
"""Waits for an owner's turn, and keeps the others waiting until it is over."""


class Append(Protocol):
    """Hands entries of a table to the journal, see `Journal.append`."""

    def __call__(
        self,
        table_id: str,
        first: int,
        entries: Sequence[Entry],
        done: Callable[[JournalError | None], None],
        grants: Mapping[int, Grant | None] | None = None,
        patient: bool = False,
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
      claim_s: how long the player of an open seat is waited for before play.
      turn: an owner's turn among the tables at which no player is.
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

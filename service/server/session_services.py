"""The parts of a server that its table sessions use."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vorhand.service.server.journal import Journal
from vorhand.service.server.scheduling import Lane
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_agents import AgentCaller


class SessionListener(Protocol):
    """A receiver of the end of table sessions."""

    def session_ended(self, table_id: str) -> None:
        """Note that a table is over."""

    def session_broken(self, table_id: str) -> None:
        """Note that a table cannot go on."""


@dataclass
class SessionServices:
    """The parts of a server that all its table sessions share."""

    journal: Journal  # the event log
    caller: AgentCaller  # the workers and remote programs that decide for agents
    settings: Settings  # the limits of the server
    listener: SessionListener  # the receiver of the end of sessions
    lane: Lane  # the queue of the tables without players
    clock: Callable[[], float] = time.monotonic  # the monotonic clock

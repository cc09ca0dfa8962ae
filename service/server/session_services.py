"""The parts of a server that its table sessions use."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from vorhand.service.server.journal import Journal
from vorhand.service.server.lane import Lane
from vorhand.service.server.session_listener import SessionListener
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_agents import AgentCaller


@dataclass
class SessionServices:
    """The parts of a server that all its table sessions share."""

    journal: Journal  # the event log
    caller: AgentCaller  # the workers and remote programs that decide for agents
    settings: Settings  # the limits of the server
    listener: SessionListener  # is notified of the end of sessions
    lane: Lane  # the queue of the tables without players
    clock: Callable[[], float] = time.monotonic  # the monotonic clock

"""Table sessions without a server; the test decides when their journal is written."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vorhand.service.agent.client import Dialler
from vorhand.service.server.entries import Entry
from vorhand.service.server.journal import Grant
from vorhand.service.server.lane import Lane
from vorhand.service.server.metrics import Metrics
from vorhand.service.server.schema import JournalError
from vorhand.service.server.session_services import SessionServices
from vorhand.service.server.settings import Settings
from vorhand.service.server.table import Table
from vorhand.service.server.table_agents import AgentCaller
from vorhand.service.server.table_session import TableSession
from vorhand.service.server.worker_pool import WorkerPool


class SlowJournal:
    """A journal that acknowledges only on request and stores nothing."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[JournalError | None], None]] = []

    def append(
        self,
        table_id: str,
        first: int,
        entries: Sequence[Entry],
        done: Callable[[JournalError | None], None],
        *more: object,
        **options: object,
    ) -> None:
        """Delay the acknowledgement."""
        self.waiting.append(done)

    def write(self, error: JournalError | None = None) -> None:
        """Acknowledge, or fail, all pending writes, including those that follow from them."""
        while self.waiting:
            self.waiting.pop(0)(error)


class Ends:
    """A listener that records the tables that ended and those that failed, in order."""

    def __init__(self) -> None:
        self.ended: list[str] = []
        self.broken: list[str] = []

    def session_ended(self, table_id: str) -> None:
        self.ended.append(table_id)

    def session_broken(self, table_id: str) -> None:
        self.broken.append(table_id)


class Desk:
    """A session with its journal, and a listener for its end."""

    def __init__(self, table: Table, grants: Mapping[int, Grant], settings: Settings) -> None:
        self.written = SlowJournal()
        self.ends = Ends()
        journal: Any = self.written
        caller = AgentCaller(WorkerPool(1), Dialler(), settings, Metrics())
        services = SessionServices(journal, caller, settings, self.ends, Lane(1.0))
        self.session = TableSession("table", "owner", table, services, dict(grants))

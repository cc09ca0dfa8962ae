"""The growth of an SQLite journal, and the space freed by deleting tables."""

import asyncio
import functools
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from vorhand.service.games.observations import cached_game
from vorhand.service.server.agents import InstantAgents, default_stand_in
from vorhand.service.server.backup import copy
from vorhand.service.server.entries import Entry, Kind
from vorhand.service.server.journal import Journal, Stored
from vorhand.service.server.table import Table
from vorhand.service.server.tokens import new_identifier
from vorhand.v1 import tables_pb2

Result = TypeVar("Result")
_AT_ONCE = 20  # tables that play in turn


@dataclass(frozen=True)
class Growth:
    """Sizes of a journal's file in bytes, after a checkpoint."""

    deals: int  # the number of deals played before the deletion
    actions: int  # the number of players' actions in these deals
    empty: int  # size before the first deal
    full: int  # size after the deals
    free: int  # free space in the file after half of the tables were deleted
    again: int  # size after as many new deals as were deleted
    copied: int  # size of a backup of the file with the new deals

    @property
    def per_deal(self) -> float:
        """Bytes per deal."""
        return (self.full - self.empty) / self.deals

    @property
    def per_action(self) -> float:
        """Bytes per action of a player."""
        return (self.full - self.empty) / self.actions

    @property
    def given_back(self) -> float:
        """Space that is free after the deletion, as a share of what the deleted tables took."""
        return self.free / ((self.full - self.empty) / 2)


def measure(game: str, deals: int, progress: Callable[[int], None] = lambda deals: None) -> Growth:
    """Play deals of stand-ins at 20 tables, delete half of the tables, and replace their deals."""
    each = max(1, deals // _AT_ONCE)
    with tempfile.TemporaryDirectory() as name:
        path, saved = Path(name) / "tables.db", Path(name) / "saved.db"
        url = f"sqlite:///{path}"
        _opened(url, lambda journal: None)
        empty = path.stat().st_size
        setup = tables_pb2.CreateTableRequest(
            game=game, deals=each, stand_in=default_stand_in(game)
        )
        for _ in range(cached_game(game).num_players()):
            setup.seats.add(kind=tables_pb2.SEAT_KIND_AGENT, agent=setup.stand_in)
        tables = [new_identifier() for _ in range(_AT_ONCE)]
        asyncio.run(_play(url, setup, tables, progress))
        full, actions = path.stat().st_size, _opened(url, lambda j: j.count(Kind.MOVED))
        half = tables[: _AT_ONCE // 2]
        _opened(url, functools.partial(_forget, half))
        free = _free(path)
        asyncio.run(_play(url, setup, [new_identifier() for _ in half], progress))
        again = path.stat().st_size
        copy(url, f"sqlite:///{saved}")
        return Growth(each * _AT_ONCE, actions, empty, full, free, again, saved.stat().st_size)


def _opened(url: str, task: Callable[[Journal], Result]) -> Result:
    journal = Journal(url)
    try:
        return task(journal)
    finally:
        journal.close()


def _forget(tables: Iterable[str], journal: Journal) -> None:
    for table in tables:
        journal.forget(table)


def _free(path: Path) -> int:
    """Return the free bytes of the file, which are reused before it grows."""
    connection = sqlite3.connect(path)
    try:
        (pages,) = connection.execute("PRAGMA freelist_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        return int(pages * size)
    finally:
        connection.close()


async def _play(
    url: str,
    setup: tables_pb2.CreateTableRequest,
    names: Iterable[str],
    progress: Callable[[int], None],
) -> None:
    """Play all tables to their ends, move by move in turn."""
    journal, instant = Journal(url), InstantAgents()
    journal.start()
    going = {}
    for name in names:
        await journal.add_table(Stored(name, "load", setup.SerializeToString(), False, {}))
        going[name] = table = Table(setup)
        await _append(journal, name, table, table.start())
    finished = 0
    while going:
        written = []
        for name, table in list(going.items()):
            action = instant.decide(setup.stand_in, table.state, table.deal_seed)
            entries = table.move(table.to_act, action)
            written.append(_append(journal, name, table, entries))
            if table.ended:
                del going[name]
                finished += setup.deals
                progress(finished)
        await asyncio.gather(*written)
    await asyncio.to_thread(journal.close)


async def _append(journal: Journal, name: str, table: Table, entries: list[Entry]) -> None:
    table.unsent = []
    await journal.append_now(name, table.sequence - len(entries) + 1, entries)

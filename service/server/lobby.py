"""The lobby: tables with open seats, and the tables of an account."""

import itertools

import structlog

from vorhand.service.server.journal import Journal, Stored
from vorhand.service.server.table import Seat, Standing
from vorhand.service.server.table_description import describe_table
from vorhand.service.server.table_registry import TableRegistry
from vorhand.v1 import tables_pb2

_LOG = structlog.get_logger()
_OPEN = tables_pb2.SEAT_KIND_OPEN
_MOST_ELSEWHERE = 200  # maximum number of other servers' tables to search


async def open_tables(registry: TableRegistry, game: str, most: int) -> list[tables_pb2.Table]:
    """Return tables with a seat open to everybody: this server's, then other servers'."""
    ours = (
        session.describe()
        for session in registry.tables.values()
        if not (session.standing.ended or all(seat.taken for seat in session.standing.seats))
    )
    found = list(itertools.islice((table for table in ours if _open(table, game)), most))
    if len(found) < most:
        theirs = await registry.reader.read(_waiting_elsewhere, registry.journal)
        found += (table for table in theirs if _open(table, game))
    return found[:most]


def tables_of(
    registry: TableRegistry, account: str, game: str, most: int
) -> list[tables_pb2.Table]:
    """Return tables under way here that an account created or sits at."""
    theirs = (
        session.describe()
        for session in registry.tables.values()
        if not session.standing.ended
        and (session.owner == account or any(g.name == account for g in session.grants.values()))
    )
    return list(itertools.islice((table for table in theirs if _is_of(table, game)), most))


def _open(table: tables_pb2.Table, game: str) -> bool:
    """Return whether a table of a game has a seat open to everybody."""
    free = not table.unlisted and not all(seat.taken for seat in table.seats)
    return free and _is_of(table, game)


def _is_of(table: tables_pb2.Table, game: str) -> bool:
    return game in ("", table.game.partition("(")[0])


def _waiting_elsewhere(journal: Journal) -> list[tables_pb2.Table]:
    """Return tables of other servers that have not begun a deal; blocks."""
    found = []
    for stored in journal.waiting_elsewhere(_MOST_ELSEWHERE):
        try:
            found.append(_waiting(stored))
        except Exception as error:  # catch all errors, so that the other tables are listed
            _LOG.warning("table not listed", table=stored.table_id, error=str(error))
    return found


def _waiting(stored: Stored) -> tables_pb2.Table:
    """Describe a table that has not begun a deal, from its rows alone: no game is created."""
    setup = tables_pb2.CreateTableRequest.FromString(stored.setup)
    seats = tuple(
        Seat(seat.kind, seat.agent, taken=seat.kind != _OPEN or number in stored.grants)
        for number, seat in enumerate(setup.seats)
    )
    nothing = (0.0,) * len(seats)
    standing = Standing(
        seats,
        finished=0,
        totals=nothing,
        first_seat=0,
        sitting_out=-1,
        bock_deals=setup.bock_deals,
        running=False,
        ended=False,
    )
    return describe_table(stored.table_id, setup, standing, stored.grants)

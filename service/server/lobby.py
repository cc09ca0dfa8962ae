"""The lobby: tables with open seats, and those of an account."""

from __future__ import annotations

import itertools
from dataclasses import replace

from vorhand.service.server.hall import Hall
from vorhand.service.server.journal import Stored
from vorhand.service.server.tables import Table
from vorhand.service.server.telling import described
from vorhand.v1 import tables_pb2

_MOST_ELSEWHERE = 200  # tables of other servers that are looked through


async def open_tables(hall: Hall, game: str, most: int) -> list[tables_pb2.Table]:
    """Tables with a seat that everybody may take: ours, then those of other servers.

    Args:
      hall: ours.
      game: its short name; empty: any.
      most: tables; the oldest first.
    """
    ours = (
        live.describe()
        for live in hall.tables.values()
        if not (live.standing.ended or all(seat.taken for seat in live.standing.seats))
    )
    found = list(itertools.islice((table for table in ours if _open(table, game)), most))
    if len(found) < most:
        theirs = await hall.read(hall.journal.waiting_elsewhere, _MOST_ELSEWHERE)
        found += (table for table in map(_waiting, theirs) if _open(table, game))
    return found[:most]


def tables_of(hall: Hall, account: str, game: str, most: int) -> list[tables_pb2.Table]:
    """Tables under way here that an account made or sits at, the oldest first."""
    theirs = (
        live.describe()
        for live in hall.tables.values()
        if not live.standing.ended
        and (live.owner == account or any(g.name == account for g in live.grants.values()))
    )
    return list(itertools.islice((table for table in theirs if _is_of(table, game)), most))


def _open(table: tables_pb2.Table, game: str) -> bool:
    """Whether a table of a game has a seat that everybody may take."""
    free = not table.unlisted and not all(seat.taken for seat in table.seats)
    return free and _is_of(table, game)


def _is_of(table: tables_pb2.Table, game: str) -> bool:
    return game in ("", table.game.partition("(")[0])


def _waiting(stored: Stored) -> tables_pb2.Table:
    """A table at which no deal has begun, from what the journal tells of its seats."""
    table = Table(tables_pb2.CreateTableRequest.FromString(stored.setup))
    for seat in stored.grants:
        table.seats[seat] = replace(table.seats[seat], taken=True)
    standing = table.standing._replace(seats=tuple(table.seats))
    return described(stored.table_id, table.setup, standing, grants=stored.grants)

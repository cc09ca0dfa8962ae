"""The seats of a table session: taking and freeing them, and checks of their streams."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, TypeVar

import grpc

from vorhand.service.server.errors import ServiceError, denied, not_now, not_yet
from vorhand.service.server.journal import Grant
from vorhand.v1 import play_pb2, tables_pb2

if TYPE_CHECKING:
    from vorhand.service.server.connections import Connection
    from vorhand.service.server.entries import Entry
    from vorhand.service.server.live import Live

Result = TypeVar("Result")


def take(live: Live, seat: int | None, grant: Grant, taken: asyncio.Future[int]) -> None:
    """Take an open seat, or renew the right of the account that has it; answer with its number."""
    if taken.done():  # the caller has cancelled
        return
    if seat is not None and _has(live, seat, grant.name):
        _give(live, seat, grant, [], taken)  # this invalidates the previous token
        return
    try:
        chosen, entries = live.table.take(seat)
    except ServiceError as error:
        taken.set_exception(error)
        return
    _give(live, chosen, grant, entries, taken)


def remove(live: Live, seat: int, done: asyncio.Future[None]) -> None:
    """Remove a player from a seat."""
    if done.done():
        return
    table = live.table
    if seat not in live.grants or table.ended:
        done.set_exception(not_now(f"seat {seat}: expected one that a player has"))
        return
    free = not table.running and table.seats[seat].kind == tables_pb2.SEAT_KIND_OPEN
    change = play_pb2.SEAT_CHANGE_FREED if free else play_pb2.SEAT_CHANGE_REMOVED

    def stored() -> None:
        del live.grants[seat]
        live.end_stream(seat, denied("the seat was taken away from you"))
        answer(done, None)

    live.commit(table.change(seat, change), {seat: None}, stored)


def expect(live: Live, seat: int) -> None:
    """Start the timer for the player of an open seat to join."""
    later = asyncio.get_running_loop().call_later
    later(live.services.claim_s, live.when_free, functools.partial(_free, live, seat))


def _free(live: Live, seat: int) -> None:
    """Free an open seat whose player has not joined, unless play has begun."""
    table = live.table
    if live.draining or table.running or table.ended or live.has_come(seat):
        return
    if table.seats[seat].kind == tables_pb2.SEAT_KIND_OPEN and live.grants.get(seat):
        change = table.change(seat, play_pb2.SEAT_CHANGE_FREED)
        live.commit(change, {seat: None}, lambda: live.grants.__delitem__(seat))


def lets_in(live: Live, connection: Connection) -> bool:
    """Return whether a queued stream is still open; close it if its right to the seat is lost."""
    if not _has_right(live, connection):
        connection.close(denied(f"seat {connection.seat} is not yours any more"))
    return not connection.ended


def hang_up(live: Live, connection: Connection) -> None:
    """Mark a player whose stream is half-closed as away, as if the stream had broken off."""
    if not (connection.ended or live.table.ended):  # else the final events are still to be sent
        text = "you have closed your side of the stream, and cannot act; join again to play on"
        connection.close(not_now(text))
        live.gone(connection)


def may_give_up(live: Live, connection: Connection) -> bool:
    """Return whether a queued resignation is valid: also after hanging up, not after removal."""
    return _has_right(live, connection) and not connection.refused


def unseen(live: Live, connection: Connection) -> list[play_pb2.Event] | None:
    """Return the deal's events that a stream has not seen; if unknown, close it, return None."""
    after = connection.join.after_sequence
    if after > live.told:
        connection.close(not_yet(after, live.told))
        return None
    events = live.table.since(after, connection.seat)
    if events is None:
        text = "another deal has begun meanwhile; join again"
        connection.close(ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=0.0))
    return events


def answer(waiting: asyncio.Future[Result], what: Result) -> None:
    """Set the result of a future, unless it is done or cancelled."""
    if not waiting.done():
        waiting.set_result(what)


def _has_right(live: Live, connection: Connection) -> bool:
    """Return whether the token of a stream still gives the right to its seat, if it needs one."""
    grant = live.grants.get(connection.seat)
    right = connection.token_hash
    return not right or (grant is not None and grant.token_hash == right)


def _has(live: Live, seat: int, name: str) -> bool:
    """Return whether an account has a seat."""
    grant = live.grants.get(seat)
    return bool(name) and grant is not None and grant.name == name


def _give(
    live: Live, seat: int, grant: Grant, entries: list[Entry], taken: asyncio.Future[int]
) -> None:
    def stored() -> None:
        live.grants[seat] = grant
        live.end_stream(seat, denied("the seat was taken again; its token is a new one"))
        expect(live, seat)
        answer(taken, seat)

    live.commit(entries, {seat: grant}, stored)

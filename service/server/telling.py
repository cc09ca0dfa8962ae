"""Conversion of entries into events: one for the public, one for the acting player."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vorhand.service.server import dealing
from vorhand.service.server.connections import EVERYTHING
from vorhand.service.server.entries import Entry, Kind, unpack_cards, unpack_returns
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2

if TYPE_CHECKING:
    from vorhand.service.server.journal import Grant
    from vorhand.service.server.tables import Standing, Table


@dataclass(frozen=True)
class Logged:
    """The events of one entry.

    Attributes:
      public: the event that everybody else receives.
      own: the event that the player concerned receives.
      seat: the seat of that player, -1 for none.
    """

    public: play_pb2.Event
    own: play_pb2.Event
    seat: int = -1


def told(logged: Logged, viewer: int) -> play_pb2.Event:
    """Return the event for a viewer: a seat, `EVERYBODY` or `EVERYTHING`."""
    return logged.own if viewer in (logged.seat, EVERYTHING) else logged.public


def logged(table: Table, entry: Entry) -> Logged:
    """Return the events of an entry that is about to be applied to a table."""
    event = play_pb2.Event(sequence=table.sequence + 1)
    own = event
    if entry.kind in (Kind.MOVED, Kind.STOOD_IN):
        own = _moved(table, entry, event)
    elif entry.kind == Kind.CARDS_DEALT:
        nonce, cards = unpack_cards(entry.data)
        event.cards_dealt.commitment = dealing.commitment(nonce, cards)
        event.cards_dealt.face_up.extend(table.observer.face_up(table.state, cards))
    elif entry.kind == Kind.DEAL_STARTED:
        event.deal_started.deal = entry.value
        event.deal_started.first_seat = table.first_seat_of(entry.value)
    elif entry.kind == Kind.DEAL_ENDED:
        event.deal_ended.deal = entry.value
        event.deal_ended.returns.extend(unpack_returns(entry.data))
        event.deal_ended.openings.extend(table.openings)
    elif entry.kind == Kind.SEAT_CHANGED:
        event.seat_changed.seat = entry.seat
        event.seat_changed.change = play_pb2.SeatChange.ValueType(entry.value)
    else:
        event.table_ended.reason = play_pb2.TableEndReason.ValueType(entry.value)
        if entry.seat >= 0:
            event.table_ended.seat = entry.seat
        if not table.deal_over:  # the last deal was not finished
            event.table_ended.openings.extend(table.openings)
    return Logged(event, own, entry.seat)


def _moved(table: Table, entry: Entry, event: play_pb2.Event) -> play_pb2.Event:
    """Fill in the public event of a move; return the event for the player who made it."""
    player, action = table.player_of(entry.seat), entry.value
    public = table.observer.move(table.state, player, action, -1)
    private = table.observer.move(table.state, player, action, player)
    _tell(entry, public, event)
    if private is public:
        return event
    own = play_pb2.Event(sequence=event.sequence)
    _tell(entry, private, own)
    return own


def _tell(entry: Entry, move: observation_pb2.Move, event: play_pb2.Event) -> None:
    moved = event.moved
    moved.move.CopyFrom(move)
    moved.move.seat = entry.seat
    moved.stand_in = entry.kind == Kind.STOOD_IN


def described(
    table_id: str,
    setup: tables_pb2.CreateTableRequest,
    standing: Standing,
    connected: Container[int] = (),
    grants: Mapping[int, Grant] | None = None,
) -> tables_pb2.Table:
    """Return the public description of a table.

    Args:
      table_id: the identifier of the table.
      setup: the request that created it.
      standing: its public state.
      connected: the seats whose players have a stream.
      grants: rights to act for seats, for the names of the players.
    """
    message = tables_pb2.Table(
        table_id=table_id,
        game=setup.game,
        deals=setup.deals,
        deals_finished=standing.finished,
        clock=setup.clock,
        timeout_rule=setup.timeout_rule,
        stand_in=setup.stand_in,
        seeded=setup.HasField("seed"),
        totals=standing.totals,
        dealing=setup.dealing,
        first_seat=standing.first_seat,
        unlisted=setup.unlisted,
    )
    message.state = (
        tables_pb2.TABLE_STATE_ENDED
        if standing.ended
        else tables_pb2.TABLE_STATE_PLAYING
        if standing.running
        else tables_pb2.TABLE_STATE_WAITING
    )
    grants = grants or {}
    for number, seat in enumerate(standing.seats):
        message.seats.add(
            name=grants[number].name if number in grants else "",
            kind=seat.kind,
            agent=seat.agent,
            taken=seat.taken,
            connected=seat.kind == tables_pb2.SEAT_KIND_AGENT or number in connected,
            away=seat.away or seat.left,
        )
    return message

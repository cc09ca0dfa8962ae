"""The public description of a table, for lists and for the players at it."""

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass

from vorhand.service.server.journal import Grant
from vorhand.service.server.table import Standing
from vorhand.v1 import tables_pb2


@dataclass
class TableDescription:
    """The public description of a table under way, which is created again only after changes."""

    table_id: str  # the identifier of the table
    setup: tables_pb2.CreateTableRequest  # the request that created it
    _known: tuple[object, ...] = ()
    _message: tables_pb2.Table | None = None

    def at(
        self, standing: Standing, grants: Mapping[int, Grant], connected: Collection[int]
    ) -> tables_pb2.Table:
        """Return the present description; the arguments are those of `describe_table`."""
        known = (standing, *connected, *grants.items())
        if self._message is None or self._known != known:
            self._known = known
            self._message = describe_table(self.table_id, self.setup, standing, grants, connected)
        return self._message


def describe_table(
    table_id: str,
    setup: tables_pb2.CreateTableRequest,
    standing: Standing,
    grants: Mapping[int, Grant],
    connected: Container[int] = (),
) -> tables_pb2.Table:
    """Return the public description of a table; `connected`: the seats of players with a stream."""
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
        absence_rule=setup.absence_rule,
    )
    if standing.sitting_out >= 0:
        message.sits_out = standing.sitting_out
    if setup.HasField("bock_deals"):
        message.bock_deals = standing.bock_deals
    message.state = (
        tables_pb2.TABLE_STATE_ENDED
        if standing.ended
        else tables_pb2.TABLE_STATE_PLAYING
        if standing.running
        else tables_pb2.TABLE_STATE_WAITING
    )
    others_decide = setup.absence_rule == tables_pb2.ABSENCE_RULE_OTHERS_DECIDE
    for number, seat in enumerate(standing.seats):
        message.seats.add(
            name=grants[number].name if number in grants else "",
            kind=seat.kind,
            agent=seat.agent,
            taken=seat.taken,
            connected=seat.kind == tables_pb2.SEAT_KIND_AGENT or number in connected,
            away=seat.away or (seat.left and not others_decide),
            left=seat.left,
            lost=seat.lost,
            agreed=seat.agreed,
        )
    return message

"""The record of a finished deal, one line."""

from __future__ import annotations

import datetime
import json

from vorhand.games.skat.records import format_record, record_from_state
from vorhand.service.server.tables import Table
from vorhand.v1 import tables_pb2

_NO_TIME = datetime.datetime(1970, 1, 1)  # a journal says nothing of the clock


def record_line(table: Table, deal: int) -> str:
    """The record of a deal that is played to its end.

    Skat deals that begin with the bidding are written in the format of the International
    Skat Server, everything else as a JSON object with the game string, the number of the deal,
    who the players were, all actions and the returns. Both name the players from the one who
    began the deal.
    """
    state = table.state
    players = [table.seats[table.seat_of(player)] for player in range(len(table.seats))]
    names = [_name(seat.kind, seat.agent) for seat in players]
    if table.setup.game.startswith("python_skat") and state.get_game().start.declaration is None:
        one, two, three = (name.replace("]", ")") for name in names)
        record = record_from_state(
            state, players=(one, two, three), time=_NO_TIME, series=deal + 1, number=deal + 1
        )
        return str(format_record(record))
    fields = {
        "game": table.setup.game,
        "deal": deal,
        "seats": names,
        "actions": [int(action) for action in state.history()],
        "returns": state.returns(),
    }
    return json.dumps(fields, separators=(",", ":"))


def _name(kind: tables_pb2.SeatKind.ValueType, agent: str) -> str:
    return agent if kind == tables_pb2.SEAT_KIND_AGENT else "player"

"""The queue of deal results to be rated.

A result is inserted in the transaction that ends its deal, and deleted in the transaction that
updates the ratings. So every deal counts exactly once, even if the server fails in between.
"""

import json
import math
import time
from collections.abc import Container, Mapping, Sequence

import sqlalchemy as sa

from vorhand.service.games.observations import cached_game
from vorhand.service.server.agents import is_remote
from vorhand.service.server.entries import Entry, Kind, unpack_returns
from vorhand.service.server.journal import Grant
from vorhand.service.server.schema import RESULTS
from vorhand.v1 import tables_pb2

AGENT, ACCOUNT = "agent", "account"


def result_statements(
    table_id: str,
    setup: tables_pb2.CreateTableRequest,
    grants: Mapping[int, Grant],
    entries: Sequence[Entry],
    replaced: Container[int],
) -> list[sa.Insert]:
    """Return the statements that queue the results of the rated deals which these entries end.

    Replaced deals (`Table.replaced`) are not rated.
    """
    ended = [e for e in entries if e.kind == Kind.DEAL_ENDED and e.value not in replaced]
    rated = _rated(setup, grants) if ended else None
    return [
        sa.insert(RESULTS).values(
            table_id=table_id,
            deal=entry.value,
            ended=time.time(),
            game=str(cached_game(setup.game)).removesuffix("()"),
            players=json.dumps([player for player, _ in played]),
            scores=json.dumps([score for _, score in played]),
        )
        for entry in ended
        if rated is not None and (played := _played(setup, rated, entry))
    ]


def _played(
    setup: tables_pb2.CreateTableRequest, players: Sequence[tuple[str, str]], entry: Entry
) -> list[tuple[tuple[str, str], float]]:
    """Return the players of a finished deal with their scores; none if it is not rated."""
    scores = unpack_returns(entry.data)
    seats = list(range(len(players)))
    if len(players) > cached_game(setup.game).num_players():
        dealer = (entry.value - 1) % len(players)
        seats = [seat for seat in seats if seat != dealer]
    played = [(players[seat], scores[seat]) for seat in seats]
    known = {player for player, _ in played}
    rated = len(known) > 1 and any(kind == ACCOUNT for kind, _ in known)
    return played if rated and all(map(math.isfinite, scores)) else []


def _rated(
    setup: tables_pb2.CreateTableRequest, grants: Mapping[int, Grant]
) -> list[tuple[str, str]] | None:
    """Return kind and name of the player in each seat; None if their deals are not rated."""
    if setup.HasField("seed") or setup.unrated:
        return None
    players = []
    for number, seat in enumerate(setup.seats):
        if seat.kind == tables_pb2.SEAT_KIND_AGENT:
            player = (AGENT, seat.agent)
            if is_remote(seat.agent):
                return None
        else:
            player = (ACCOUNT, grants[number].name if number in grants else "")
            if not player[1]:
                return None
        players.append(player)
    return players

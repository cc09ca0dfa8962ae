"""The deal rotates, so that every seat is every player of the game equally often."""

import hashlib
import json

import pytest

from vorhand.games.skat.records import parse_record
from vorhand.service.client.client import Client
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.games.observations import state_of
from vorhand.service.server.table import Table
from vorhand.v1 import play_pb2, tables_pb2


@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen"])
async def test_every_seat_begins_in_turn(client: Client, game: str) -> None:
    """Events, observations and records agree, for players and spectators alike."""
    seats = 3 if game == "python_skat" else 2
    deals = 2 * seats
    others = ["rule"] * (seats - 1)
    table, (place,) = await client.create_table(game, ["private", *others], deals=deals, seed=1)
    first = -1
    begun, returns = [], []
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("deal_started"):
                first = event.deal_started.first_seat
                begun.append(first)
            elif event.HasField("turn"):
                seen = event.observation
                assert (first + seen.seat) % seats == place.seat
                assert state_of(seen).current_player() == seen.seat
                await stream.act(event, event.turn.legal_actions[0].id)
            elif event.HasField("deal_ended"):
                returns.append(list(event.deal_ended.returns))
    assert begun == [deal % seats for deal in range(deals)]
    watched = [event async for event in client.watch(table.table_id)]
    assert begun == [e.deal_started.first_seat for e in watched if e.HasField("deal_started")]
    assert list((await client.table(table.table_id)).totals) == [
        sum(column) for column in zip(*returns, strict=True)
    ]
    for deal in range(deals):
        record = await client.record(table.table_id, deal)
        assert (record.first_seat, list(record.returns)) == (begun[deal], returns[deal])
        if game == "python_skat":
            names = list(parse_record(record.record).players)
        else:
            names = json.loads(record.record)["seats"]
        assert names.index("player") == -begun[deal] % seats


async def test_the_deal_can_be_fixed(client: Client) -> None:
    for dealing, begun in (
        (tables_pb2.DEALING_UNSPECIFIED, [0, 1]),
        (tables_pb2.DEALING_FIXED, [0, 0]),
    ):
        table, (place,) = await client.create_table(
            "python_schnapsen", ["rule", "private"], deals=2, seed=1, dealing=dealing
        )
        assert table.dealing == (dealing or tables_pb2.DEALING_ROTATES)
        await RemoteBot("rule").sit(client, place)
        records = [await client.record(table.table_id, deal) for deal in range(2)]
        assert [record.first_seat for record in records] == begun
        assert (await client.table(table.table_id)).first_seat == begun[-1]


def test_the_same_cards_whoever_begins() -> None:
    """A rotating table plays the deals of its seed with the seats rotated."""
    dealt = []
    for dealing in (tables_pb2.DEALING_ROTATES, tables_pb2.DEALING_FIXED):
        setup = tables_pb2.CreateTableRequest(game="python_skat", deals=3, seed=5, dealing=dealing)
        for _ in range(3):
            setup.seats.add(kind=tables_pb2.SEAT_KIND_AGENT, agent="first")
        table = Table(setup)
        table.start()
        while not table.ended:
            table.move(table.to_act, table.state.legal_actions()[0])
        ends = [logged.public for logged in table.unsent if logged.public.HasField("deal_ended")]
        dealt.append([hashed(end.deal_ended) for end in ends])
    assert dealt[0] == dealt[1]


async def test_a_table_with_a_seed_says_so_to_all_seats(client: Client) -> None:
    for seed in (None, 7):
        _, places = await client.create_table("python_schnapsen", ["private"] * 2, seed=seed)
        for place in places:
            async with client.sit(place) as stream:
                async for event in stream:
                    assert event.seated.table.seeded == (seed is not None)
                    break


def hashed(ended: play_pb2.DealEnded) -> str:
    cards = b"".join(bytes(opening.actions) for opening in ended.openings)
    return hashlib.sha256(cards).hexdigest()

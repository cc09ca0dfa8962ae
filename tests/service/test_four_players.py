"""Tables of Skat for four, where each deal's dealer sits out."""

import asyncio
import collections
from pathlib import Path

import grpc
import pytest

from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.games.skat.score_list import ListedDeal, score_list
from vorhand.service.client.client import Client, Place
from vorhand.service.server.journal import Grant
from vorhand.service.server.results import result_statements
from vorhand.service.server.table import Table
from vorhand.tests.service.helpers import is_turn, play_until, refused, serving, until_ended
from vorhand.v1 import play_pb2, tables_pb2

INVALID = grpc.StatusCode.INVALID_ARGUMENT
ALWAYS = play_pb2.OBSERVATION_DETAIL_ALWAYS
NAMES = ("anna", "bert", "carl", "dora")


async def played(client: Client, place: Place) -> list[play_pb2.Event]:
    """Play the first legal action at each turn until the table is over; return all events."""
    seen = []
    async with client.sit(place, detail=ALWAYS) as stream:
        async for event in stream:
            seen.append(event)
            if event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)
    return seen


async def test_the_totals_of_a_series_are_those_of_the_clubs_list(client: Client) -> None:
    """The list is made from the records of three players each."""
    table, _ = await client.create_table("python_skat", ["rule"] * 4, deals=16, seed=7)
    await until_ended(client.table, table.table_id)
    listed, dealt = [], collections.Counter[int]()
    for deal in range(16):
        record = await client.record(table.table_id, deal)
        seats = [(record.first_seat + player) % 4 for player in range(3)]
        one, two, three = (NAMES[seat] for seat in seats)
        dealt.update({0, 1, 2, 3} - set(seats))
        found = read_played_deal(record.record)
        listed.append(ListedDeal.of((one, two, three), found.deal, found.result))
    (series,) = score_list(listed)
    assert len(series.standings) == 4
    assert set(dealt.values()) == {4}
    assert any(standing.lost for standing in series.standings)
    totals = {standing.name: float(standing.total) for standing in series.standings}
    assert [totals[name] for name in NAMES] == list((await client.table(table.table_id)).totals)


async def test_who_sits_out_sees_what_spectators_see(client: Client) -> None:
    """In two of eight deals a seat has neither turns nor observations, and no hidden move."""
    seats = ["private", "rule", "private", "rule"]
    table, (one, two) = await client.create_table("python_skat", seats, deals=8, seed=3)
    other = asyncio.create_task(played(client, two))
    seen = await played(client, one)
    await other
    shown = {
        event.sequence: event.moved
        async for event in client.watch(table.table_id)
        if event.HasField("moved")
    }
    out = playing = False
    counts = collections.Counter[str]()
    for event in seen:
        if event.HasField("deal_started"):
            started = event.deal_started
            assert started.sits_out == (started.first_seat - 1) % 4
            out = started.sits_out == one.seat
            counts["out" if out else "plays"] += 1
            continue
        if out and event.HasField("moved"):
            assert event.moved == shown[event.sequence]
            counts["moves"] += 1
        assert not (out and (event.HasField("observation") or event.HasField("turn")))
        playing = playing or event.HasField("turn")
    assert playing
    assert (counts["out"], counts["plays"]) == (2, 6)
    assert counts["moves"] > 30


def test_a_restart_keeps_who_sits_out(tmp_path: Path) -> None:
    """The server restarts at a turn of seat 1 in the second deal, which seat 0 sits out."""

    async def run() -> None:
        seats = ["private", "private", "rule", "rule"]
        async with serving(tmp_path) as (_, client):
            table, (one, two) = await client.create_table("python_skat", seats, deals=4, seed=5)
            beside = asyncio.create_task(played(client, one))
            await play_until(client, two, is_turn(1, 1))
            beside.cancel()
        async with serving(tmp_path) as (_, client):
            restored = await client.table(table.table_id)
            assert (restored.deals_finished, restored.first_seat, restored.sits_out) == (1, 1, 0)
            playing = asyncio.create_task(played(client, two))
            seen = await played(client, one)
            await playing
            ended = [event.deal_ended for event in seen if event.HasField("deal_ended")]
            assert [end.deal for end in ended] == [0, 1, 2, 3]
            sums = [sum(end.returns[seat] for end in ended) for seat in range(4)]
            assert list((await client.table(table.table_id)).totals) == sums

    asyncio.run(run())


async def test_who_gives_up_while_sitting_out_loses_nothing(client: Client) -> None:
    """Seat 3 deals first; the deal under way is broken off."""
    seats = ["private", "rule", "rule", "private"]
    table, (one, four) = await client.create_table("python_skat", seats, deals=4, seed=3)
    playing = asyncio.create_task(play_until(client, one, is_turn(0, 1)))
    async with client.sit(four) as stream:
        async for event in stream:
            if event.HasField("deal_started"):
                await playing
                await stream.resign()
            if event.HasField("table_ended"):
                assert event.table_ended.seat == four.seat
    ended = await client.table(table.table_id)
    assert ended.deals_finished == 0
    assert list(ended.totals) == [0.0] * 4


async def test_tables_for_four_are_refused_where_nobody_could_sit_out(client: Client) -> None:
    with refused(INVALID, "5 entries, expected 3 or 4, of whom the dealer sits out"):
        await client.create_table("python_skat", ["rule"] * 5)
    with refused(INVALID, "4 entries, expected 2"):
        await client.create_table("python_schnapsen", ["rule"] * 4)
    with refused(INVALID, "expected that the deal goes round"):
        await client.create_table("python_skat", ["rule"] * 4, dealing=tables_pb2.DEALING_FIXED)


@pytest.mark.parametrize("deal", range(8))
def test_the_dealer_is_not_rated(deal: int) -> None:
    seats = [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_OPEN)] * 4
    rotates = tables_pb2.DEALING_ROTATES
    setup = tables_pb2.CreateTableRequest(game="python_skat", seats=seats, deals=8, dealing=rotates)
    table = Table(setup)
    entries = []
    while table.finished <= deal:
        legal = table.state.legal_actions() if table.to_act >= 0 else []
        entries = table.move(table.to_act, legal[0]) if legal else table.start()
    grants = {seat: Grant(b"", name=name) for seat, name in enumerate(NAMES)}
    (statement,) = result_statements("t", setup, grants, entries, ())
    values = statement.compile().params
    dealer = NAMES[(deal + 3) % 4]
    assert dealer not in values["players"]
    assert all(name in values["players"] for name in NAMES if name != dealer)
    assert values["scores"].count(",") == 2

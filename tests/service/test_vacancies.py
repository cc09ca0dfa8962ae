"""Tables at which the others decide whether an agent replaces an absent player."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from vorhand.service.client.client import Client, Place, SeatStream
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server import vacancies
from vorhand.service.server.entries import Entry
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.journal import Grant
from vorhand.service.server.results import result_statements
from vorhand.service.server.settings import Settings
from vorhand.service.server.table import Table
from vorhand.tests.limits import HANGING_S
from vorhand.tests.service.helpers import serving, until_ended, until_table
from vorhand.v1 import play_pb2, tables_pb2

DECIDE = tables_pb2.ABSENCE_RULE_OTHERS_DECIDE
LEFT, LOST = play_pb2.SEAT_CHANGE_LEFT, play_pb2.SEAT_CHANGE_LOST
AWAY, BACK = play_pb2.SEAT_CHANGE_AWAY, play_pb2.SEAT_CHANGE_BACK
AGREED = play_pb2.SEAT_CHANGE_AGREED

pytestmark = pytest.mark.server(Settings(return_s=0.05))


async def two_seats(client: Client, deals: int = 20) -> tuple[str, list[Place]]:
    """Return a table of Schnapsen for two players."""
    table, places = await client.create_table(
        "python_schnapsen", ["private"] * 2, deals=deals, stand_in="rule", absence_rule=DECIDE
    )
    return table.table_id, places


class Player:
    """A player with one stream."""

    def __init__(self, stream: SeatStream) -> None:
        self.stream = stream
        self._events = aiter(stream)

    async def until(self, wanted: Callable[[play_pb2.Event], object]) -> play_pb2.Event:
        """Play until an expected event; return it."""
        async for event in self._events:
            if wanted(event):
                return event
            if event.HasField("turn"):
                await self.stream.act(event, event.turn.legal_actions[0].id)
        raise AssertionError("the stream has ended")

    async def leave(self) -> None:
        """Leave, and wait for the end of the stream."""
        await self.stream.leave()
        async for _ in self._events:
            pass


def is_a(kind: str) -> Callable[[play_pb2.Event], bool]:
    """Return a test for the kind of an event."""
    return lambda event: event.HasField(kind)  # type: ignore[arg-type]


def changed(
    *changes: tuple[int, play_pb2.SeatChange.ValueType],
) -> Callable[[play_pb2.Event], bool]:
    """Return a test for a change of a seat."""
    return (
        lambda e: e.HasField("seat_changed")
        and (e.seat_changed.seat, e.seat_changed.change) in changes
    )


def stood_in(event: play_pb2.Event) -> bool:
    return event.HasField("moved") and event.moved.stand_in


async def vacate(client: Client, place: Place, leaves: bool) -> None:
    """Leave a seat at its first turn, or lose the connection there."""
    async with client.sit(place) as stream:
        player = Player(stream)
        await player.until(is_a("turn"))
        if leaves:
            await player.leave()


@pytest.mark.server(Settings(return_s=0.001))
async def test_a_player_lost_before_the_beginning_is_missed_at_their_turn(client: Client) -> None:
    table, (one, two) = await two_seats(client)
    async with client.sit(one) as stream:
        await Player(stream).until(is_a("seated"))
    for _ in range(50):  # calls that the server answers until the timer is over
        await client.table(table)
    async with client.sit(two) as stream:
        await Player(stream).until(changed((one.seat, LOST)))


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_stand_in_plays_once_the_others_agree(client: Client, leaves: bool) -> None:
    """Nobody plays for an absent player until the others agree; the player may return."""
    table, (one, two) = await two_seats(client)
    async with client.sit(two) as stream:
        other, moves = Player(stream), list[bool]()
        going = asyncio.create_task(vacate(client, one, leaves))

        def gone(event: play_pb2.Event) -> bool:
            moves.append(stood_in(event))
            return changed((one.seat, LEFT if leaves else LOST))(event)

        await other.until(gone)
        await going
        seat = (await client.table(table)).seats[one.seat]
        assert (seat.left, seat.lost, seat.away) == (leaves, not leaves, False)
        await stream.agree()

        def away(event: play_pb2.Event) -> bool:
            moves.append(stood_in(event))
            return changed((one.seat, AWAY))(event)

        await other.until(away)
        assert not any(moves)
        await other.until(stood_in)
        async with client.sit(one) as again:
            playing = asyncio.create_task(other.until(is_a("table_ended")))
            back = Player(again)
            await back.until(changed((one.seat, BACK)))
            await back.until(is_a("turn"))
            playing.cancel()
        seat = (await client.table(table)).seats[one.seat]
        assert (seat.left, seat.away) == (False, False)


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_program_agrees_that_an_agent_plays_on(client: Client, leaves: bool) -> None:
    """A bot agrees each time a player is gone, and plays on."""
    _, (one, two, three) = await client.create_table(
        "python_skat", ["private"] * 3, deals=99, stand_in="rule", absence_rule=DECIDE
    )
    playing = asyncio.create_task(RemoteBot("rule").sit(client, three))
    async with client.sit(two) as stream:
        other = Player(stream)
        for again in (False, True):
            going = asyncio.create_task(vacate(client, one, leaves))
            if again:
                await other.until(changed((one.seat, BACK)))
            await other.until(changed((one.seat, LEFT if leaves else LOST)))
            await going
            await stream.agree()
            await other.until(changed((one.seat, AWAY)))
        await other.until(stood_in)
        assert not playing.done()
        playing.cancel()


@pytest.mark.parametrize("leaves", [True, False])
async def test_the_others_may_end_the_table_instead(client: Client, leaves: bool) -> None:
    """A player who has left has resigned; a deal counts for nobody if a connection was lost."""
    table, (one, two) = await two_seats(client)
    async with client.sit(two) as stream:
        other = Player(stream)
        going = asyncio.create_task(vacate(client, one, leaves))
        await other.until(changed((one.seat, LEFT), (one.seat, LOST)))
        await going
        await stream.decline()
        ended = (await other.until(is_a("table_ended"))).table_ended
    resigned = play_pb2.TABLE_END_REASON_RESIGNED
    assert ended.reason == (resigned if leaves else play_pb2.TABLE_END_REASON_CLOSED)
    assert ended.HasField("seat") == leaves
    assert ((await client.table(table)).totals[one.seat] < 0) == leaves


async def test_nobody_decides_about_players_who_are_there(client: Client) -> None:
    _, (one, two) = await two_seats(client)
    async with client.sit(one) as first, client.sit(two) as second:
        players = [Player(stream) for stream in (first, second)]
        await asyncio.gather(*(player.until(is_a("cards_dealt")) for player in players))
        for ask in (first.agree, first.decline):
            await ask()
            refused = (await players[0].until(is_a("refused"))).refused
            assert "nobody has left" in refused.message


async def test_the_last_to_leave_ends_the_table(client: Client) -> None:
    """A player who left earlier, and for whom no stand-in plays, has resigned."""
    table, (one, two) = await two_seats(client)
    async with client.sit(two) as stream:
        other = Player(stream)
        going = asyncio.create_task(vacate(client, one, True))
        await other.until(changed((one.seat, LEFT)))
        await going
        await other.leave()
    await until_ended(client.table, table)
    totals = (await client.table(table)).totals
    assert totals[one.seat] < 0 < totals[two.seat]


async def test_who_leaves_before_play_begins_frees_the_seat(client: Client) -> None:
    """The seat becomes open; when the last player leaves, the table ends."""
    made, _ = await client.create_table("python_schnapsen", ["open"] * 2, absence_rule=DECIDE)
    places = [await client.take_seat(made.table_id, seat) for seat in range(2)]
    for place in places:
        async with client.sit(place) as stream:
            player = Player(stream)
            await player.until(is_a("seated"))
            await player.leave()
        if place is places[0]:
            await until_table(client.table, made.table_id, lambda t: not t.seats[0].taken)
            assert (await client.table(made.table_id)).seats[1].taken
    await until_ended(client.table, made.table_id)


async def test_a_restart_keeps_a_replaced_seat_and_the_right_to_return(tmp_path: Path) -> None:
    patient = Settings(return_s=HANGING_S)
    async with serving(tmp_path, patient) as (_, client):
        table, (one, two) = await two_seats(client, 1000)
        async with client.sit(two) as stream:
            other = Player(stream)
            going = asyncio.create_task(vacate(client, one, True))
            await other.until(changed((one.seat, LEFT)))
            await going
            await stream.agree()
            await other.until(changed((one.seat, AWAY)))
    async with serving(tmp_path, patient) as (_, client):
        seat = (await client.table(table)).seats[one.seat]
        assert (seat.left, seat.away) == (True, True)
        async with client.sit(one) as stream:
            await Player(stream).until(changed((one.seat, BACK)))


async def test_phrases_reach_the_players_and_are_limited(client: Client) -> None:
    _, (one, two) = await two_seats(client)
    async with client.sit(one) as first, client.sit(two) as second:
        players = [Player(stream) for stream in (first, second)]
        await asyncio.gather(*(player.until(is_a("cards_dealt")) for player in players))
        await first.say(play_pb2.PHRASE_THANKS)
        for player in players:
            said = (await player.until(is_a("said"))).said
            assert (said.seat, said.phrase) == (one.seat, play_pb2.PHRASE_THANKS)
        for _ in range(10):
            await first.say(play_pb2.PHRASE_HELLO)
        refused = (await players[0].until(is_a("refused"))).refused
        assert "too many phrases" in refused.message


def plainly(seats: int, history: list[tuple[int, int]]) -> tuple[set[int], set[int]]:
    """Return the absent seats and the seats that an agent plays, from the changes in order."""
    absent: set[int] = set()
    replaced: set[int] = set()
    agreed: set[int] = set()
    for seat, change in history:
        if change in (LEFT, LOST):
            absent.add(seat)
            agreed = set()
        elif change == BACK:
            absent.discard(seat)
            replaced.discard(seat)
            agreed = set()
        else:
            agreed.add(seat)
            if agreed == set(range(seats)) - absent:
                replaced |= absent
    return absent, replaced


@pytest.mark.parametrize("stands_in", [False, True])
def test_deals_in_which_a_stand_in_played_are_not_rated(stands_in: bool) -> None:
    """All other deals are rated, also if a player is away when another resigns."""
    setup = tables_pb2.CreateTableRequest(
        game="python_schnapsen", deals=9, stand_in="rule", absence_rule=DECIDE
    )
    for _ in range(2):
        setup.seats.add(kind=tables_pb2.SEAT_KIND_PRIVATE)
    table, again = Table(setup), Table(setup)
    entries = table.start()
    gone = table.to_act
    entries += table.change(gone, LEFT)
    entries += vacancies.agree(table, 1 - gone)
    if stands_in:
        entries += table.move(gone, table.state.legal_actions()[0], stand_in=True)
    entries += table.change(gone, BACK)
    while table.deal == 0:
        entries += table.move(table.to_act, table.state.legal_actions()[0])
    entries += table.change(gone, AWAY)
    entries += table.end(play_pb2.TABLE_END_REASON_RESIGNED, 1 - gone)
    for entry in entries:
        again.apply_checked(entry)
    grants = {0: Grant(b"", "anna"), 1: Grant(b"", "bert")}
    results = result_statements("table", setup, grants, entries, again.replaced)
    rated = [result.compile().params["deal"] for result in results]
    assert rated == ([1] if stands_in else [0, 1])


def test_seats_follow_a_plain_model() -> None:
    """An agent plays only if all others agreed, also after a replay of the random changes."""
    for seed in range(200):
        follow_a_plain_model(random.Random(seed))


def follow_a_plain_model(rng: random.Random) -> None:
    setup = tables_pb2.CreateTableRequest(
        game="python_skat", deals=9, stand_in="rule", absence_rule=DECIDE
    )
    for _ in range(3):
        setup.seats.add(kind=tables_pb2.SEAT_KIND_PRIVATE)
    table, again = Table(setup), Table(setup)
    entries: list[Entry] = table.start()
    history: list[tuple[int, int]] = []
    for _ in range(30):
        there = vacancies.players(table)
        seat = rng.randrange(3)
        change = rng.choice([LEFT, LOST, AGREED, AGREED] if seat in there else [BACK])
        if change == AGREED:
            try:
                entries += vacancies.agree(table, seat)
            except ServiceError:
                assert not vacancies.vacancies(table) or table.seats[seat].agreed
                continue
        elif change == LEFT and len(there) == 1:
            continue  # the table would end
        else:
            entries += table.change(seat, change)
        history.append((seat, change))
        absent, replaced = plainly(3, history)
        assert {k for k in range(3) if table.agent_for(k)} == replaced
        assert set(vacancies.vacancies(table)) == absent - replaced
    for entry in entries:
        again.apply_checked(entry)
    assert again.standing == table.standing

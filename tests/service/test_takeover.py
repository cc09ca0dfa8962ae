"""Two server processes on one database: each has its own tables, and takes over the other's."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from vorhand.service.client.client import Client, Place, RemoteError, bearer
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.journal import Journal
from vorhand.tests.endurance.test_kills import Player, check_against_journal
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import Process, process, refused, until_table
from vorhand.tests.sizes import few
from vorhand.v1 import play_pb2, play_pb2_grpc, tables_pb2

GAME, DEALS = "python_schnapsen", 4
LEASE = "6"  # seconds; a server on a busy machine may miss heartbeats for some


@asynccontextmanager
async def pair(folder: Path, url: str, lease: str) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two running servers with the same API token."""
    folders = [folder / name for name in ("one", "two")]
    for each in folders:
        each.mkdir()
        (each / "token").write_text("the-token-of-both-servers-of-this-database")
        (each / "token").chmod(0o600)
    with (
        process(folders[0], "--name", "one", "--lease", lease, journal=url) as one,
        process(folders[1], "--name", "two", "--lease", lease, journal=url) as two,
    ):
        yield one, two


async def sit_down(client: Client) -> list[Player]:
    """Seat players at a new table; they move at random."""
    _, places = await client.create_table(GAME, ["private"] * 2, deals=DEALS)
    return [Player(place, DEALS, random.Random(place.seat)) for place in places]


async def until_tables_are_made(client: Client) -> None:
    """Wait until a server is reached again and creates a table."""

    async def made() -> bool:
        try:
            await sit_down(client)
        except RemoteError as error:
            if error.code != grpc.StatusCode.UNAVAILABLE:
                raise
            return False
        return True

    await until(made)


async def until_moved(players: list[Player]) -> None:
    await until(lambda: all(len(player.answers) > 3 for player in players))


def check(url: str, players: list[Player]) -> None:
    """Compare the players' events with the journal; the tables were played to their ends."""
    journal = Journal(url)
    for player in players:
        assert player.ended is not None
        assert player.ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        assert len(player.returns) == DEALS
        check_against_journal(player, list(journal.entries(player.place.table_id)))
    journal.close()


@pytest.mark.extended
@pytest.mark.parametrize("journal_url", few(1, ["postgresql", "sqlite"]), indirect=True)
async def test_each_goes_on_with_the_tables_of_the_other(tmp_path: Path, journal_url: str) -> None:
    """One server is killed; its players continue at the other, and no action is lost."""
    async with pair(tmp_path, journal_url, LEASE) as (one, two):
        both = f"ipv4:{one.address},{two.address}"
        async with (
            Client(one.address, one.token) as first,
            Client(two.address, two.token) as second,
            Client(both) as either,
        ):
            theirs = [player for _ in range(2) for player in await sit_down(first)]
            others = await sit_down(second)
            playing = [asyncio.create_task(player.play(either)) for player in theirs]
            playing += [asyncio.create_task(player.play(second)) for player in others]
            await until_moved(theirs)
            assert not any(task.done() for task in playing[: len(theirs)])
            one.kill()
            await asyncio.gather(*playing)
            check(journal_url, [*theirs, *others])
            await asyncio.to_thread(one.start)
            await until_tables_are_made(first)
        assert await asyncio.to_thread(two.terminate) == 0


@pytest.mark.extended
@pytest.mark.parametrize("journal_url", ["postgresql"], indirect=True)
async def test_who_asks_the_wrong_server_is_told_which_is_right(
    tmp_path: Path, journal_url: str
) -> None:
    async with (
        pair(tmp_path, journal_url, "60") as (one, two),
        Client(one.address, one.token) as first,
        Client(two.address, two.token) as second,
    ):
        _, (place,) = await first.create_table(GAME, ["private", "rule"])
        error = await refusal(second, place)
        assert error.code() == grpc.StatusCode.UNAVAILABLE
        about, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        status = rpc_status.from_call(error)
        assert any(detail.Unpack(about) for detail in status.details)
        assert any(detail.Unpack(retry) for detail in status.details)
        assert (about.domain, about.reason) == ("vorhand", "TABLE_ELSEWHERE")
        assert dict(about.metadata) == {"server": "one", "address": one.address}
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "no seat of this table is open"):
            await second.take_seat(place.table_id)  # the client follows the address
        # A caller without the seat's token does not learn the address.
        stranger = place._replace(token="seat_wrong")
        assert (await refusal(second, stranger)).code() == grpc.StatusCode.PERMISSION_DENIED
        # Any server describes the table, and the client finds its server.
        table = await second.table(place.table_id)
        assert table.state == tables_pb2.TABLE_STATE_WAITING
        watching = asyncio.create_task(watched(second, place.table_id))
        bot = RemoteBot("rule")
        ended = await bot.sit(second, place)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        numbers = await watching
        assert numbers == list(range(1, numbers[-1] + 1))
        assert (await second.record(place.table_id, 0)).returns == bot.returns[0]


@pytest.mark.extended
@pytest.mark.parametrize("journal_url", ["postgresql"], indirect=True)
async def test_open_seats_are_found_and_taken_whichever_server_is_asked(
    tmp_path: Path, journal_url: str
) -> None:
    """Open seats are listed and taken at either server, also after a kill."""
    async with (
        pair(tmp_path, journal_url, LEASE) as (one, two),
        Client(one.address, one.token) as first,
        Client(two.address, two.token) as second,
    ):
        table, _ = await first.create_table(GAME, ["open", "open"])
        running, _ = await first.create_table(GAME, ["private", "open"])
        other, _ = await second.create_table(GAME, ["open", "rule"])
        here = [t.table_id for t in await second.open_tables()]
        assert here == [other.table_id, table.table_id, running.table_id]
        places = [await second.take_seat(table.table_id, 1)]
        (listed,) = [t for t in await second.open_tables() if t.table_id == table.table_id]
        assert [seat.taken for seat in listed.seats] == [False, True]
        bot = RemoteBot("rule")
        playing = [asyncio.create_task(bot.sit(second, places[0]))]
        await until_table(first.table, table.table_id, lambda now: now.seats[1].connected)
        one.kill()
        places.append(await second.take_seat(table.table_id))
        playing.append(asyncio.create_task(RemoteBot("rule").sit(second, places[1])))
        for ended in await asyncio.gather(*playing):
            assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED


async def refusal(client: Client, place: Place) -> Any:
    """Return the error with which a stream of a seat ends."""
    call: Any = play_pb2_grpc.PlayServiceStub(client.channel).Play(metadata=bearer(place.token))
    join = play_pb2.Join(table_id=place.table_id, seat=place.seat)
    await call.write(play_pb2.PlayRequest(join=join))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call.read()
    return error.value


async def watched(client: Client, table_id: str) -> list[int]:
    return [event.sequence async for event in client.watch(table_id)]

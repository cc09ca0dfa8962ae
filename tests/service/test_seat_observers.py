"""Seat observers: they are sent exactly what the player is sent."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest

from vorhand.service.client.client import Client, Place
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import leave_at_turn, refused, serving
from vorhand.v1 import agent_pb2, agent_pb2_grpc, play_pb2


async def _sent(client: Client, place: Place) -> list[play_pb2.Event]:
    return [event async for event in client.watch(place.table_id, beside=place)]


async def _looking(
    server: Server, client: Client, place: Place
) -> asyncio.Task[list[play_pb2.Event]]:
    """Start to observe a seat; earlier messages are not shown."""
    looking = asyncio.create_task(_sent(client, place))
    spectators = server.registry.tables[place.table_id].streams.spectators
    await until(lambda: len(spectators))
    return looking


async def test_what_a_player_is_sent_is_shown_refusals_included(
    server: Server, client: Client
) -> None:
    _, (place,) = await client.create_table("python_skat", ["private", "rule", "rule"], seed=6)
    looking = await _looking(server, client, place)
    told: list[play_pb2.Event] = []
    refusals = 0
    async with client.sit(place) as stream:
        async for event in stream:
            told.append(event)
            if event.HasField("refused"):
                refusals += 1
                turn = next(e for e in reversed(told) if e.HasField("turn"))
                await stream.act(turn, turn.turn.legal_actions[0].id)
            elif event.HasField("turn"):
                wrong = not refusals
                await stream.act(event, 9999 if wrong else event.turn.legal_actions[0].id)
    seen = await looking
    assert refusals == 1
    assert "9999" in next(e.refused.message for e in seen if e.HasField("refused"))
    assert any(event.HasField("observation") for event in seen if event.HasField("turn"))
    assert seen[-1].HasField("table_ended")
    assert seen == told


class _Wilful(agent_pb2_grpc.AgentServiceServicer):
    """An agent that plays the first legal action or, if `wrong` is set, once an illegal one."""

    def __init__(self) -> None:
        self.wrong = False
        self.asked: list[agent_pb2.DecideRequest] = []

    def Describe(  # noqa: N802
        self, request: agent_pb2.DescribeRequest, context: grpc.ServicerContext
    ) -> agent_pb2.DescribeResponse:
        return agent_pb2.DescribeResponse(name="wilful")

    def Decide(  # noqa: N802
        self, request: agent_pb2.DecideRequest, context: grpc.ServicerContext
    ) -> agent_pb2.DecideResponse:
        self.asked.append(request)
        wrong, self.wrong = self.wrong, False
        first = request.observation.legal_actions[0].id
        return agent_pb2.DecideResponse(action=9999 if wrong else first)


@pytest.fixture
def wilful() -> Iterator[tuple[_Wilful, str]]:
    servicer, server = _Wilful(), grpc.server(ThreadPoolExecutor(1))
    agent_pb2_grpc.add_AgentServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield servicer, f"grpc://127.0.0.1:{port}"
    server.stop(0).wait()


async def test_an_agent_that_is_dialled_is_shown_to_whom_it_tells_its_token(
    tmp_path: Path, wilful: tuple[_Wilful, str]
) -> None:
    agent, url = wilful
    dial = (url.removeprefix("grpc://"),)
    async with serving(tmp_path, Settings(dial=dial)) as (_, client):
        seats = ["private", url]
        _, (place,) = await client.create_table("python_schnapsen", seats, deals=2, seed=6)
        async with client.sit(place) as stream:
            looking = None
            async for event in stream:
                if looking is None and agent.asked:
                    at = agent.asked[0].at
                    assert (at.table_id, at.seat) == (place.table_id, 1)
                    own = Place(at.table_id, at.seat, at.watch_token)
                    looking = asyncio.create_task(_sent(client, own))
                    for wrong in (own._replace(seat=0), own._replace(token=place.token)):
                        with refused(grpc.StatusCode.PERMISSION_DENIED):
                            await _sent(client, wrong)
                    agent.wrong = True
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
        assert looking is not None
        seen = await looking
    shown = [event.observation for event in seen if event.HasField("turn")]
    assert len(shown) > 1
    assert shown == [one.observation for one in agent.asked][-len(shown) :]
    assert [e.refused.message for e in seen if e.HasField("refused")] == [
        "chose 9999, which is not legal"
    ]
    assert any(e.moved.move.seat == 0 for e in seen if e.HasField("moved"))
    assert seen[-1].HasField("table_ended")


@pytest.mark.server(Settings(decision_s=0.1))
async def test_that_a_stand_in_failed_is_not_shown(server: Server, client: Client) -> None:
    """The stand-in is the server's, so its errors do not concern the player."""
    endless = "ppp(worlds=1000000,depth=5)"
    table, (place,) = await client.create_table(
        "python_schnapsen", ["private", "rule"], stand_in=endless, seed=2
    )
    looking = await _looking(server, client, place)
    await leave_at_turn(client, place)
    async for event in client.watch(table.table_id):
        if event.HasField("moved") and event.moved.stand_in:
            break
    await RemoteBot("first").sit(client, place)
    seen = await looking
    assert any(event.moved.stand_in for event in seen if event.HasField("moved"))
    assert not [event.refused.message for event in seen if event.HasField("refused")]


async def test_who_takes_the_seat_next_is_not_looked_at(server: Server, client: Client) -> None:
    """The previous token becomes invalid, and streams opened with it end."""
    table, _ = await client.create_table("python_schnapsen", ["open", "open"])
    first = await client.take_seat(table.table_id, 0)
    looking = await _looking(server, client, first)
    again = await client.take_seat(table.table_id, 0)
    with refused(grpc.StatusCode.PERMISSION_DENIED):
        await looking
    assert again.token != first.token

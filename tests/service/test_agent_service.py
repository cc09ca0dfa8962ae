import threading
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

import vorhand
from vorhand.agents import AgentError, check
from vorhand.evaluation.arena import Match, play_deal
from vorhand.service.agent_server import AgentServer
from vorhand.service.client import Client, RemoteError
from vorhand.service.remote_bot import RemoteBot
from vorhand.service.tls import TlsError
from vorhand.tests.service.helpers import with_server
from vorhand.v1 import agent_pb2, agent_pb2_grpc, observation_pb2, play_pb2


@pytest.fixture
def address() -> Iterator[str]:
    server = AgentServer("pimc(worlds=3)")
    yield server.address
    server.stop(0)


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("python_skat", ["rule", "random"]),
        ("python_schnapsen(match=true)", ["rule"]),
        ("python_kinderschnapsen", ["random"]),
    ],
)
def test_a_dialled_agent_plays_in_the_arena_as_it_would_here(
    address: str, game: str, others: list[str]
) -> None:
    for deal in range(2):
        there, here = (
            play_deal(Match.create(game, [agent, *others], seed=5), deal)
            for agent in (f"grpc://{address}", "pimc(worlds=3)")
        )
        assert [s.history() for s in there] == [s.history() for s in here]


def test_a_table_dials_an_agent(tmp_path: Path, address: str) -> None:
    async def play(client: Client) -> None:
        seats = ["private", f"grpc://{address}(seconds=5)", "rule"]
        table, places = await client.create_table("python_skat", seats, deals=2)
        ended = await RemoteBot("rule").sit(client, places[0])
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        for place in ("grpc://10.0.0.1:9090", "grpc://nowhere"):
            with pytest.raises(RemoteError):
                await client.create_table("python_skat", ["private", place, "rule"])

    with_server(tmp_path, play)


def test_where_an_agent_is_not_there_its_stand_in_plays(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        seats = ["private", "grpc://127.0.0.1:1(seconds=0.1)"]
        _, (place,) = await client.create_table("python_schnapsen", seats, seed=1)
        stood_in = 0
        async with client.sit(place) as stream:
            async for event in stream:
                if event.HasField("moved"):
                    stood_in += event.moved.stand_in and event.moved.move.seat == 1
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
        assert stood_in > 1

    with_server(tmp_path, play)


def test_bad_requests_get_a_sentence(address: str) -> None:
    with grpc.insecure_channel(address) as channel:
        stub = agent_pb2_grpc.AgentServiceStub(channel)
        described = stub.Describe(agent_pb2.DescribeRequest())
        assert (described.name, list(described.games)) == ("pimc(worlds=3)", [])
        for observation in (
            observation_pb2.Observation(game="nothing"),
            observation_pb2.Observation(game="python_skat"),
            observation_pb2.Observation(game="python_schnapsen"),
        ):
            with pytest.raises(grpc.RpcError) as refused:
                stub.Decide(agent_pb2.DecideRequest(observation=observation))
            assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
            assert observation.game in str(refused.value.details())


def test_one_line_serves_an_agent() -> None:
    serving = threading.Thread(
        target=vorhand.serve_agent, args=("rule", "127.0.0.1:0"), daemon=True
    )
    serving.start()
    assert serving.is_alive()


def test_errors() -> None:
    with pytest.raises(AgentError, match="seconds"):
        check("grpc://127.0.0.1:9090(seconds=0)", "python_skat")
    with pytest.raises(TlsError, match="expected TLS"):
        AgentServer("rule", "0.0.0.0:0")
    with pytest.raises(AgentError, match=r"grpc://127.0.0.1: expected grpc://host:port"):
        play_deal(Match.create("python_xx", ["grpc://127.0.0.1", "random"]), 0)

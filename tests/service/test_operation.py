"""The operator's side: reflection, metrics, logs, and the end of a server."""

import asyncio
import json
import signal
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from prometheus_client.parser import text_string_to_metric_families

from vorhand.service.agent.server import AgentServer
from vorhand.service.client.client import Client, RemoteError, bearer
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.server import Server
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import process, refused, told_to_retry
from vorhand.v1 import (
    accounts_pb2,
    admin_pb2,
    agent_pb2,
    analysis_pb2,
    analysis_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    ratings_pb2,
    tables_pb2,
)

COMPANIONS = {"grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}


def reflected(address: str) -> dict[str, set[str]]:
    """Return the services and calls that a client without the .proto learns."""
    with grpc.insecure_channel(address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        found = {}
        for name in database.get_services():
            file = database.FindFileContainingSymbol(name)
            (service,) = (s for s in file.service if f"{file.package}.{s.name}" == name)
            found[name] = {method.name for method in service.method}
        return found


def declared(*files: Any) -> dict[str, set[str]]:
    """Return the services and calls of the contract."""
    services = [s for file in files for s in file.DESCRIPTOR.services_by_name.values()]
    return {service.full_name: set(service.methods_by_name) for service in services}


async def test_the_server_tells_what_it_serves(client: Client) -> None:
    found = await asyncio.to_thread(reflected, client.address)
    ours = declared(tables_pb2, play_pb2, analysis_pb2, accounts_pb2, admin_pb2, ratings_pb2)

    assert {name: found[name] for name in found if name not in COMPANIONS} == ours
    assert set(found) == {*ours, *COMPANIONS}


def test_an_agent_tells_what_it_serves() -> None:
    server = AgentServer("rule")
    found = reflected(server.address)
    server.stop(0)
    assert set(declared(agent_pb2)) < set(found)


class Metrics:
    """The metrics of a server as Prometheus reads them."""

    def __init__(self, server: Server) -> None:
        self._url = f"http://127.0.0.1:{server.metrics_port}/metrics"
        self.samples: dict[tuple[str, str], float] = {}

    async def scrape(self) -> None:
        text = await asyncio.to_thread(self._read)
        self.samples = {
            (sample.name, ",".join(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def __getitem__(self, name: str) -> float:
        return self.samples[f"vorhand_{name}", ""]

    def of(self, name: str, label: str) -> float:
        return self.samples[f"vorhand_{name}", label]

    async def until(self, name: str, value: float) -> None:
        """Wait until a gauge shows a value."""

        async def shown() -> bool:
            await self.scrape()
            return self[name] == value

        await until(shown)

    def _read(self) -> str:
        with urllib.request.urlopen(self._url, timeout=HANGING_S) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            return str(answer.read().decode())


@pytest.mark.server(metrics_port=0)
async def test_metrics_after_a_deal(server: Server, client: Client) -> None:
    """The metrics equal the numbers in the record of the deal."""
    metrics = Metrics(server)
    await metrics.scrape()
    assert (metrics["tables"], metrics["streams"], metrics["entries_total"]) == (0, 0, 0)
    seats = ["private", "pimc(worlds=2)", "rule"]
    table, (place,) = await client.create_table("python_skat", seats, seed=3)
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("turn"):
                break
    await metrics.until("streams", 0)
    assert metrics["tables"] == 1
    await RemoteBot("rule").sit(client, place)
    with pytest.raises(RemoteError):
        await client.take_seat(table.table_id)
    await metrics.until("tables", 0)
    await metrics.until("waiting_decisions", 0)

    events = [event async for event in client.watch(table.table_id)]
    assert metrics["entries_total"] == len(events)
    for seat, agent in enumerate(["player", *seats[1:]]):
        moves = [e for e in events if e.HasField("moved") and e.moved.move.seat == seat]
        assert metrics.of("decision_seconds_count", agent) == len(moves) > 0
        assert metrics.of("decision_seconds_sum", agent) > 0
    assert metrics.of("refused_total", "NOT_FOUND") == 1


@pytest.mark.server(metrics_port=0)
async def test_the_queue_is_measured(server: Server, client: Client) -> None:
    """With one worker, two of three analyses wait until they are cancelled."""
    metrics = Metrics(server)
    stub: Any = analysis_pb2_grpc.AnalysisServiceStub(client.channel)
    endless = "ppp(worlds=1000000,depth=5)"
    request = analysis_pb2.AnalyseRequest(agent=endless, budget_ms=600_000)
    request.full.game = "python_schnapsen"
    cards = (8 * suit + rank for suit in range(4) for rank in range(5))
    request.full.actions.extend(cards)  # dealt in their order
    calls = [stub.Analyse(request, metadata=bearer(client.token)) for _ in range(3)]
    await metrics.until("waiting_decisions", 2)
    calls.pop().cancel()
    await metrics.until("waiting_decisions", 1)
    for call in calls:
        call.cancel()
    await metrics.until("waiting_decisions", 0)


@pytest.mark.extended
async def test_sigterm_drains(tmp_path: Path) -> None:
    """Players are told to reconnect, nothing is lost, and the process ends with status 0."""
    with process(tmp_path) as running:
        async with Client(running.address, running.token) as client:
            seats = ["private", "pimc(worlds=3)", "rule"]
            _, (place,) = await client.create_table("python_skat", seats, deals=2)
            health: Any = health_pb2_grpc.HealthStub(client.channel)
            watching = health.Watch(health_pb2.HealthCheckRequest())
            assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
            call: Any = play_pb2_grpc.PlayServiceStub(client.channel).Play(
                metadata=bearer(place.token)
            )
            join = play_pb2.Join(table_id=place.table_id, seat=place.seat)
            await call.write(play_pb2.PlayRequest(join=join))
            last = 0
            while not last:
                for event in (await call.read()).events:
                    last = event.sequence if event.HasField("turn") else last
            running.send(signal.SIGTERM)
            assert (await watching.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
            with refused(grpc.StatusCode.UNAVAILABLE) as told:
                await call.read()
            assert "join again" in str(told.value.details())
            assert told_to_retry(told.value)
            watching.cancel()
            assert await asyncio.to_thread(running.wait) == 0

            await asyncio.to_thread(running.start)
            bot = RemoteBot("rule")
            await bot.sit(client, place)
            assert len(bot.returns) == 2


@pytest.mark.extended
async def test_logs_are_json_lines(tmp_path: Path) -> None:
    """Each line has an event, a level and a time, also if an agent fails."""

    with process(tmp_path, "--dial", "127.0.0.1:1") as running:
        async with Client(running.address, running.token) as client:
            seats = ["private", "grpc://127.0.0.1:1(seconds=0.01)"]
            _, (place,) = await client.create_table("python_schnapsen", seats)
            await RemoteBot("rule").sit(client, place)
        assert running.terminate() == 0
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    said = {line["event"]: line for line in lines}
    assert said["serving"]["port"] == running.port
    assert said["agent failed"]["table"] == place.table_id
    assert said["agent failed"]["level"] == "warning"
    assert lines[-1]["event"] == "stopped"

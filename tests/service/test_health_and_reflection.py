"""Health and reflection have the same limits as our own calls."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeAlias

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from vorhand.service.agent.server import AgentServer
from vorhand.service.client.client import Client
from vorhand.service.server import guard
from vorhand.service.server.account_store import Ban
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import refused, serving
from vorhand.v1 import agent_pb2, agent_pb2_grpc

Opens: TypeAlias = Callable[[grpc.aio.Channel], Any]
LIST = reflection_pb2.ServerReflectionRequest(list_services="")
OWN = [("grpc.use_local_subchannel_pool", 1)]


def watch(channel: grpc.aio.Channel) -> Any:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    return stub.Watch(health_pb2.HealthCheckRequest())


def reflect(channel: Any) -> Any:
    """Return a stream that asks once and stays open."""

    async def asked() -> Any:
        yield LIST
        await asyncio.Event().wait()

    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    return stub.ServerReflectionInfo(asked())


streams = pytest.mark.parametrize("opens", [watch, reflect])


async def answered(opens: Opens, channel: grpc.aio.Channel) -> tuple[Any, Any]:
    """Return a stream, and the server's first message on it or its error.

    A call that is refused before its request is sent may fail in the client with INTERNAL, which
    the server never sends. Such a call is repeated.
    """
    while True:
        call = opens(channel)
        try:
            return call, await call.read()
        except grpc.aio.AioRpcError as error:
            if error.code() != grpc.StatusCode.INTERNAL:
                return call, error


async def refusal(call: Any, code: grpc.StatusCode, why: str) -> None:
    with refused(code, why):
        await call.read()


async def not_opened(opens: Opens, channel: grpc.aio.Channel, why: str) -> grpc.StatusCode:
    _, told = await answered(opens, channel)
    assert isinstance(told, grpc.aio.AioRpcError)
    assert why in str(told.details())
    code: grpc.StatusCode = told.code()
    return code


async def opened_again(opens: Opens, channel: grpc.aio.Channel) -> None:
    """Return once the server has noticed that other streams have ended."""

    async def opened() -> bool:
        return not isinstance((await answered(opens, channel))[1], grpc.aio.AioRpcError)

    await until(opened)


@contextlib.asynccontextmanager
async def two_channels(client: Client) -> AsyncIterator[tuple[grpc.aio.Channel, grpc.aio.Channel]]:
    """Yield two channels, each with a connection."""
    async with (
        grpc.aio.insecure_channel(client.address, options=OWN) as one,
        grpc.aio.insecure_channel(client.address, options=OWN) as other,
    ):
        yield one, other


@streams
@pytest.mark.server
async def test_who_is_shut_out_has_no_stream(server: Server, client: Client, opens: Opens) -> None:
    async with grpc.aio.insecure_channel(client.address) as channel:
        before = opens(channel)
        await before.read()
        await server.registry.rights.ban(Ban("address", "127.0.0.1"))
        denied = grpc.StatusCode.PERMISSION_DENIED
        await refusal(before, denied, "shut out")
        assert await not_opened(opens, channel, "shut out") == denied


@streams
@pytest.mark.server(Settings(calls_at_once=2))
async def test_streams_count_as_calls_under_way(client: Client, opens: Opens) -> None:
    async with grpc.aio.insecure_channel(client.address) as channel:
        kept = [opens(channel) for _ in range(2)]
        for call in kept:
            await call.read()
        code = await not_opened(opens, channel, "as many as may be")
        assert code == grpc.StatusCode.RESOURCE_EXHAUSTED
        kept[0].cancel()
        await opened_again(opens, channel)


@streams
@pytest.mark.server(Settings(connections_per_address=1))
async def test_their_connections_count(client: Client, opens: Opens) -> None:
    async with two_channels(client) as (one, other):
        call = opens(one)
        await call.read()
        await not_opened(opens, other, "has 1 connections")


@pytest.mark.server(Settings(calls_per_address=0.01))
async def test_whether_the_server_is_well_is_told_however_often_others_call(client: Client) -> None:
    stub: Any = health_pb2_grpc.HealthStub(client.channel)
    for _ in range(20):
        told = await stub.Check(health_pb2.HealthCheckRequest(), timeout=HANGING_S)
        assert told.status == health_pb2.HealthCheckResponse.SERVING
    with refused(grpc.StatusCode.NOT_FOUND):
        await stub.Check(health_pb2.HealthCheckRequest(service="nothing"))


@pytest.mark.parametrize("most", [{"calls_at_once": 1}, {"connections_per_address": 1}])
async def test_whether_the_server_is_well_is_told_however_much_is_open(
    tmp_path: Path, most: dict[str, Any]
) -> None:
    async with (
        serving(tmp_path, Settings(**most)) as (_, client),
        two_channels(client) as (one, other),
    ):
        await watch(one).read()
        await not_opened(watch, other, "as many as")
        stub: Any = health_pb2_grpc.HealthStub(other)
        told = await stub.Check(health_pb2.HealthCheckRequest())
        assert told.status == health_pb2.HealthCheckResponse.SERVING


async def test_who_asks_nothing_is_not_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "_ANSWERED_S", 0.1)
    call: Any = client.channel.stream_stream("/grpc.health.v1.Health/Check")()
    await refusal(call, grpc.StatusCode.DEADLINE_EXCEEDED, "expected a request")


async def test_what_cannot_be_read_is_told_so(client: Client) -> None:
    for method in (
        "/grpc.health.v1.Health/Check",
        "/grpc.health.v1.Health/Watch",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ):
        call: Any = client.channel.stream_stream(method)()
        await call.write(b"\xff\xff")
        await refusal(call, grpc.StatusCode.INVALID_ARGUMENT, "cannot be read")


@pytest.mark.parametrize(("opens", "bounded"), [(watch, False), (reflect, True)])
async def test_open_streams_keep_no_agent_from_deciding(opens: Opens, bounded: bool) -> None:
    server = AgentServer("rule")
    async with grpc.aio.insecure_channel(server.address) as channel:
        number = 20 + (os.cpu_count() or 1)
        answers = await asyncio.gather(*(answered(opens, channel) for _ in range(number)))
        calls, told = zip(*answers, strict=True)
        over = [error for error in told if isinstance(error, grpc.aio.AioRpcError)]
        if bounded:
            assert 0 < len(told) - len(over) < 10
            assert {error.code() for error in over} == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        else:
            well = health_pb2.HealthCheckResponse(status="SERVING")
            assert list(told) == [well] * len(calls)
        stub: Any = agent_pb2_grpc.AgentServiceStub(channel)
        described = await stub.Describe(agent_pb2.DescribeRequest(), timeout=HANGING_S)
        assert described.name == "rule"
        for call in calls:
            call.cancel()
        await opened_again(opens, channel)
    server.stop(0)

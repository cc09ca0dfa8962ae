"""Limits of connections: in total, by address, and in time without requests."""

import asyncio
import contextlib
from typing import Any

import grpc
import pytest

from vorhand.service.client.client import Client
from vorhand.service.server.connection_limits import channel_options
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import refused, told_to_retry
from vorhand.v1 import play_pb2, play_pb2_grpc

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # and settings


class Raw:
    """A client that sends only the HTTP/2 preface."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._closed = asyncio.create_task(self._until_closed(reader))

    @classmethod
    async def connected(cls, address: str) -> "Raw":
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        with contextlib.suppress(OSError):
            writer.write(_PREFACE)
        return cls(reader, writer)

    async def closed(self) -> None:
        """Return once the server has closed the connection."""
        await self._closed

    @property
    def is_open(self) -> bool:
        return not self._closed.done()

    async def close(self) -> None:
        """End the connection."""
        self._writer.write_eof()
        await self._closed

    async def _until_closed(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while await reader.read(4096):
                pass
        self._writer.close()


@contextlib.asynccontextmanager
async def watching(address: str, table_id: str) -> Any:
    """Yield the stream of a spectator on its own connection, after its first message."""
    own = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(address, options=own) as channel:
        stub: Any = play_pb2_grpc.WatchServiceStub(channel)
        call = stub.Watch(play_pb2.WatchRequest(table_id=table_id))
        assert await call.read() is not grpc.aio.EOF
        yield call


async def played(client: Client) -> str:
    """Create a table with some events, whose player is away; return its id."""
    table, (place,) = await client.create_table("python_schnapsen", ["private", "rule"])
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("turn"):
                break
    return table.table_id


@pytest.mark.server(Settings(connections=3))
async def test_further_connections_are_closed_at_once(client: Client) -> None:
    table_id = await played(client)  # on the first connection
    raw = [await Raw.connected(client.address) for _ in range(2)]
    further = [await Raw.connected(client.address) for _ in range(5)]
    for each in further:
        await each.closed()
    assert all(each.is_open for each in raw)
    assert (await client.table(table_id)).table_id == table_id
    for each in raw:
        await each.close()


@pytest.mark.server(Settings(idle_connection_s=1.0))
async def test_a_connection_without_a_call_is_closed(client: Client) -> None:
    table_id = await played(client)
    async with watching(client.address, table_id) as call:
        raw = await Raw.connected(client.address)
        await raw.closed()
        assert not call.done()  # a stream on which nothing happens is a call
    assert (await client.table(table_id)).table_id == table_id  # the client reconnects


@pytest.mark.server(Settings(connections_per_address=2))
async def test_an_address_has_its_share_of_connections(client: Client) -> None:
    async def admitted() -> bool:
        with contextlib.suppress(grpc.aio.AioRpcError):
            async with watching(client.address, table_id):
                return True
        return False

    table_id = await played(client)
    async with watching(client.address, table_id):
        async with watching(client.address, table_id):
            with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "has 2 connections") as error:
                async with watching(client.address, table_id):
                    pass
            assert told_to_retry(error.value) == 10
        await until(admitted)  # the server has noticed the end of the second


def test_files_are_left_for_the_journal() -> None:
    options = dict(channel_options(Settings(connections=4000), files=1024))
    assert options["grpc.max_allowed_incoming_connections"] == 512

"""A burst of calls beyond the limits: each is refused by name, with the time to try again."""

import asyncio
from collections import Counter

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from vorhand.service.client.client import Client
from vorhand.service.server.settings import Settings
from vorhand.v1 import tables_pb2, tables_pb2_grpc

CALLS = 3000  # at once; more than gRPC's core lets wait by default


def retry_s_of(error: grpc.aio.AioRpcError) -> float:
    """The retry delay of a status in seconds, read from the wire format; -1 if there is none."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            for detail in status_pb2.Status.FromString(value).details:
                retry = error_details_pb2.RetryInfo()
                if detail.Unpack(retry):
                    return float(retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9)
    return -1.0


@pytest.mark.extended
@pytest.mark.server(Settings(calls_per_address=0.001, burst_s=20_000.0))
async def test_every_refused_call_says_when_to_try_again(client: Client) -> None:
    ends: Counter[str] = Counter()
    without_retry: list[str] = []
    # Twenty calls at once; the next one would be possible after a thousand seconds.
    async with grpc.aio.insecure_channel(client.address) as channel:
        stub = tables_pb2_grpc.TablesServiceStub(channel)

        async def call() -> None:
            try:
                await stub.GetTable(tables_pb2.GetTableRequest(table_id="x" * 20))
            except grpc.aio.AioRpcError as error:
                ends[error.code().name] += 1
                if error.code() != grpc.StatusCode.NOT_FOUND and retry_s_of(error) <= 0:
                    without_retry.append(f"{error.code().name}: {error.details()}")

        await asyncio.gather(*(call() for _ in range(CALLS)))
    assert set(ends) == {"RESOURCE_EXHAUSTED", "NOT_FOUND"}, ends
    assert ends.total() == CALLS
    assert ends["NOT_FOUND"] <= 20
    assert without_retry == []

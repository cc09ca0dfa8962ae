"""Requests of all kinds, valid and not: each gets a status, and no table is harmed.

The suite sends some hundreds; ``make nightly REQUESTS=100000`` sends many.
"""

import asyncio
import os
import socket
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import grpc
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from vorhand.service.agent.server import AgentServer
from vorhand.service.client.client import Client, bearer
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.tests.limits import HANGING_S
from vorhand.tests.service.helpers import process
from vorhand.v1 import (
    accounts_pb2,
    admin_pb2,
    agent_pb2,
    analysis_pb2,
    play_pb2,
    ratings_pb2,
    tables_pb2,
)

MANY = int(os.environ.get("VORHAND_FUZZ", "20000"))
amounts = pytest.mark.parametrize("amount", [200, pytest.param(MANY, marks=pytest.mark.nightly)])
BATCH = 20
Said: TypeAlias = Counter[tuple[str, grpc.StatusCode]]
Request: TypeAlias = tuple[MethodDescriptor, list[bytes], str]
WRONG = {grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNAVAILABLE}
KIND = FieldDescriptor
INTEGERS = {
    KIND.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    KIND.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    KIND.CPPTYPE_UINT32: (0, 2**32 - 1),
    KIND.CPPTYPE_UINT64: (0, 2**64 - 1),
}
WORDS = ["", "x" * 600, "python_skat", "python_schnapsen(match=true)", "kuhn_poker", "rule"]
WORDS += ["pimc(worlds=1)", "perfect", "cfr(file=/etc/passwd)", "grpc://127.0.0.1:1", "CJ", "Z"]
WORDS += ["python_skat(start=cards)", "python_schnapsen(hand_size=2)", "random", "'; drop table"]


def value_of(field: FieldDescriptor, words: list[str], depth: int) -> st.SearchStrategy[Any]:
    """Return a random value of a field."""
    if field.message_type is not None:
        return message_of(field.message_type, words, depth + 1)
    if field.cpp_type in INTEGERS:
        low, high = INTEGERS[field.cpp_type]
        return st.integers(max(low, -2), 20) | st.integers(low, high)
    if field.type == KIND.TYPE_BYTES:
        return st.binary(max_size=40)
    if field.cpp_type == KIND.CPPTYPE_STRING:
        return st.sampled_from(words) | st.text(
            st.characters(exclude_categories=["Cs"]), max_size=20
        )
    if field.cpp_type == KIND.CPPTYPE_ENUM:
        return st.integers(0, 9)
    return st.booleans() if field.cpp_type == KIND.CPPTYPE_BOOL else st.floats(width=32)


def message_of(kind: Descriptor, words: list[str], depth: int = 0) -> st.SearchStrategy[Message]:
    """Return a random message of a kind."""
    fields = [f for f in kind.fields if depth < 4 or f.cpp_type != KIND.CPPTYPE_MESSAGE]
    values = {
        field.name: st.lists(value_of(field, words, depth), max_size=4)
        if field.is_repeated
        else value_of(field, words, depth)
        for field in fields
    }
    made = GetMessageClass(kind)

    def build(chosen: dict[str, Any]) -> Message:
        for oneof in kind.oneofs:  # the last of a oneof is kept
            for field in oneof.fields[:-1]:
                if any(other.name in chosen for other in oneof.fields if other is not field):
                    chosen.pop(field.name, None)
        return made(**chosen)

    return st.fixed_dictionaries({}, optional=values).map(build)


def requests(files: Sequence[Any], words: list[str]) -> st.SearchStrategy[Request]:
    """Return a call of the services of some files, its messages as they are sent, and a token."""

    def of(method: MethodDescriptor) -> st.SearchStrategy[Any]:
        sensible = message_of(method.input_type, words).map(lambda m: m.SerializeToString())
        data = sensible | sensible | st.binary(max_size=100)
        return st.tuples(
            st.just(method), st.lists(data, min_size=1, max_size=4), st.sampled_from(words)
        )

    services = [s for file in files for s in file.DESCRIPTOR.services_by_name.values()]
    # Each strategy is created once, since that costs more than sending its messages.
    return st.one_of([of(method) for service in services for method in service.methods])


def call(channel: Any, method: MethodDescriptor, data: list[bytes], token: str) -> Any:
    """Call a method; return the status and its details."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    metadata = bearer(token) if token.isascii() and token.isprintable() else ()
    try:
        if method.client_streaming:
            answers = channel.stream_stream(path)(iter(data), timeout=0.3, metadata=metadata)
        elif method.server_streaming:
            answers = channel.unary_stream(path)(data[0], timeout=0.3, metadata=metadata)
        else:
            channel.unary_unary(path)(data[0], timeout=20, metadata=metadata)
            return grpc.StatusCode.OK, ""
        for _, _ in zip(answers, range(3), strict=False):
            pass
        answers.cancel()
    except grpc.RpcError as error:
        return error.code(), error.details()
    return grpc.StatusCode.OK, ""


def fuzz(address: str, number: int, files: Sequence[Any], words: list[str]) -> Said:
    """Send requests; return the statuses."""
    said: Said = Counter()
    with grpc.insecure_channel(address) as channel:

        @settings(
            max_examples=number // BATCH,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(requests(files, words), min_size=BATCH, max_size=BATCH))
        def send(batch: list[Request]) -> None:
            for method, data, token in batch:
                code, details = call(channel, method, data, token)
                said[method.name, code] += 1
                assert code not in WRONG, (method.name, code, details, data)
                assert "Traceback" not in details
                # The error may quote a name that was sent.
                sent = b"".join([*data, token.encode()])
                assert ".py" not in details or b".py" in sent, details

        send()
    assert said.total() >= number // BATCH * BATCH * 0.9
    return said


@amounts
def test_an_agent_answers_any_request(amount: int) -> None:
    server = AgentServer("rule")
    said = fuzz(server.address, amount // 4, [agent_pb2], WORDS)
    assert {code for _, code in said} == {grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT}
    server.stop(0)


@pytest.mark.extended
@amounts
async def test_any_request_gets_a_status_and_harms_no_table(tmp_path: Path, amount: int) -> None:
    with process(tmp_path, "--tables", "40") as running:
        async with Client(running.address, running.token) as client:
            made, places = await client.create_table(
                "python_skat", ["private"] * 3, deals=2, seed=1
            )
        # The fuzzer does not get the seats' tokens, because with one it could play legally.
        words = [*WORDS, made.table_id, running.token]
        files = (tables_pb2, play_pb2, analysis_pb2, accounts_pb2, admin_pb2, ratings_pb2)
        await asyncio.to_thread(fuzz, running.address, amount, files, words)
        for garbage in (
            b"GET / HTTP/1.0\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            os.urandom(5000),
        ):
            with socket.create_connection(("127.0.0.1", running.port)) as raw:
                raw.sendall(garbage)
        half_open = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(20)]
        with grpc.insecure_channel(running.address) as channel:
            large: Any = channel.unary_unary("/vorhand.v1.TablesService/GetTable")
            with pytest.raises(grpc.RpcError, match="RESOURCE_EXHAUSTED"):
                large(b"x" * 100_000_000, timeout=HANGING_S)
        async with Client(running.address, running.token) as client:
            bots = [RemoteBot("rule") for _ in places]
            await asyncio.gather(
                *(bot.sit(client, place) for bot, place in zip(bots, places, strict=True))
            )
            assert len(bots[0].returns) == 2
            assert len((await client.record(made.table_id, 1)).actions) > 32
        for connection in half_open:
            connection.close()
        assert running.terminate() == 0
    assert "Traceback" not in (tmp_path / "log").read_text()
    assert "internal error" not in (tmp_path / "log").read_text()

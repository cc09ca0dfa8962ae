"""Servers for tests: in this process, or as a process that can be killed."""

import asyncio
import contextlib
import logging
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import grpc
import pytest
import structlog
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from vorhand.service.client.client import Client, Place, RemoteError
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.journal import Journal
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.limits import HANGING_S, until, wait_until
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import play_pb2, tables_pb2

Result = TypeVar("Result")
OPERATOR, OWNER = new_token("api"), new_token("api")

# Plain tracebacks, since rendering one with its variables takes most of a second.
_PLAIN = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
structlog.configure(
    processors=[structlog.processors.add_log_level, _PLAIN],
    wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
)


@contextlib.asynccontextmanager
async def serving(
    folder: Path, settings: Settings | None = None, **options: Any
) -> AsyncIterator[tuple[Server, Client]]:
    """Yield a server in this process (options as of `Server`) and a client that may make tables."""
    url = f"sqlite:///{folder / 'tables.db'}"
    journal = Journal(url)
    if hash_of(OWNER) not in journal.tokens():
        journal.add_token(hash_of(OPERATOR), "operator", admin=True)
        journal.add_token(hash_of(OWNER), "owner")
    journal.close()
    served = Server(url, settings=settings or Settings(), **options)
    await served.start()
    try:
        async with Client(f"127.0.0.1:{served.port}", OWNER) as client:
            yield served, client
    finally:
        await served.stop()


@contextlib.asynccontextmanager
async def administered(folder: Path, **options: Any) -> AsyncIterator[Stranger]:
    """Yield the operator of a server in this process."""
    async with (
        serving(folder, **options) as (_, client),
        Stranger(client.address, OPERATOR) as operator,
    ):
        yield operator


async def until_table(
    look: Callable[[str], Awaitable[Any]], table_id: str, holds: Callable[[Any], bool]
) -> None:
    """Wait until the description of a table, which `look` returns, is as expected."""

    async def looked() -> bool:
        return holds(await look(table_id))

    await until(looked)


async def until_ended(look: Callable[[str], Awaitable[Any]], table_id: str) -> None:
    """Wait until a table has ended."""
    await until_table(look, table_id, lambda table: table.state == tables_pb2.TABLE_STATE_ENDED)


async def play_until(
    client: Client, place: Place, enough: Callable[[play_pb2.Event], bool]
) -> None:
    """Play the first legal action at each turn of a seat until an event suffices."""
    async with client.sit(place) as stream:
        async for event in stream:
            if enough(event):
                return
            if event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)


async def leave_at_turn(client: Client, place: Place) -> None:
    """Leave a seat at its first turn, so that the stand-in takes over."""
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("turn"):
                await stream.leave()


def is_turn(deal: int, number: int) -> Callable[[play_pb2.Event], bool]:
    """Return a test for the given turn of a deal, from 1; it must see all events in order."""
    counted = [-1, 0]

    def asked(event: play_pb2.Event) -> bool:
        if event.HasField("deal_started"):
            counted[:] = event.deal_started.deal, 0
        counted[1] += event.HasField("turn")
        return event.HasField("turn") and counted == [deal, number]

    return asked


def with_server(
    folder: Path,
    test: Callable[[Client], Awaitable[Result]],
    settings: Settings | None = None,
    **options: Any,
) -> Result:
    """Run a test with a server."""

    async def run() -> Result:
        async with asyncio.timeout(HANGING_S), serving(folder, settings, **options) as (_, client):
            return await test(client)

    return asyncio.run(run())


@contextlib.contextmanager
def timed(pieces: list[float]) -> Iterator[None]:
    """Append the processor time of each callback of the event loop to a list."""
    run = asyncio.Handle._run

    def noted(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        pieces.append(time.thread_time() - begun)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", noted)
        yield


@contextlib.contextmanager
def refused(code: grpc.StatusCode, text: str | None = None) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect that a request is refused with this status and text."""
    with pytest.raises((RemoteError, ServiceError, grpc.RpcError), match=text) as found:
        yield found
    error: Any = found.value
    assert (error.code() if isinstance(error, grpc.RpcError) else error.code) == code


def told_to_retry(error: Any) -> int:
    """Return the retry delay, in seconds, of a refused request."""
    retry = error_details_pb2.RetryInfo()
    assert any(detail.Unpack(retry) for detail in rpc_status.from_call(error).details)
    return int(retry.retry_delay.seconds)


class Process:
    """`vorhand serve` as a process, always at the same port and with the same journal.

    Args:
        folder: where its token, its log and, unless another is given, its journal are.
        options: options of the command.
        journal: URL of a journal elsewhere.
    """

    def __init__(self, folder: Path, *options: str, journal: str = "") -> None:
        self._folder = folder
        self._options = options
        self._journal = journal or str(folder / "tables.db")
        self._running: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def token(self) -> str:
        return (self._folder / "token").read_text().strip()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def start(self) -> None:
        port_file = self._folder / "port"
        port_file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "vorhand", "serve", "--listen", self.address]
        command += ["--journal", self._journal, "--port-file", str(port_file)]
        command += ["--token-file", str(self._folder / "token"), *self._options]
        log = (self._folder / "log").open("ab")
        self._running = subprocess.Popen(command, stdout=log, stderr=log)
        log.close()

        def listens() -> bool:
            assert self.poll() is None, (self._folder / "log").read_text()
            return port_file.exists() and bool(port_file.read_text())

        wait_until(listens)
        self.port = int(port_file.read_text())

    def poll(self) -> int | None:
        """Return the exit status; None while it runs."""
        assert self._running is not None
        return self._running.poll()

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def send(self, signal_: signal.Signals) -> None:
        """Send a signal to the process."""
        assert self._running is not None
        self._running.send_signal(signal_)

    def wait(self) -> int:
        """Wait for the end of the process; return its exit status."""
        assert self._running is not None
        return self._running.wait(timeout=HANGING_S)

    def terminate(self) -> int:
        """Let the process drain and end; return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        self.send(how)  # has no effect if the process has ended
        return self.wait()


@contextlib.contextmanager
def process(folder: Path, *options: str, journal: str = "") -> Iterator[Process]:
    """Yield a running server process."""
    running = Process(folder, *options, journal=journal)
    running.start()
    try:
        yield running
    finally:
        running.kill()

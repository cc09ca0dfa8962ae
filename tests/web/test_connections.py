"""Deadlines and limits of connections, tested by plain sockets at a server with small limits."""

import asyncio
import contextlib
import errno
import functools
import inspect
import logging
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from vorhand.service import tls
from vorhand.tests.web.conftest import run
from vorhand.web.addresses import ProxyError, limited_as, networks_of
from vorhand.web.connections import ConnectionLimits, Listener, bind
from vorhand.web.server import LogLimit

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
PATIENT = ConnectionLimits(headers_s=600, body_s=600, drain_s=600)
HASTY = ConnectionLimits(headers_s=0.1, body_s=0.1, drain_s=0.1, sweep_s=0.02)
HANG_S = 60

Reply = Callable[[Any, Any, Any], Any]


async def greet(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the request is complete."""
    assert scope["type"] == "http"
    while (await receive()).get("more_body"):
        pass
    headers = [(b"content-length", b"5")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"hello"})


@contextlib.asynccontextmanager
async def listening(
    limits: ConnectionLimits,
    app: Reply = greet,
    *,
    folder: Path | None = None,
    proxies: tuple[str, ...] = (),
) -> AsyncIterator[int]:
    """Yield the port of a server with these limits."""
    files: dict[str, Any] = {}
    if folder is not None:
        own = tls.self_signed(["127.0.0.1"])
        for name, pem in (("ssl_keyfile", own.key), ("ssl_certfile", own.chain)):
            files[name] = folder / name
            files[name].write_bytes(pem)
    config = uvicorn.Config(app, ws="websockets-sansio", lifespan="off", access_log=False, **files)
    config.load()
    state = ServerState()
    sockets = bind("127.0.0.1", 0)
    listener = Listener(
        sockets, lambda: H11Protocol(config, state, {}), limits, config.ssl, networks_of(proxies)
    )
    port = sockets[0].getsockname()[1]
    listener.start()
    async with asyncio.timeout(HANG_S):
        yield port
    await listener.close()
    for connection in list(state.connections):
        connection.transport.abort()
    await asyncio.sleep(0)


Parameters = ParamSpec("Parameters")


def at_a_server(
    limits: ConnectionLimits, app: Reply = greet, **options: Any
) -> Callable[[Callable[Concatenate[int, Parameters], Coroutine[Any, Any, None]]], Any]:
    """Return a decorator that runs a test beside a server, whose port is its first argument."""

    def decorate(test: Callable[Concatenate[int, Parameters], Coroutine[Any, Any, None]]) -> Any:
        @functools.wraps(test)
        def run_test(*arguments: Parameters.args, **named: Parameters.kwargs) -> None:
            async def beside() -> None:
                async with listening(limits, app, **options) as port:
                    await test(port, *arguments, **named)

            run(beside())

        _, *others = inspect.signature(test).parameters.values()
        run_test.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
        return run_test

    return decorate


class Thinking:
    """A page whose answers wait until the test releases them."""

    def __init__(self) -> None:
        self.begun, self.thought = asyncio.Semaphore(0), asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun.release()
        await self.thought.wait()
        await greet(scope, receive, send)


async def opened(
    port: int, sent: bytes = b"", source: str = "127.0.0.1", **options: Any
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection on which something was sent."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(source, 0), **options
    )
    writer.write(sent)
    return reader, writer


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Return the messages received until the connection ended."""
    got = b""
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(65536):
            got += piece
    return got


async def answer(port: int, source: str = "127.0.0.1", **options: Any) -> bytes:
    """Return the body of an answer; empty if the connection was ended."""
    try:
        reader, writer = await opened(port, REQUEST, source, **options)
    except OSError:
        return b""
    try:
        return (await reader.readuntil(b"hello"))[-5:]
    except (asyncio.IncompleteReadError, OSError):
        return b""
    finally:
        writer.close()


async def answer_in_time(port: int, **options: Any) -> bytes:
    """Retry until a request is sent before the deadline; return the body of its answer."""
    while not (got := await answer(port, **options)):
        pass
    return got


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nX-Slow: ",
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n123",
        b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n123\r\n",
        b"GET /api/seat HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    ],
    ids=["silent", "headers", "body", "chunks", "upgrade"],
)
@at_a_server(HASTY)
async def test_nobody_is_waited_for_long(port: int, sent: bytes) -> None:
    reader, writer = await opened(port, sent)
    assert await ended(reader) == b""
    writer.close()


@pytest.mark.parametrize("method", ["_admit", "_check_deadline", "_tell", "sock_accept"])
def test_an_unexpected_failure_ends_no_loop(
    method: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The failure is logged, and connections are accepted and timed out as before."""
    owner = asyncio.SelectorEventLoop if method == "sock_accept" else Listener
    usual, calls = getattr(owner, method), 0

    def fail_at_first(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise RuntimeError("injected")
        return usual(*arguments)

    monkeypatch.setattr(owner, method, fail_at_first)

    @at_a_server(HASTY)
    async def visit(port: int) -> None:
        for _ in range(2):  # closed at once if refused, otherwise at its deadline
            reader, writer = await opened(port)
            assert await ended(reader) == b""
            writer.close()
        assert await answer_in_time(port) == b"hello"

    visit()
    assert [record.name for record in caplog.records if record.exc_info] == ["vorhand.web"]
    assert "injected" in caplog.text


@at_a_server(HASTY)
async def test_dribbling_does_not_help(port: int) -> None:
    """Occasional bytes are no progress: the deadline is for the headers as a whole."""
    reader, writer = await opened(port, b"GET / HTTP/1.1\r\nX-Slow: ")
    ending = asyncio.create_task(ended(reader))
    while not ending.done():
        writer.write(b"a")
        await asyncio.sleep(0.01)
    writer.close()
    assert await ending == b""


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01\x00\xc8\x01"], ids=["silent", "half"])
def test_tls_is_not_waited_for_long(tmp_path: Path, sent: bytes) -> None:
    @at_a_server(HASTY, folder=tmp_path)
    async def wait(port: int) -> None:
        reader, writer = await opened(port, sent)
        assert await ended(reader) == b""
        writer.close()
        context = ssl.create_default_context(cafile=tmp_path / "ssl_certfile")
        assert await answer_in_time(port, ssl=context) == b"hello"

    wait()


def test_the_page_itself_may_think_for_longer() -> None:
    """The deadlines are for browsers, not for the page; silent connections end meanwhile."""
    page = Thinking()

    @at_a_server(HASTY, page)
    async def wait(port: int) -> None:
        reader, writer = await opened(port, REQUEST)
        await page.begun.acquire()
        for _ in range(2):
            silent, other = await opened(port)
            await ended(silent)
            other.close()
        page.thought.set()
        assert (await reader.readuntil(b"hello")).startswith(b"HTTP/1.1 200")
        writer.close()

    wait()


UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


@pytest.mark.parametrize("more", [b"\r\n", UPGRADE], ids=["http", "websocket"])
def test_who_does_not_read_is_not_written_to_for_long(more: bytes) -> None:
    gone = asyncio.Event()

    async def flood(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            with contextlib.suppress(OSError):  # an error of uvicorn after the browser has left
                while True:
                    await send({"type": "websocket.send", "bytes": bytes(1 << 20)})
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for _ in range(20):  # MB, more than the kernel keeps
                piece = {"type": "http.response.body", "body": bytes(1 << 20), "more_body": True}
                await send(piece)
            while (await receive())["type"] != "http.disconnect":
                pass
        gone.set()

    @at_a_server(HASTY, flood)
    async def wait(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n" + more)
            await gone.wait()

    wait()


@at_a_server(ConnectionLimits(8, 4, 600, 600, 600))
async def test_one_address_has_its_share(port: int) -> None:
    """A new connection replaces the one of the same address that was silent longest."""
    silent = [await opened(port) for _ in range(4)]
    assert await answer(port) == b"hello"
    assert await ended(silent[0][0]) == b""
    assert await answer(port, "127.0.0.2") == b"hello"
    assert not any(reader.at_eof() for reader, _ in silent[1:])
    for _, writer in silent:
        writer.close()


@at_a_server(ConnectionLimits(8, 4, 600, 600, 600))
async def test_all_addresses_together_have_a_limit(port: int) -> None:
    crowd = [await opened(port, source=f"127.0.0.{2 + n // 2}") for n in range(8)]
    assert await answer(port) == b"hello"
    tasks = [asyncio.create_task(ended(reader)) for reader, _ in crowd]
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    assert len(done) == 1
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for _, writer in crowd:
        writer.close()


def test_who_is_being_answered_keeps_the_place() -> None:
    page = Thinking()

    @at_a_server(ConnectionLimits(8, 4, 600, 600, 600), page)
    async def fill(port: int) -> None:
        answers = [asyncio.create_task(answer(port)) for _ in range(4)]
        for _ in range(4):
            await page.begun.acquire()
        assert await answer(port) == b""
        other = asyncio.create_task(answer(port, "127.0.0.2"))
        await page.begun.acquire()
        page.thought.set()
        assert await asyncio.gather(*answers, other) == [b"hello"] * 5

    fill()


def test_who_sends_requests_before_answers_may_lose_the_place() -> None:
    page = Thinking()

    @at_a_server(ConnectionLimits(8, 2, 600, 600, 600), page)
    async def fill(port: int) -> None:
        pipelined = [await opened(port, REQUEST * 3) for _ in range(2)]
        for _ in range(2):
            await page.begun.acquire()
        honest = asyncio.create_task(answer(port))
        await page.begun.acquire()
        page.thought.set()
        assert await honest == b"hello"
        assert await ended(pipelined[0][0]) == b""
        assert (await pipelined[1][0].readuntil(b"hello")).startswith(b"HTTP/1.1 200")
        for _, writer in pipelined:
            writer.close()

    fill()


@at_a_server(ConnectionLimits(8, 2, 600, 600, 600), proxies=("127.0.0.0/30",))
async def test_a_trusted_proxy_has_more_than_one_address_has(port: int) -> None:
    silent = [await opened(port) for _ in range(4)]
    assert await answer(port) == b"hello"
    assert not any(reader.at_eof() for reader, _ in silent)
    for _, writer in silent:
        writer.close()


def test_a_complete_request_does_not_wait_for_slow_ones_before_it() -> None:
    begun = list[str]()

    async def note(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope["path"])
        await greet(scope, receive, send)

    async def flood() -> None:
        slow = b"POST /slow HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n123"
        async with listening(PATIENT, note) as port:
            with contextlib.ExitStack() as closed:
                for sent in (*20 * [slow], REQUEST):  # all are sent before the server runs again
                    plain = closed.enter_context(socket.create_connection(("127.0.0.1", port)))
                    plain.sendall(sent)
                plain.setblocking(False)
                got = b""
                while b"hello" not in got:
                    got += await asyncio.get_running_loop().sock_recv(plain, 65536)

    run(flood())
    assert begun.index("/") <= 2


def test_without_file_descriptors_it_waits_and_makes_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def exhaust() -> None:
        async with listening(PATIENT) as port:
            silent = await opened(port)
            assert await answer(port) == b"hello"  # the silent one has been accepted by now
            loop = asyncio.get_running_loop()
            accept, failures = loop.sock_accept, 3

            async def accept_or_fail(listening: socket.socket) -> Any:
                nonlocal failures
                if failures:
                    failures -= 1
                    raise OSError(errno.EMFILE, "Too many open files")
                return await accept(listening)

            monkeypatch.setattr(loop, "sock_accept", accept_or_fail)
            assert await answer(port) == b"hello"  # by the accept that was under way
            assert await answer(port) == b"hello"
            assert failures == 0
            assert await ended(silent[0]) == b""
            silent[1].close()

    with caplog.at_level(logging.WARNING):
        run(exhaust())
    told = [one for one in caplog.messages if "Too many open files" in one]
    assert len(told) == 3


def test_limits_follow_the_number_of_files() -> None:
    assert ConnectionLimits().within(1 << 20) == ConnectionLimits()
    few = ConnectionLimits().within(300)
    assert (few.total, few.per_address) == (150, 64)
    assert (ConnectionLimits().within(64).total, ConnectionLimits().within(64).per_address) == (
        32,
        16,
    )


@pytest.mark.parametrize(
    ("host", "limited"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host: str, limited: str) -> None:
    assert limited_as(host) == limited


@pytest.mark.parametrize("text", ["", "proxy", "10.0.0.1/24", "10.0.0.0/33", "*"])
def test_proxies_are_addresses_or_networks(text: str) -> None:
    with pytest.raises(ProxyError, match="expected an address or a network"):
        networks_of([text])


def test_the_log_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    written = list[str]()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    logger = logging.Logger("floods")
    logger.addHandler(Kept())
    logger.addFilter(LogLimit())
    for number in range(2_000):
        try:
            raise OSError(errno.EMFILE, "Too many open files")  # noqa: TRY301 - with a traceback
        except OSError:
            logger.exception("no %d", number)
    assert 10_000 < sum(map(len, written)) < 25_000
    assert written[0].startswith("no 0\nTraceback")
    count = len(written)
    now = 60.0
    logger.warning("still here")
    assert written[-1] == f"still here ({2_000 - count:,} messages left out before)"

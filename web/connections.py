"""The acceptance of connections within limits, and the closing of unresponsive ones.

uvicorn has no deadline for headers or bodies, and no limit per address (nor have hypercorn and
granian). When file descriptors run out, the accept loop of asyncio logs a traceback for each place
in its backlog. Therefore connections are accepted here, counted before anything is allocated for
them, and handed to uvicorn's protocol. Once a second, connections whose clients have exceeded a
deadline are aborted.

A new connection over a limit is not refused at once. It replaces an older one that waits for
its client, if there is one. A connection whose request has arrived completely is opened at once;
all others of one address are opened one by one. So a browser is admitted and answered beside a
thousand slow connections, even from the same address.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import gc
import logging
import re
import socket
import ssl
import time
from asyncio.sslproto import SSLProtocol
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from vorhand.web.addresses import AddressTurns, Networks, contains, limited_as

_BACKLOG = 1024  # connections that the kernel queues until they are accepted
_ACCEPTED = 32  # connections accepted in one round of the event loop
_OPENED = 1  # connections of one address opened in a round, beside those with a complete request
_RECEIVED = 16 * 1024  # bytes that the kernel buffers per connection until they are read
_SENT = 64 * 1024  # bytes that the kernel buffers per connection until the client reads them
_UNSENT = 16 * 1024  # bytes that the process buffers per connection before it waits for the client
_TLS_BUFFER = 16 * 1024  # bytes, one TLS record
_BACK_OFF_S = 0.1  # pause after a failure to accept a connection
_TELL_S = 60.0
_GARBAGE = 100  # ended connections between collections; each leaves reference cycles

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9}) *\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)

_log = logging.getLogger("vorhand.web")


@dataclass(frozen=True)
class ConnectionLimits:
    """The limits of open connections, and the deadlines of their clients."""

    total: int = 256  # maximum number of open connections
    per_address: int = 64  # maximum from one address, see `limited_as`; trusted proxies are exempt
    headers_s: float = 10.0  # deadline for TLS, and for the complete headers of a request
    body_s: float = 20.0  # deadline for the body of a request, after its headers
    drain_s: float = 30.0  # deadline for reading what was sent
    sweep_s: float = 1.0  # interval between checks of the deadlines

    def within(self, files: int) -> ConnectionLimits:
        """Return the limits for a process with this many files, half of which are reserved."""
        total = max(2, min(self.total, files // 2))
        return replace(self, total=total, per_address=min(self.per_address, total // 2))


class Phase(enum.Enum):
    """The event that a connection waits for."""

    HANDSHAKE = enum.auto()  # the first byte, then TLS
    HEADERS = enum.auto()  # the headers of its first or next request
    BODY = enum.auto()  # the body of a request
    READER = enum.auto()  # the client must read what was sent
    IMPATIENT = enum.auto()  # the server's answer; the client has sent further requests
    SERVER = enum.auto()  # the server's answer, or a message from either end of a websocket


@dataclass(eq=False)
class _Connection:
    """An accepted connection.

    Attributes:
      accepted: its socket, which its transport closes.
      address: the address that `limited_as` returns; empty for a trusted proxy.
      opening: the task that performs the TLS handshake and creates the transport.
      since: the time when it began to wait in its present phase.
      aborted: whether it is about to be closed.
    """

    accepted: socket.socket
    address: str
    opening: asyncio.Task[None] | None = None
    transport: asyncio.Transport | None = None
    since: float = field(default_factory=time.monotonic)
    aborted: bool = False
    _waited_for: tuple[Phase, Any] = (Phase.HANDSHAKE, None)

    @property
    def open(self) -> bool:
        """True if the connection counts towards the limits."""
        return not self.aborted and self.accepted.fileno() >= 0

    @property
    def phase(self) -> Phase:
        """The event that the connection waits for now."""
        if self.transport is None:
            return Phase.HANDSHAKE
        if self.transport.get_write_buffer_size() or self.transport.is_closing():
            return Phase.READER
        protocol = self.transport.get_protocol()
        if isinstance(protocol, H11Protocol):
            their_state = protocol.conn.their_state
            if their_state is h11.IDLE:
                return Phase.HEADERS
            if their_state is h11.SEND_BODY:
                return Phase.BODY
            if protocol.conn.trailing_data[0]:
                return Phase.IMPATIENT
        return Phase.SERVER

    @property
    def served(self) -> bool:
        """True if the last request has been received completely, or if its answer has begun."""
        if self.transport is None:
            return False
        protocol = self.transport.get_protocol()
        if not isinstance(protocol, H11Protocol):
            return True
        cycle = protocol.cycle
        return cycle is not None and (cycle.response_started or not cycle.more_body)

    def note(self, now: float) -> None:
        """Record the time if the connection has begun another phase or request."""
        protocol = None if self.transport is None else self.transport.get_protocol()
        waits_for = (self.phase, protocol.cycle if isinstance(protocol, H11Protocol) else protocol)
        if waits_for[0] is not self._waited_for[0] or waits_for[1] is not self._waited_for[1]:
            self._waited_for, self.since = waits_for, now

    def abort(self) -> None:
        """Close the connection at once, discarding unsent data."""
        self.aborted = True
        if self.transport is not None:
            self.transport.abort()
        else:  # the TLS handshake then fails, and asyncio cleans up
            with contextlib.suppress(OSError):
                self.accepted.shutdown(socket.SHUT_RDWR)


class Listener:
    """The listener that accepts connections for uvicorn, whose protocol a function creates.

    Proxies have no limits per address. Without a TLS context connections are plain text.
    """

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        protocol: Callable[[], asyncio.Protocol],
        limits: ConnectionLimits,
        context: ssl.SSLContext | None = None,
        proxies: Networks = (),
    ) -> None:
        self._sockets, self._protocol = sockets, protocol
        self._limits, self._context, self._proxies = limits, context, proxies
        self._connections: dict[str, list[_Connection]] = {}  # by address, oldest first
        if context is not None:
            SSLProtocol.max_size = _TLS_BUFFER  # instead of 256 KiB per connection
        self._ended = Counter[str]()  # connections ended since the last log message
        self._told = -_TELL_S
        self._garbage = 0  # connections ended since the last collection
        self._queue = AddressTurns(_OPENED)
        self._tasks: list[asyncio.Task[None]] = []
        self._waits = {
            Phase.HANDSHAKE: limits.headers_s,
            Phase.HEADERS: limits.headers_s,
            Phase.BODY: limits.body_s,
            Phase.READER: limits.drain_s,
        }

    def start(self) -> None:
        """Begin to accept connections."""
        accepting = [asyncio.create_task(self._accept(listening)) for listening in self._sockets]
        self._tasks = [*accepting, asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop accepting; open connections remain open."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for listening in self._sockets:
            listening.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, peer = await loop.sock_accept(listening)
            except ConnectionError:  # it was closed before it was accepted
                continue
            except OSError as error:  # usually no file descriptors are left
                _log.warning("no connection can be accepted: %s", error)
                self._make_room(self._all())
                await asyncio.sleep(_BACK_OFF_S)
                continue
            except Exception:  # nothing may end this loop
                _log.exception("no connection can be accepted")
                await asyncio.sleep(_BACK_OFF_S)
                continue
            self._admit_or_close(accepted, str(peer[0]))
            with contextlib.suppress(OSError):  # none is left, or the next round meets the error
                for _ in range(_ACCEPTED - 1):
                    accepted, peer = listening.accept()
                    accepted.setblocking(False)
                    self._admit_or_close(accepted, str(peer[0]))
            await asyncio.sleep(0)  # yields to other tasks

    def _admit_or_close(self, accepted: socket.socket, host: str) -> None:
        try:
            self._admit(accepted, host)
        except Exception:
            _log.exception("a connection could not be admitted")
            accepted.close()

    def _admit(self, accepted: socket.socket, host: str) -> None:
        """Open a connection if there is room for it, or if another one can be closed."""
        address = "" if contains(self._proxies, host) else limited_as(host)
        same = self._connections.get(address, [])
        room = True
        if address and len(same) >= self._limits.per_address:
            same = self._still_open(address)
            if len(same) >= self._limits.per_address:
                room = self._make_room(same)
        if room and self._count() >= self._limits.total:
            for known in list(self._connections):
                self._still_open(known)
            if self._count() >= self._limits.total:
                most = max(self._connections.values(), key=len)
                room = self._make_room(most) or self._make_room(self._all())
        if not room:
            self._ended["refused"] += 1
            accepted.close()
            return
        connection = _Connection(accepted, address)
        connection.opening = asyncio.create_task(self._open(connection))
        self._connections.setdefault(address, []).append(connection)

    def _all(self) -> list[_Connection]:
        return [one for same in self._connections.values() for one in same]

    def _count(self) -> int:
        return sum(map(len, self._connections.values()))

    def _still_open(self, address: str) -> list[_Connection]:
        """Drop the closed connections of an address; return the others."""
        same = [one for one in self._connections.get(address, []) if one.open]
        if same:
            self._connections[address] = same
        else:
            self._connections.pop(address, None)
        return same

    def _make_room(self, among: Sequence[_Connection]) -> bool:
        """Close a connection in any phase but SERVER; return False if there is none.

        The newer half is spared, so that a browser has time to send its request. The oldest
        connection that is not `served` goes first, then the one that has waited longest in its
        phase.
        """
        older = among[: max(1, len(among) // 2)]
        waiting = (one for one in older if one.open and one.phase is not Phase.SERVER)
        victim = next((one for one in waiting if not one.served), None)
        if victim is None:
            served = [one for one in older if one.open and one.phase is not Phase.SERVER]
            victim = min(served, key=lambda one: one.since, default=None)
        if victim is None:
            return False
        self._end(victim, "made room")
        return True

    def _end(self, connection: _Connection, why: str) -> None:
        connection.abort()
        self._ended[why] += 1
        if connection.transport is None:
            return
        self._garbage += 1
        if self._garbage >= _GARBAGE:
            self._garbage = 0
            gc.collect()

    async def _open(self, connection: _Connection) -> None:
        """Wait for a byte and a turn, perform the TLS handshake, and start uvicorn's part."""
        try:
            await _readable(connection.accepted)
            if not _complete(connection.accepted):
                await self._queue.wait(connection.address, lambda: connection.aborted)
            if not connection.aborted:
                await self._hand_over(connection)
        finally:
            if connection.transport is None:
                connection.accepted.close()

    async def _hand_over(self, connection: _Connection) -> None:
        timeout = None if self._context is None else self._limits.headers_s
        try:
            connection.transport, _ = await asyncio.get_running_loop().connect_accepted_socket(
                self._protocol,
                connection.accepted,
                ssl=self._context,
                ssl_handshake_timeout=timeout,
                ssl_shutdown_timeout=timeout,
            )
            connection.transport.set_write_buffer_limits(_UNSENT)
        except OSError:  # the TLS handshake failed or timed out
            self._ended["without TLS"] += 1

    async def _sweep(self) -> None:
        """Close connections that have exceeded a deadline."""
        while True:
            await asyncio.sleep(self._limits.sweep_s)
            try:
                self._check_deadlines(time.monotonic())
            except Exception:  # nothing may end this loop
                _log.exception("the deadlines of connections could not be checked")

    def _check_deadlines(self, now: float) -> None:
        for connection in self._all():
            try:
                self._check_deadline(connection, now)
            except Exception:  # one connection must not keep the others open
                _log.exception("the deadline of a connection could not be checked")
        for address in list(self._connections):
            self._still_open(address)
        self._tell(now)

    def _check_deadline(self, connection: _Connection, now: float) -> None:
        if not connection.open:
            return
        connection.note(now)
        wait = self._waits.get(connection.phase)
        if wait is not None and now - connection.since > wait:
            self._end(connection, "timed out")

    def _tell(self, now: float) -> None:
        """Log that there were too many connections, at most once a minute."""
        if now - self._told < _TELL_S or not (self._ended["refused"] or self._ended["made room"]):
            return
        _log.warning("too many connections; ended: %s", dict(self._ended))
        self._ended.clear()
        self._told = now


async def _readable(accepted: socket.socket) -> None:
    """Wait for the first byte or the end of a connection, if the event loop supports this."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # on Windows
        loop.add_reader(accepted, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(accepted)


def _complete(accepted: socket.socket) -> bool:
    """Return whether the bytes received are exactly one request; False if it is chunked."""
    try:
        begun = accepted.recv(_RECEIVED, socket.MSG_PEEK)
    except OSError:
        return False
    head, end, body = begun.partition(b"\r\n\r\n")
    head += b"\r\n"
    if not end or _CHUNKED.search(head):
        return False
    length = _LENGTH.search(head)
    return len(body) == (0 if length is None else int(length[1]))


def bind(host: str, port: int) -> list[socket.socket]:
    """Return sockets at all addresses of a host, on one port; raise OSError if one fails."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    with contextlib.ExitStack() as bound:
        sockets: list[socket.socket] = []
        for family, _, _, _, address in dict.fromkeys(found):
            own_port = sockets[0].getsockname()[1] if sockets else port
            listening = socket.create_server(
                (address[0], own_port, *address[2:]), family=family, backlog=_BACKLOG
            )
            bound.callback(listening.close)
            listening.setblocking(False)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVED)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT)
            sockets.append(listening)
        bound.pop_all()
    return sockets

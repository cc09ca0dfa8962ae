"""Attack the page's server over plain sockets; a separate program that knows only TCP and TLS.

python flood.py PORT KIND COUNT [--sources N] [--tls] [--again] [--until LEFT] keeps COUNT
connections of a kind until its standard input ends, and prints one line of JSON: how many it
opened, and how many of the last COUNT are open still. With ``--again`` it replaces connections that
ended; ``--sources`` spreads them over N addresses of this machine; at the end it waits until no
more than ``--until`` are open, or two minutes.
"""

import argparse
import contextlib
import json
import select
import socket
import ssl
import sys
import time
from dataclasses import dataclass, field

HOST = "Host: 127.0.0.1\r\n"
LONG = 4 * 1024 * 1024
TICK_S = 0.2
HANG_S = 120.0


def post(path: str, body: str) -> str:
    """Return a request of somebody who has the page's token."""
    allowed = "Authorization: Bearer TOKEN\r\n"
    return f"POST {path} HTTP/1.1\r\n{HOST}{allowed}Content-Length: {len(body)}\r\n\r\n{body}"


TABLE = post("/api/tables", '{"game": "kuhn_poker", "seats": ["private", "random"], "deals": 1000}')
NONSENSE = post("/api/tables", "[" * 60_000) + post("/api/seats", '{"table": 7, "more": null}')

# Bytes sent at once, bytes sent at each tick, and whether answers are read.
KINDS = {
    "silent": ("", "", True),
    "headers": (f"GET / HTTP/1.1\r\n{HOST}X-Slow: ", "a", True),
    "body": (f"POST /api/login HTTP/1.1\r\n{HOST}Content-Length: 1000\r\n\r\n", "a", True),
    "chunks": (
        f"POST /api/login HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n",
        f"{900:x}\r\n{900 * 'a'}\r\n",
        True,
    ),
    "long": (
        f"POST /api/login HTTP/1.1\r\n{HOST}Content-Length: {LONG}\r\n\r\n{'a' * 60_000}",
        "a" * 60_000,
        True,
    ),
    "wrong": (
        f"POST /api/login HTTP/1.1\r\n{HOST}Content-Length: 13\r\n\r\n" + '{"token": ""}',
        "",
        True,
    ),
    "garbage": ("\x16\x03\x00 what is this\r\n\r\n", "", True),
    "unread": (f"GET /assets/SCRIPT HTTP/1.1\r\n{HOST}\r\n" * 100, "", False),
    "pipelined": (f"GET / HTTP/1.1\r\n{HOST}\r\n" * 500, "", True),
    "upgrade": (f"GET /api/seat HTTP/1.1\r\n{HOST}Upgrade: websocket\r\n", "a", True),
    "tables": (TABLE, TABLE, True),
    "nonsense": (NONSENSE, NONSENSE, True),
    "keyless": (
        f"GET /api/seat HTTP/1.1\r\n{HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        "",
        True,
    ),
}


@dataclass
class Connection:
    """One connection, open or not."""

    source: str
    plain: socket.socket | None = None
    secured: ssl.SSLSocket | None = None
    unsent: bytes = b""
    open: bool = False


@dataclass
class Flood:
    """Many connections of a kind."""

    port: int
    kind: str
    sources: list[str]
    tls: bool
    script: str
    token: str
    count: int
    opened: int = 0
    connections: list[Connection] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.first, self.more, self.reads = KINDS[self.kind]
        for placeholder, text in (("SCRIPT", self.script), ("TOKEN", self.token)):
            self.first = self.first.replace(placeholder, text)
            self.more = self.more.replace(placeholder, text)
        self.context = ssl.create_default_context()
        self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE
        for number in range(self.count):
            self.connections.append(Connection(self.sources[number % len(self.sources)]))

    @property
    def left(self) -> int:
        """Return the number of open connections."""
        return sum(connection.open for connection in self.connections)

    def open(self, connection: Connection) -> None:
        """Connect, without waiting for TLS."""
        plain = socket.socket()
        plain.settimeout(5)
        connection.open, connection.plain, connection.secured = False, plain, None
        self.opened += 1
        try:
            if not self.reads:
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.bind((connection.source, 0))
            plain.connect(("127.0.0.1", self.port))
            if self.tls and self.kind not in ("silent", "garbage"):
                connection.secured = self.context.wrap_socket(plain)
            (connection.secured or plain).setblocking(False)
        except OSError:
            plain.close()
            return
        connection.open, connection.unsent = True, self.first.encode("latin-1")
        self.send(connection)

    def send(self, connection: Connection) -> None:
        """Send as much as the server takes, and read what has arrived."""
        stream = connection.secured or connection.plain
        assert stream is not None
        try:
            with contextlib.suppress(BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                while connection.unsent:
                    connection.unsent = connection.unsent[stream.send(connection.unsent) :]
            with contextlib.suppress(BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                while self.reads:
                    if not stream.recv(65536):
                        raise ConnectionResetError
        except OSError:
            connection.open = False
            stream.close()

    def tick(self, again: bool) -> None:
        """Send a piece on every connection; replace those that have ended."""
        for connection in self.connections:
            if connection.open:
                if not connection.unsent:
                    connection.unsent = self.more.encode()
                self.send(connection)
            elif again:
                self.open(connection)


def main() -> None:
    """Run until standard input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("count", type=int)
    parser.add_argument("--sources", type=int, default=0)
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--token", default="")
    parser.add_argument("--until", type=int, default=0)
    parser.add_argument("--script", default="")
    asked = parser.parse_args()
    own = [f"127.0.{1 + number // 200}.{1 + number % 200}" for number in range(asked.sources)]
    sources = own or ["127.0.0.1"]
    texts = asked.script, asked.token
    flood = Flood(asked.port, asked.kind, sources, asked.tls, *texts, asked.count)
    for connection in flood.connections:
        flood.open(connection)
    print("begun", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        begun = time.monotonic()
        flood.tick(asked.again)
        time.sleep(max(0.0, TICK_S - (time.monotonic() - begun)))
    end = time.monotonic() + HANG_S
    flood.tick(again=False)
    while asked.until and flood.left > asked.until and time.monotonic() < end:
        time.sleep(TICK_S)
        flood.tick(again=False)
    print(json.dumps({"opened": flood.opened, "open": flood.left}))


if __name__ == "__main__":
    main()

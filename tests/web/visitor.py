"""A visitor of the page without a browser: requests and websockets."""

import contextlib
import http.client
import json
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from vorhand.service.client.client import Place
from vorhand.tests.limits import HANGING_S


class Answer(NamedTuple):
    """Status, headers and body of an answer."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """Return the reason of a refusal."""
        return str(self.json()["error"])


@dataclass
class Visitor:
    """A client of the page at an address of this machine.

    Attributes:
        address: address of the page.
        source: address of the visitor, in the loopback network.
        headers: sent with each request.
        cookies: sent back if they are kept; without any each request is another browser's.
        keeps: whether cookies are kept.
        trusting: TLS context that trusts the page's certificate.
    """

    address: str
    source: str = "127.0.0.1"
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    keeps: bool = False
    trusting: ssl.SSLContext | None = None

    def ask(self, path: str, body: object = None, **headers: str) -> Answer:
        """Return the answer to a GET or, with a body, to a POST.

        A body other than bytes is sent as JSON. Underscores in the names of headers stand for
        dashes.
        """
        parts, source = urlsplit(self.address), (self.source, 0)
        assert parts.hostname is not None
        connection = http.client.HTTPConnection(
            parts.hostname, parts.port, timeout=HANGING_S, source_address=source
        )
        if parts.scheme == "https":
            connection = http.client.HTTPSConnection(
                parts.hostname,
                parts.port,
                timeout=HANGING_S,
                source_address=source,
                context=self.trusting,
            )
        sent = {name.replace("_", "-"): value for name, value in headers.items()} | self.headers
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with contextlib.closing(connection):
            data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            method = "GET" if data is None else "POST"
            connection.request(method, f"{parts.path}{path}", data, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        for cookie in answer.headers.get_all("set-cookie", []) if self.keeps else []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def make(self, *seats: str, game: str = "kuhn_poker") -> Answer:
        """Create a table of one deal."""
        return self.ask("api/tables", {"game": game, "seats": seats, "deals": 1})

    def place(self, *agents: str, game: str = "kuhn_poker") -> Place:
        """Return the person's seat at a new table for practice."""
        answer = self.make("private", *agents, game=game)
        assert answer.status == 200, answer
        return Place(**answer.json())

    @contextlib.contextmanager
    def connected(self, path: str, origin: str | None = None) -> Iterator[ClientConnection]:
        """Yield an open websocket."""
        url = f"{self.address.replace('http', 'ws')}{path}"
        named = None if origin is None else Origin(origin)
        with connect(
            url, origin=named, ssl=self.trusting, additional_headers=self.headers
        ) as socket:
            yield socket

    @contextlib.contextmanager
    def sitting(self, place: Place, origin: str | None = None) -> Iterator[ClientConnection]:
        """Yield the open websocket of a seat."""
        with self.connected("api/seat", origin) as socket:
            socket.send(hello(place))
            yield socket


def hello(place: Place) -> str:
    """Return the first message of a seat's page."""
    return json.dumps({"table": place.table_id, "seat": place.seat, "token": place.token})


def until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind, or the next event of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=HANGING_S))
        if kind in message:
            return message
        if kind in message.get("event", {}):
            event: dict[str, Any] = message["event"]
            return event

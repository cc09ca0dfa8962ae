"""The page's server refuses every invalid message and names the field.
The cases are written as raw JSON, field by field; they know nothing of the server's types.
"""

import json
from collections.abc import Iterator
from typing import TypeAlias
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import WebSocketRoute, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.visitor import Visitor, hello, until

Fields: TypeAlias = dict[str, tuple[str, str]]  # by name: a right value and its kind

NEVER = ["null", "{}", '{"a": 1}']
WRONG = {
    "text": [*NEVER, "0", "1.5", "true", "[]", '["a"]'],
    "name": [*NEVER, "0", "1.5", "true", "[]", '""', r'"\u0000"', r'"a\u0001b"', r'"a\nb"', '"é"'],
    "number": [
        *NEVER,
        "-1",
        "true",
        "false",
        "1.5",
        "1.0",
        '"1"',
        "[]",
        "[1]",
        "99999999999999999999",
    ],
    "flag": [*NEVER, "0", "1", '"true"', '""', "[]"],
    "texts": [*NEVER, "0", "true", '"rule"', "[1]", "[null]", '["rule", true]', '[["rule"]]', "[]"],
    "numbers": [*NEVER, "0", '"1"', "[true]", "[1.5]", '["1"]', "[-1]", "[null]", "[[1]]"],
    "object": ["null", "0", "1.5", "true", '"a"', "[]"],
}
WHOLE = [
    "",
    "{",
    "null",
    "0",
    '"a"',
    "[]",
    "[{}]",
    '{"a"}',
    "{} {}",
    '{"a": "\\ud800"}',
    "NaN",
    "{'a': 1}",
]
WHOLE += ["[" * 30_000, '{"a":' * 10_000]
NO_TEXTS = [b'{"a": "\xff"}', b"\xff\xfe{\x00}\x00", b"\x00"]


SEAT = {"table": ('"x"', "name"), "seat": ("0", "number"), "token": ('"seat_x"', "name")}
LINE = {"game": ('"python_skat"', "text"), "actions": ("[]", "numbers")}
SHORT = {"contracts": ('"DG"', "text"), "bid": ("18", "number"), "cards": ('"CJ"', "text")}
BODIES: list[tuple[str, Fields]] = [
    ("api/login", {"token": ('"x"', "text")}),
    ("api/account", {"name": ('"Anna"', "text")}),
    (
        "api/tables",
        {
            "game": ('"kuhn_poker"', "text"),
            "seats": ('["rule", "rule"]', "texts"),
            "deals": ("1", "number"),
            "private": ("false", "flag"),
            "bock_deals": ("0", "number"),
        },
    ),
    ("api/seats", {"table": ('"x"', "name")}),
    ("api/seats", {"invitation": ('"7QKM-04ZD-X9PA"', "text")}),
    ("api/leave", SEAT),
    ("api/boards/python_skat/read", {"text": ('"D7"', "text")}),
    ("api/boards/python_skat/position", {**LINE, "brief": ("true", "flag")}),
    (
        "api/boards/python_skat/knowledge",
        {**LINE, "seat": ("0", "number"), "belief": ('"uniform"', "text")},
    ),
    ("api/boards/python_skat/contracts", {"cards": ('"CJ"', "text"), "seat": ("0", "number")}),
    ("api/boards/python_skat/short", SHORT),
    ("api/boards/python_skat/review", {"text": ('"D7"', "text"), "brief": ("true", "flag")}),
    ("api/boards/python_schnapsen/position", {"game": ('"x"', "text"), "start": ('""', "text")}),
    ("api/boards/python_schnapsen/review", {"text": ('"D7"', "text"), "brief": ("true", "flag")}),
]
REQUIRED = {"game", "deals", "table", "seat", "token", "name", "text", "belief", "contracts", "bid"}


def written(fields: Fields, **other: str) -> str:
    """Return an object with valid fields, some of them replaced."""
    values = {name: right for name, (right, _) in fields.items()} | other
    return "{" + ", ".join(f'"{name}": {value}' for name, value in values.items()) + "}"


def wrong_objects(fields: Fields) -> Iterator[tuple[str, str]]:
    """Yield the name of the wrong field, and an object as JSON in which only this is wrong."""
    for name, (_, kind) in fields.items():
        for value in WRONG[kind]:
            yield name, written(fields, **{name: value})
    yield "surplus", written(fields, surplus="1")
    for name in fields.keys() & REQUIRED:
        left = {other: fields[other] for other in fields if other != name}
        yield name, written(left)


@pytest.mark.extended
@pytest.mark.parametrize(("path", "fields"), BODIES)
def test_bodies(served: Served, path: str, fields: Fields) -> None:
    visitor = Visitor(served.address)
    for name, body in wrong_objects(fields):
        answer = visitor.ask(path, body.encode())
        assert answer.status == 400, (body, answer)
        assert any(word in answer.error for word in (name, "only", "else")), (body, answer)
        assert "xpected" in answer.error, (body, answer)
    for raw in (*(body.encode() for body in WHOLE), *NO_TEXTS):
        answer = visitor.ask(path, raw)
        too_long = path == "api/login" and len(raw) > 1024
        assert answer.status == (413 if too_long else 400), (raw[:40], answer)
        assert "expected" in answer.error


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("api/records/x/-1", "deal"),
        ("api/records/x/1.5", "deal"),
        ("api/records/x/true", "deal"),
        ("api/records/x/99999999999999999999", "deal"),
        (f"api/records/x/{'9' * 5000}", "deal"),
        ("api/records/x/0?seat=-1", "seat"),
        ("api/records/x/0?seat=", "seat"),
        ("api/records/x/0?seat=%C2%B2", "seat"),
        ("api/records/x/0?seet=1", "seet"),
        ("api/records/%00/0", "table"),
        ("api/records/%C3%A9/0", "table"),
        ("api/tables/a%0Ab", "table"),
        ("api/tables/%ED%A0%80", "table"),
        (f"api/tables/{'x' * 200}", "table"),
        ("api/tables/x?y=1", "y"),
        ("api/tables?game=nonsense", "game"),
        ("api/tables?gaem=kuhn_poker", "gaem"),
        ("api/agents?game=%00", "game"),
        ("api/agents?x", "x"),
        ("api/ratings?game=%0A", "game"),
    ],
)
def test_addresses(served: Served, path: str, name: str) -> None:
    answer = Visitor(served.address).ask(path)
    assert answer.status == 400, answer
    assert name in answer.error
    assert any(word in answer.error for word in ("xpected", "no such game", "control"))


def refusal(socket: ClientConnection, sent: str | bytes) -> str:
    """Send a message and return the next error; skip other messages."""
    socket.send(sent)
    try:
        while True:
            message = json.loads(socket.recv(timeout=HANGING_S))
            if "error" in message:
                return str(message["error"])
    except ConnectionClosed as closed:
        raise AssertionError(f"closed after {sent[:80]!r}") from closed


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("api/seat", {**SEAT, "plain": ("false", "flag")}),
        ("api/watch", {"table": ('"x"', "name"), "delayed": ("false", "flag")}),
        (
            "api/watch",
            {
                "table": ('"x"', "name"),
                "delayed": ("false", "flag"),
                "beside": ('{"seat": 0, "token": "x"}', "object"),
            },
        ),
    ],
)
def test_first_messages(served: Served, path: str, fields: Fields) -> None:
    """The socket stays open: the right message is still heard."""
    visitor = Visitor(served.address)
    with visitor.connected(path) as socket:
        for name, text in wrong_objects(fields):
            said = refusal(socket, text)
            assert name in said, (text, said)
            assert "expected" in said
        for text in WHOLE:
            assert "expected" in refusal(socket, text)
        socket.send("[]")
        assert until(socket, "error")["code"] == "INVALID_ARGUMENT"
        assert "expected JSON as text" in refusal(socket, b"{}")
        for beside in (
            '{"seat": true, "token": "a"}',
            '{"seat": 0, "token": "a\\u0007"}',
            '{"seat": 0}',
        ):
            if "beside" in fields:
                assert "beside." in refusal(socket, written(fields, beside=beside))
        if path == "api/seat":
            socket.send(hello(visitor.place("random")))
            assert until(socket, "seated")
        elif "beside" not in fields:
            said = refusal(socket, written(fields))  # of a table that does not exist
            assert "expected" not in said


def test_messages_of_a_seat(served: Served) -> None:
    visitor = Visitor(served.address)
    place = visitor.place("random")
    wrong = [
        *WHOLE,
        "{}",
        '{"nothing": 1}',
        '{"leave": true, "resign": true}',
        '{"act": {}, "undo": 1}',
    ]
    for flag in ("leave", "resign", "undo"):
        wrong += [
            f'{{"{flag}": {value}}}' for value in ("false", "1", "null", '"true"', "[]", "{}")
        ]
    wrong += [f'{{"hint": {value}}}' for value in WRONG["text"]]
    act: Fields = {"turn": ("1", "number"), "action": ("0", "number")}
    acts = [text for _, text in wrong_objects(act) if '"action": -1' not in text]
    wrong += [f'{{"act": {text}}}' for text in (*acts, '{"turn": 1}', '{"action": 1}')]
    with visitor.sitting(place) as socket:
        for text in wrong:
            assert "xpected" in refusal(socket, text), text
        assert "expected JSON as text" in refusal(socket, b"{}")
        socket.send('{"resign": true}')  # the socket still answers
        assert until(socket, "table_ended")


def test_a_cookie_of_signs_is_nobodys(served: Served) -> None:
    """Such a token is never sent to the table server."""
    port = urlsplit(served.address).port
    for value in ("\xe9", "api_x", "a\x7fb", '"api_\\001"'):
        visitor = Visitor(served.address, cookies={f"vorhand-account-{port}": value})
        answer = visitor.ask("api/account")
        assert answer.status == 400 or answer.json()["name"] == "", value


@pytest.mark.extended
@pytest.mark.parametrize(
    ("code", "comes_back"), [("UNAVAILABLE", True), ("INVALID_ARGUMENT", False)]
)
def test_a_browser_comes_back_unless_it_is_refused_for_good(
    served: Served, tab: Tab, code: str, comes_back: bool
) -> None:
    """The test replaces the page's server; it refuses the seat and closes the socket."""
    page = tab.page
    claims: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            claims.append(str(message))
            socket.send(json.dumps({"error": "token: expected another", "code": code}))
            socket.close()

        socket.on_message(answer)

    page.route_web_socket("**/api/seat", refuse)
    page.goto(served.address)
    page.click("[data-game=schnapsen]")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("token: expected another")).to_be_attached()  # under the details
    if comes_back:
        while len(claims) < 3:
            page.wait_for_timeout(20)
    else:
        page.wait_for_timeout(1000)  # five times the reconnection delay
        assert len(claims) == 1
    assert "token" in json.loads(claims[0])

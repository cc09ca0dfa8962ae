"""Messages of a seat's page, without a browser: the same as over gRPC, for that seat alone."""

import contextlib
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from vorhand.service.client.client import Client, Place
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, run, serve, stop
from vorhand.v1 import play_pb2
from vorhand.web.wire import as_json


def make_table(address: str, game: str, *agents: str) -> Place:
    """A table for practice; the seat of the person."""
    body = {"game": game, "seats": ["private", *agents], "deals": 1}
    request = urllib.request.Request(f"{address}api/tables", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=HANGING_S) as response:
        return Place(**json.load(response))


@contextlib.contextmanager
def sit(address: str, place: Place, origin: str | None = None) -> Iterator[ClientConnection]:
    """The socket of a seat, greeted."""
    url = f"{address.replace('http', 'ws')}api/seat"
    with connect(url, origin=None if origin is None else Origin(origin)) as socket:
        socket.send(json.dumps({"table": place.table_id, "seat": place.seat, "token": place.token}))
        yield socket


def until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind, or event of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=HANGING_S))
        if kind in message:
            return message
        if kind in message.get("event", {}):
            event: dict[str, Any] = message["event"]
            return event


@pytest.mark.parametrize(
    ("game", "agents"),
    [("python_skat(claims=true)", 2), ("python_schnapsen(match=true)", 1), ("kuhn_poker", 1)],
)
def test_a_page_is_told_what_grpc_tells(served: Served, game: str, agents: int) -> None:
    place = make_table(served.address, game, *["random"] * agents)
    with sit(served.address, place) as socket:
        told = until(socket, "turn")["observation"]

    async def over_grpc() -> dict[str, Any]:
        detail = play_pb2.OBSERVATION_DETAIL_ALWAYS
        async with Client(served.server) as client, client.sit(place, detail=detail) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    return as_json(event.observation)
        raise AssertionError("no turn")

    assert told == run(over_grpc())


def test_another_page_cannot_open_a_socket(served: Served) -> None:
    place = make_table(served.address, "kuhn_poker", "random")
    seat = sit(served.address, place, origin="http://evil.example")
    with pytest.raises(InvalidStatus) as raised:
        seat.__enter__()
    assert raised.value.response.status_code == 403
    with sit(served.address, place, origin=served.address.rstrip("/")) as socket:
        assert until(socket, "seated")


def test_another_token_gets_nothing(served: Served) -> None:
    place = make_table(served.address, "kuhn_poker", "random")
    with sit(served.address, place._replace(token="seat_wrong")) as socket:
        message = json.loads(socket.recv(timeout=HANGING_S))
    assert message["code"] == "PERMISSION_DENIED"
    assert "event" not in message


@pytest.mark.parametrize("text", ["", "[]", "{", '{"table": 1}', '{"table": "x", "seat": -1}'])
def test_after_nonsense_a_seat_can_still_be_named(served: Served, text: str) -> None:
    place = make_table(served.address, "kuhn_poker", "random")
    with connect(f"{served.address.replace('http', 'ws')}api/seat") as socket:
        socket.send(text)
        refused = json.loads(socket.recv(timeout=HANGING_S))
        assert "expected" in refused["error"]
        assert refused["code"] == "INVALID_ARGUMENT"
        socket.send(json.dumps({"table": place.table_id, "seat": 0, "token": place.token}))
        assert until(socket, "seated")


def test_taking_back_deals_the_same_cards(served: Served) -> None:
    place = make_table(served.address, "python_schnapsen(match=true)", "pimc(worlds=5)")
    with sit(served.address, place) as socket:
        first = until(socket, "turn")
        action = first["turn"]["legal_actions"][0]["id"]
        socket.send(json.dumps({"act": {"turn": int(first["sequence"]), "action": action}}))
        until(socket, "turn")
        socket.send('{"undo": true}')
        assert until(socket, "place")["place"]["table_id"] != place.table_id
        again = until(socket, "turn")
        assert again["observation"] == first["observation"]
        socket.send('{"undo": true}')
        assert "no choice to take back" in until(socket, "error")["error"]


def test_hints_where_games_are_shown_in_plain_form(served: Served) -> None:
    """Observations without a state that can be played on give none."""
    with sit(served.address, make_table(served.address, "kuhn_poker", "random")) as socket:
        until(socket, "turn")
        socket.send('{"hint": ""}')
        hint = until(socket, "hint")["hint"]
    assert hint["agent"].startswith("pimc")
    assert hint["move"] in {move["move"] for move in hint["moves"]}
    place = make_table(served.address, "python_belote", *["random"] * 3)
    with sit(served.address, place) as socket:
        until(socket, "turn")
        socket.send('{"hint": ""}')
        assert "no hint: a state that can be played on" in until(socket, "error")["error"]


@pytest.mark.extended
@pytest.mark.parametrize("own", [False, True])
def test_the_page_of_a_server_that_runs_elsewhere(
    served: Served, tmp_path: Path, own: bool
) -> None:
    """Browsers have accounts of their own there if the page was given an operator's token."""
    token = str(served.token_file)
    operator = ["--operator-token-file", str(served.operator_file)] if own else []
    options = ["--connect", served.server, "--api-token-file", token, *operator]
    process, address = serve(tmp_path, *options)
    try:
        with urllib.request.urlopen(f"{address}api/account", timeout=HANGING_S) as response:
            assert json.load(response) == {"name": "", "own": own}
        body = b'{"name": "Clara of elsewhere"}'
        request = urllib.request.Request(f"{address}api/account", body)
        if own:
            with urllib.request.urlopen(request, timeout=HANGING_S) as response:
                assert json.load(response)["name"] == "Clara-of-elsewhere"
        else:
            with pytest.raises(urllib.error.HTTPError), urllib.request.urlopen(request):
                pass
        place = make_table(address, "kuhn_poker", "random")
        with sit(served.address, place) as socket:
            assert until(socket, "seated")
    finally:
        stop(process)


@pytest.mark.extended
def test_what_a_page_of_a_server_elsewhere_cannot_do_is_said_at_once(
    served: Served, tmp_path: Path
) -> None:
    """Nobody listens there, no such token, one that may not administrate."""
    token = ["--api-token-file", str(served.token_file)]
    for options, said in (
        (["--connect", "127.0.0.1:1"], "nothing listens there"),
        (["--connect", served.server, "--api-token-file", "none"], "--api-token-file none: "),
        (["--connect", served.server, *token, "--operator-token-file", token[1]], "administrat"),
    ):
        command = [sys.executable, "-m", "vorhand", "web", "--no-open", "--listen", "127.0.0.1:0"]
        done = subprocess.run(
            [*command, *options],
            capture_output=True,
            text=True,
            timeout=HANGING_S,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 2, done.stdout
        assert said in done.stderr

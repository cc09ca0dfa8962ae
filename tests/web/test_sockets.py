"""Messages of a seat's page without a browser equal those over gRPC for that seat."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from vorhand.service.client.client import Client
from vorhand.service.games.observations import cached_game, observe, observer_of
from vorhand.tests.limits import HANGING_S
from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Served, run, serve, stop
from vorhand.tests.web.visitor import Visitor, until
from vorhand.v1 import play_pb2
from vorhand.web.boards import BoardError, advise
from vorhand.web.wire import as_json


@pytest.mark.parametrize(
    ("game", "agents"),
    [("python_skat(claims=true)", 2), ("python_schnapsen(match=true)", 1), ("kuhn_poker", 1)],
)
def test_a_page_is_told_what_grpc_tells(served: Served, game: str, agents: int) -> None:
    visitor = Visitor(served.address)
    place = visitor.place(*["random"] * agents, game=game)
    with visitor.sitting(place) as socket:
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
    visitor = Visitor(served.address)
    place = visitor.place("random")
    with pytest.raises(InvalidStatus) as raised:
        visitor.sitting(place, "http://evil.example").__enter__()
    assert raised.value.response.status_code == 403
    with visitor.sitting(place, served.address.rstrip("/")) as socket:
        assert until(socket, "seated")


def test_another_token_gets_nothing(served: Served) -> None:
    visitor = Visitor(served.address)
    with visitor.sitting(visitor.place("random")._replace(token="seat_wrong")) as socket:
        message = json.loads(socket.recv(timeout=HANGING_S))
    assert message["code"] == "PERMISSION_DENIED"
    assert "event" not in message


def test_taking_back_deals_the_same_cards(served: Served) -> None:
    visitor = Visitor(served.address)
    place = visitor.place("pimc(worlds=5)", game="python_schnapsen(match=true)")
    with visitor.sitting(place) as socket:
        first = until(socket, "turn")
        action = first["turn"]["legal_actions"][0]["id"]
        socket.send(json.dumps({"act": {"turn": int(first["sequence"]), "action": action}}))
        until(socket, "turn")
        socket.send('{"undo": true}')
        assert until(socket, "place")["place"]["table_id"] != place.table_id
        assert until(socket, "turn")["observation"] == first["observation"]
        socket.send('{"undo": true}')
        assert "no choice to take back" in until(socket, "error")["error"]


def first_turn(name: str) -> bytes:
    """Return the view of the first player to act, as it is sent."""
    game = cached_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return observe(observer_of(game), name, state, state.current_player()).SerializeToString()


def test_hints_where_games_are_shown_in_plain_form() -> None:
    """Observations without a playable state give no hint."""
    hint = advise(first_turn("kuhn_poker"), "")
    assert hint.agent.startswith("pimc")
    assert hint.move in {move.move for move in hint.moves}
    with pytest.raises(BoardError, match="no hint: a state that can be played on"):
        advise(first_turn("python_belote"), "")


def test_a_ping_is_answered_during_a_slow_hint(served: Served) -> None:
    """Otherwise the browser would consider the connection and the hint lost."""
    visitor = Visitor(served.address)
    place = visitor.place("random", game="python_schnapsen(match=true)")
    with visitor.sitting(place) as socket:
        until(socket, "turn")
        socket.send('{"hint": "pimc(worlds=1000000)"}')
        socket.send('{"ping": true}')
        assert json.loads(socket.recv(timeout=HANGING_S)) == {"pong": True}


def test_no_hints_at_a_table_with_people(served: Served) -> None:
    visitor = Visitor(served.address)
    with visitor.sitting(visitor.place("open")) as socket:
        assert until(socket, "seated")
        socket.send('{"hint": ""}')
        assert "no hints" in until(socket, "error")["error"]


@pytest.mark.extended
@pytest.mark.parametrize("own", few(1, [True, False]))
def test_the_page_of_a_server_that_runs_elsewhere(
    served: Served, tmp_path: Path, own: bool
) -> None:
    """Browsers have accounts there if the page was given an operator's token."""
    operator = ["--operator-token-file", str(served.operator_file)] if own else []
    options = ["--connect", served.server, "--api-token-file", str(served.token_file), *operator]
    process, address = serve(tmp_path, *options)
    try:
        visitor = Visitor(address)
        assert visitor.ask("api/account").json() == {"name": "", "own": own}
        named = visitor.ask("api/account", {"name": "Clara of elsewhere"})
        assert named.json()["name"] == "Clara-of-elsewhere" if own else named.status == 400
        with Visitor(served.address).sitting(visitor.place("random")) as socket:
            assert until(socket, "seated")
    finally:
        stop(process)


@pytest.mark.extended
def test_what_a_page_of_a_server_elsewhere_cannot_do_is_said_at_once(
    served: Served, tmp_path: Path
) -> None:
    """A wrong address, a wrong token and one without rights are reported at start."""
    token = ["--api-token-file", str(served.token_file)]
    command = [sys.executable, "-m", "vorhand", "web", "--no-open", "--listen", "127.0.0.1:0"]
    for options, said in (
        (["--connect", "127.0.0.1:1"], "nothing listens there"),
        (["--connect", served.server, "--api-token-file", "none"], "--api-token-file none: "),
        (["--connect", served.server, *token, "--operator-token-file", token[1]], "administrat"),
    ):
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

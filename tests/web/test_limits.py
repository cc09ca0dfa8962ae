"""Limits on the harm that one client can do to the server and to others, without a browser."""

import asyncio
import contextlib
import http.cookies
import json
import sys
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from vorhand.service.client.client import Client, Place
from vorhand.service.games.observations import cached_game, observe, observer_of
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, run
from vorhand.tests.web.visitor import Answer, Visitor, until
from vorhand.web import boards, seats
from vorhand.web.answers import Hint
from vorhand.web.games import schnapsen, skat
from vorhand.web.games.skat_records import review
from vorhand.web.question_workers import AskError, QuestionWorkers


def test_nobody_takes_the_seat_of_another_browser(served: Served) -> None:
    visitor = Visitor(served.address)
    table = {"table": visitor.make("open", "open").json()["table_id"]}
    first, second = (place_in(visitor.ask("api/seats", table)) for _ in range(2))
    assert (first.seat, second.seat) == (0, 1)
    with visitor.sitting(first) as socket:
        assert until(socket, "seated")
        named = visitor.ask("api/seats", {**table, "seat": 0})
        assert named.status == 400
        assert "token" not in named.json()
        full = visitor.ask("api/seats", table)
        assert full.status == 400
        assert "no seat of this table is open" in full.error
        with visitor.sitting(second):
            assert until(socket, "observation")  # the first seat is still theirs


def place_in(answer: Answer) -> Place:
    """Return the seat that was given."""
    told = answer.json()
    return Place(told["table_id"], told["seat"], told["token"])


def test_nobody_sits_down_at_a_private_table(served: Served) -> None:
    """The page's account owns the table, but a browser's does not."""

    async def make() -> str:
        token = served.token_file.read_text("utf-8").strip()
        async with Client(served.server, token) as client:
            table, _ = await client.create_table("kuhn_poker", ["open", "open"], unlisted=True)
            return table.table_id

    refused = Visitor(served.address).ask("api/seats", {"table": run(make())})
    assert refused.status == 403
    assert "is private" in refused.error


def test_worthless_invitations(served: Served) -> None:
    for code, said in (("7QKM-04ZD-X9PA", "invitation"), ("seven", "expected 12 letters")):
        refused = Visitor(served.address).ask("api/seats", {"invitation": code})
        assert refused.status in (400, 404)
        assert said in refused.error


def test_names_and_browsers_are_known_for_long_to_the_page_alone(served: Served) -> None:
    """Cookies live for at most 400 days, and scripts cannot read them."""
    answer = Visitor(served.address, "127.0.0.21").ask("api/account", {"name": "Dora"})
    sent = [http.cookies.SimpleCookie(text) for text in answer.headers.get_all("set-cookie", [])]
    kept = {name: cookie for each in sent for name, cookie in each.items()}
    assert len(kept) == 2
    for name, cookie in kept.items():
        assert name.startswith(("vorhand-account", "vorhand-browser"))
        assert cookie["max-age"] == str(400 * 24 * 3600)
        assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/", True, "strict")


def loaded() -> list[str]:
    """Return the modules of this process; a task of workers."""
    return list(sys.modules)


def test_a_worker_has_imported_what_questions_need_and_no_statistics() -> None:
    """The first review on a busy server does not lose its time to imports."""

    async def asked() -> list[str]:
        workers = QuestionWorkers()
        try:
            found: list[str] = await workers.ask("a", loaded)
            return found
        finally:
            workers.close()

    modules = asyncio.run(asked())
    assert {skat.__name__, schnapsen.__name__} <= set(modules)
    assert not {"scipy", "matplotlib", "pandas"} & set(modules)


@pytest.mark.extended
def test_thought_has_an_end() -> None:
    """A hint with many worlds ends at its time limit, and the next hint is given."""
    game = "python_skat(start=play G by 0 cards CJ.SJ.CA.CT.CK.CQ.C9.C8.C7.SA/HJ.DA.DT.DK.HA.HT.HK."
    game += "S7.S8.S9/DJ.ST.SK.SQ.HQ.H9.H8.H7.DQ.D9/D8.D7)"
    loaded = cached_game(game)
    state = loaded.new_initial_state()
    seat = state.current_player()
    seen = observe(observer_of(loaded), game, state, seat).SerializeToString()

    async def ask() -> Hint:
        workers = QuestionWorkers(limit_s=2.0)
        try:
            with pytest.raises(AskError, match="longer than 2 s") as busy:
                await workers.ask("", boards.advise, seen, "pimc(worlds=100000)")
            assert busy.value.status == 503  # the same question may be answered later
            workers.limit_s = HANGING_S
            with pytest.raises(AskError, match="expected 1 to 100000") as wrong:
                await workers.ask("", boards.advise, seen, "pimc(worlds=100001)")
            assert wrong.value.status == 400
            with pytest.raises(AskError, match="expected one of this server"):
                await workers.ask("", boards.advise, seen, "grpc://127.0.0.1:1")
            found: Hint = await workers.ask("", boards.advise, seen, "pimc(worlds=5)")
            return found
        finally:
            workers.close()

    assert run(ask()).agent == "pimc(worlds=5)"


@pytest.mark.parametrize(
    ("question", "more"),
    [
        (skat.position, {}),
        (skat.knowledge, {"seat": 0, "belief": "uniform"}),
        (schnapsen.position, {}),
        (review, None),
    ],
)
def test_no_other_game_is_made(question: Any, more: dict[str, Any] | None) -> None:
    """The name is checked first; this game's parameters would raise another error."""
    line: dict[str, Any] = {"game": "python_bcd_tree(depth=-1)", "actions": []}
    record = json.dumps(line | {"seats": ["a", "b", "c"]})
    with pytest.raises(ValueError, match="expected one of python_s"):
        question({"text": record} if more is None else line | more)


def test_large_games_are_not_made() -> None:
    with pytest.raises(ValueError, match="at most 1,000,000"):
        schnapsen.position({"game": "python_schnapsen(target=1000001)"})


def test_long_questions_are_refused(served: Served) -> None:
    told = Visitor(served.address).ask("api/boards/python_skat/read", {"text": "D7" * 40_000})
    assert told.status == 413
    assert "expected at most 65,536" in told.error


def test_an_address_has_its_share_of_sockets(served: Served) -> None:
    visitor = Visitor(served.address, "127.0.0.9")
    url = f"{served.address.replace('http', 'ws')}api/seat"
    with contextlib.ExitStack() as opened:

        def connected() -> ClientConnection:
            return opened.enter_context(connect(url, source_address=("127.0.0.9", 0)))

        for _ in range(50):
            connected()
        with pytest.raises(InvalidStatus):
            connected()
        with Visitor(served.address).sitting(visitor.place("random")) as socket:  # from another
            assert until(socket, "seated")
    place = visitor.place("random")
    with visitor.sitting(place) as socket:
        assert until(socket, "seated")


class Silent:
    """A browser that opens a socket and sends nothing."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.closed = False

    async def accept(self) -> None:
        pass

    async def receive_text(self) -> str:
        await asyncio.Event().wait()  # for ever
        return ""

    async def send_text(self, message: str) -> None:
        self.told.append(json.loads(message))

    async def close(self) -> None:
        self.closed = True


def test_who_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "_FIRST_S", 0.05)
    nobody: Any = None
    silent: Any = Silent()
    run(seats.SeatPage(silent, nobody, nobody, nobody, nobody).run())
    assert "expected a message within" in silent.told[-1]["error"]
    assert silent.closed
    run(asyncio.wait_for(seats.watch(Silent(), nobody), HANGING_S))  # type: ignore[arg-type]

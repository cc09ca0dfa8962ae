import asyncio
import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from rich.console import Console
from typer.testing import CliRunner

from vorhand.cli import app, remote_table
from vorhand.cli.person import Quit
from vorhand.cli.remote_table import Where, play_remotely
from vorhand.cli.terminal import screen_of
from vorhand.cli.terminal.texts import use_language
from vorhand.games.records import PlainRecord
from vorhand.service.client.client import Client, Place
from vorhand.service.server.settings import Settings
from vorhand.tests.service.helpers import (
    Process,
    is_turn,
    play_until,
    process,
    until_ended,
    with_server,
)
from vorhand.v1 import play_pb2, tables_pb2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the token of the server that the tests share."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Process]:
    """Yield a server process."""
    with process(folder) as started:
        yield started


def play_there(running: Process, *options: str, typed: str = "") -> str:
    """Return the output of `vorhand play` at a server."""
    command = ["play", "--connect", running.address, *options]
    return CliRunner().invoke(app, command, input=typed, catch_exceptions=False).output


def test_a_person_plays_at_a_table_of_a_server(
    running: Process, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person plays the lowest legal card at Schnapsen, and the server keeps the deal."""
    monkeypatch.chdir(tmp_path)
    every_card = [suit + rank for suit in "DHSC" for rank in "JQKTA"]
    typed = "\n".join(["?", "DJ", *every_card] * 12 + ["r", "q", ""])
    options = ["--token-file", str(folder / "token"), "--game", "python_schnapsen"]
    output = play_there(running, *options, "--agents", "rule", "--seed", "3", typed=typed)
    assert "you are player 0" in output
    assert "the table is over" in output
    assert output.rstrip().endswith("goodbye")
    assert "yours: " in output
    (file,) = (tmp_path / "vorhand-logs").iterdir()
    record = PlainRecord.parse(file.read_text())
    assert record.seats == ("you", "rule")
    assert f"yours: {record.returns[0]:+g}" in output
    assert f"kept: vorhand-logs/{file.name}" in output.replace("\n", "")
    assert "player 0 (you) gave away " in output.rpartition("player 0: you")[2]


def test_a_new_table_without_a_token_is_told_what_it_needs(running: Process) -> None:
    with pytest.raises(ValueError, match="expected --token-file"):
        play_there(running)


def test_a_person_takes_an_open_seat_and_leaves(running: Process) -> None:
    async def table() -> str:
        async with Client(running.address, running.token) as client:
            made, _ = await client.create_table("python_skat", ["rule", "open", "rule"])
            return made.table_id

    output = play_there(running, "--table", asyncio.run(table()), typed="q\n")
    assert "you are middlehand" in output
    assert output.rstrip().endswith("goodbye")


def test_a_person_who_leaves_their_own_table_closes_it(running: Process, folder: Path) -> None:
    options = ["--token-file", str(folder / "token"), "--game", "python_schnapsen"]
    output = play_there(running, *options, "--agents", "rule", "--deals", "50", typed="q\n")
    assert "the table is closed" in output
    found = re.search(r"table (\w+), seat", output)
    assert found

    async def look() -> tables_pb2.Table:
        async with Client(running.address) as client:
            return await client.table(found[1])

    table = asyncio.run(look())
    assert (table.state, table.deals_finished) == (tables_pb2.TABLE_STATE_ENDED, 0)


@pytest.mark.parametrize("bock", [True, False])
def test_a_new_table_has_bock_rounds_on_request(running: Process, folder: Path, bock: bool) -> None:
    options = ["--token-file", str(folder / "token"), *(["--bock"] if bock else [])]
    output = play_there(running, *options, "--agents", "rule,rule", typed="q\n")
    found = re.search(r"table (\w+), seat", output)
    assert found

    async def look() -> tables_pb2.Table:
        async with Client(running.address) as client:
            return await client.table(found[1])

    assert asyncio.run(look()).HasField("bock_deals") == bock


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--table x", "expected --connect"),
        ("--connect 127.0.0.1:9 --adviser random", "agent random: gives no reasons"),
        ("--connect 127.0.0.1:9 --seat 7", "seat 7: expected 0 to 2"),
        ("--connect 127.0.0.1:9 --agents rule", "agents rule: expected 2, one for each other seat"),
        ("--connect 127.0.0.1:9 --table t --deals 2", "expected none of them at a table of others"),
        ("--connect 127.0.0.1:9 --invitation i --agents rule", "none of them at a table of others"),
        ("--connect 127.0.0.1", "expected host:port"),
        ("--connect 127.0.0.1:1", "nothing listens there; `vorhand serve --listen"),
        ("--connect 127.0.0.1:1 --token-file none", "there is no such file"),
        (f"--connect 127.0.0.1:1 --token-file {__file__}", "expected one token"),
    ],
)
def test_what_is_wrong_is_said_before_a_server_is_asked(options: str, told: str) -> None:
    with pytest.raises((ValueError, OSError), match=re.escape(told)):
        CliRunner().invoke(app, ["play", *options.split()], catch_exceptions=False)


def seated_at(address: str, token_file: Path, table: str | None = None) -> Where:
    """Return where to play: at this table, or at a new one for two deals of Schnapsen."""
    new = not table
    return Where(
        address=address,
        token_file=token_file,
        certificate=None,
        table=table,
        invitation="",
        game="python_schnapsen" if new else "",
        seats=("private", "rule") if new else (),
        deals=2,
        seed=3,
        private=False,
    )


class PlaysOneDeal(pyspiel.Bot):  # type: ignore[misc]
    """Plays the first legal action and leaves during the second deal."""

    def __init__(self, deal: int) -> None:
        super().__init__()
        self.deal = deal

    def step(self, state: pyspiel.State) -> int:
        if self.deal:
            raise Quit
        return int(state.legal_actions()[0])


@pytest.mark.extended
def test_who_leaves_in_the_second_deal_is_asked_nothing_more(
    running: Process, folder: Path, tmp_path: Path
) -> None:
    records, shown = tmp_path / "mine.jsonl", io.StringIO()
    deals = iter(range(2))
    where = seated_at(running.address, folder / "token")
    console = Console(file=shown, width=200)
    play_remotely(
        where, console, screen_of, lambda _game, _seat: PlaysOneDeal(next(deals)), records
    )
    assert len(records.read_text().splitlines()) == 1
    assert next(deals, None) is None
    assert "to review" not in shown.getvalue()
    assert shown.getvalue().endswith("the table is closed\ngoodbye\n")


def test_a_person_comes_back_in_the_middle_of_a_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table names the player who began the deal, although those events are no longer sent."""
    (records, token), shown = (tmp_path / name for name in ("mine.jsonl", "token")), io.StringIO()
    players = []

    def person_of(_game: pyspiel.Game, player: int) -> pyspiel.Bot:
        players.append(player)
        return PlaysOneDeal(0)

    async def play(client: Client) -> None:
        token.write_text(client.token)
        seats = ["private", "rule"]
        table, (place,) = await client.create_table("python_schnapsen", seats, seed=4, deals=2)
        await play_until(client, place, is_turn(1, 4))
        where = seated_at(client.address, token, table.table_id)

        async def sit_down(*_: object) -> Place:
            return place

        monkeypatch.setattr(remote_table, "_sit_down", sit_down)
        console = Console(file=shown, width=200)
        await remote_table._play(where, console, screen_of, person_of, records)

    with_server(tmp_path, play, Settings(outbox=12))
    assert players == [1]
    assert len(records.read_text().splitlines()) == 1
    assert "the table is over" in shown.getvalue()


class Typing(Console):
    """A terminal at which given lines are typed."""

    def __init__(self, *lines: str) -> None:
        super().__init__(file=io.StringIO(), width=200)
        self.lines = list(lines)

    def input(self, prompt: Any = "", **_: Any) -> str:
        self.print(prompt, end="")
        line = self.lines.pop(0)
        self.print(line)
        return line

    @property
    def shown(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


class PlaysOn(pyspiel.Bot):  # type: ignore[misc]
    """Plays the first legal action."""

    def step(self, state: pyspiel.State) -> int:
        return int(state.legal_actions()[0])


QUESTION = {
    "en": "Let an agent play on for seat 0 (y), or end the table (n)? ",
    "de": "Einen Agenten für Platz 0 weiterspielen lassen (j) oder den Tisch beenden (n)? ",
}
NEWS = {
    "en": ("seat 0: Well played!", "seat 0 has left the table", "an agent plays on for seat 0"),
    "de": (
        "Platz 0: Gut gespielt!",
        "Platz 0 hat den Tisch verlassen",
        "Für Platz 0 spielt ein Agent weiter",
    ),
}


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "y"), ("en", "n"), ("en", "q"), ("de", "ja"), ("de", "nein")]
)
def test_a_person_is_asked_about_a_player_who_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, typed: str
) -> None:
    """The person reads a phrase and who left, and decides whether an agent plays on."""
    use_language(language)
    console = Typing("perhaps", typed)
    tables = list[tables_pb2.Table]()

    async def leave(client: Client, place: Place) -> None:
        async with client.sit(place) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.say(play_pb2.PHRASE_WELL_PLAYED)
                elif event.HasField("said"):
                    await stream.leave()

    async def play(client: Client) -> None:
        (tmp_path / "token").write_text(client.token)
        made, (other, place) = await client.create_table(
            "python_schnapsen",
            ["private"] * 2,
            seed=4,
            stand_in="rule",
            absence_rule=tables_pb2.ABSENCE_RULE_OTHERS_DECIDE,
        )
        where = seated_at(client.address, tmp_path / "token", made.table_id)

        async def sit_down(*_: object) -> Place:
            return place

        monkeypatch.setattr(remote_table, "_sit_down", sit_down)
        records = tmp_path / "mine.jsonl"
        leaving = asyncio.create_task(leave(client, other))
        with contextlib.suppress(Quit):
            await remote_table._play(where, console, screen_of, lambda *_: PlaysOn(), records)
        await leaving
        await until_ended(client.table, made.table_id)
        tables.append(await client.table(made.table_id))

    try:
        with_server(tmp_path, play)
    finally:
        use_language("en")
    said, left, replaced = NEWS[language]
    agreed = typed in ("y", "ja")
    assert console.shown.index(said) < console.shown.index(left)
    assert console.shown.count(QUESTION[language]) == 2
    assert (replaced in console.shown) == agreed
    assert agreed or tables[0].totals[0] < 0


def test_a_refusal_with_brackets_is_shown_as_it_is() -> None:
    console = Console(file=io.StringIO())
    refused = play_pb2.Event(refused=play_pb2.Refused(message="'[/x]' is not a legal move"))
    assert remote_table._tell(console, refused, 0)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == "'[/x]' is not a legal move\n"

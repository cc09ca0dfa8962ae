"""The example programs at tables of a server process: whole matches, journaled and replayed.

They have to be built first: `make examples-test` does both.
"""

import asyncio
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.helpers import Process, process
from vorhand.games.loading import load_game
from vorhand.games.skat.records import check_record, parse_record
from vorhand.service.client import Client
from vorhand.service.remote_bot import RemoteBot
from vorhand.v1 import play_pb2, tables_pb2

ROOT = Path(__file__).parents[2]
NODE = ["node", str(ROOT / "examples/node/dist/player.js")]
CPP = [str(ROOT / "build/examples/cpp/player")]
SKAT, MATCH = "python_skat", "python_schnapsen(match=true)"


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("server")) as running:
        yield running


def joining(program: list[str], server: Process, table_id: str) -> list[str]:
    """The command by which a program takes an open seat."""
    if program is NODE:
        return [*program, "--address", server.address, "--table", table_id]
    return [*program, server.address, "join", table_id]


def making(program: list[str], server: Process, folder: Path, game: str, deals: int) -> list[str]:
    """The command by which a program makes a table against `rule`."""
    token = folder / "api-token"
    token.write_text(server.token)
    if program is NODE:
        command = [*program, "--address", server.address, "--token-file", str(token)]
        return [*command, "--game", game, "--against", "rule", "--deals", str(deals)]
    return [*program, server.address, "new", str(token), game, "rule", str(deals)]


def returns_told(output: str) -> list[list[float]]:
    """The scores of the deals that a program wrote on its screen."""
    lines = [line for line in output.splitlines() if line.startswith("deal ")]
    return [[float(score) for score in line.split(": ")[1].split()] for line in lines]


def replayed(record: tables_pb2.GetRecordResponse) -> list[float]:
    """The scores of a record, from its cards and actions alone."""
    state = load_game(record.game).new_initial_state()
    for action in record.actions:
        state.apply_action(action)
    assert state.is_terminal()
    if record.game.startswith(SKAT):
        check_record(parse_record(record.record))
    else:
        assert json.loads(record.record)["actions"] == list(record.actions)
    returns: list[float] = state.returns()
    return returns


async def records(client: Client, table_id: str) -> list[tables_pb2.GetRecordResponse]:
    table = await client.table(table_id)
    assert table.state == tables_pb2.TABLE_STATE_ENDED
    assert table.deals_finished == table.deals
    found = [await client.record(table_id, deal) for deal in range(table.deals)]
    assert list(table.totals) == [sum(scores) for scores in zip(*map(replayed, found), strict=True)]
    return found


def test_three_languages_at_one_table(table_server: Process) -> None:
    deals = 6

    async def play() -> tuple[list[list[list[float]]], list[tables_pb2.GetRecordResponse]]:
        async with Client(table_server.address, table_server.token) as client:
            seats = ["private", "open", "open"]
            table, (place,) = await client.create_table(SKAT, seats, deals=deals)
            programs = [
                await asyncio.create_subprocess_exec(
                    *joining(program, table_server, table.table_id), stdout=subprocess.PIPE
                )
                for program in (NODE, CPP)
            ]
            bot = RemoteBot("rule", 3)
            end = await bot.sit(client, place)
            assert end.reason == play_pb2.TABLE_END_REASON_FINISHED
            told = [bot.returns]
            for program in programs:
                output, _ = await program.communicate()
                assert program.returncode == 0
                told.append(returns_told(output.decode()))
            return told, await records(client, table.table_id)

    told, found = asyncio.run(asyncio.wait_for(play(), 120))
    assert told == [[replayed(record) for record in found]] * 3


@pytest.mark.parametrize("game", [SKAT, MATCH])
@pytest.mark.parametrize("program", [NODE, CPP], ids=["node", "cpp"])
def test_a_program_against_agents(
    table_server: Process, tmp_path: Path, program: list[str], game: str
) -> None:
    command = making(program, table_server, tmp_path, game, 3)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    table_id = done.stdout.split()[1].rstrip(",")

    async def fetch() -> list[tables_pb2.GetRecordResponse]:
        async with Client(table_server.address) as client:
            return await records(client, table_id)

    assert returns_told(done.stdout) == [replayed(record) for record in asyncio.run(fetch())]


def test_programs_of_two_languages_play_a_match(table_server: Process) -> None:
    async def make() -> str:
        async with Client(table_server.address, table_server.token) as client:
            table, _ = await client.create_table(MATCH, ["open", "open"], deals=2)
            return table.table_id

    table_id = asyncio.run(make())
    programs = [
        subprocess.Popen(joining(each, table_server, table_id), stdout=subprocess.PIPE, text=True)
        for each in (NODE, CPP)
    ]
    outputs = [program.communicate(timeout=120)[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0]

    async def fetch() -> list[tables_pb2.GetRecordResponse]:
        async with Client(table_server.address) as client:
            return await records(client, table_id)

    scores = [replayed(record) for record in asyncio.run(fetch())]
    assert [returns_told(output) for output in outputs] == [scores, scores]


@pytest.mark.parametrize("program", [NODE, CPP], ids=["node", "cpp"])
def test_a_program_comes_back_after_a_kill(tmp_path: Path, program: list[str]) -> None:
    with process(tmp_path) as server:
        command = making(program, server, tmp_path, SKAT, 40)
        told = tmp_path / "told"
        with told.open("w") as file:
            playing = subprocess.Popen(command, stdout=file)
        while playing.poll() is None and "deal 1:" not in told.read_text():
            time.sleep(0.01)
        server.kill()
        assert playing.poll() is None
        server.start()
        assert playing.wait(timeout=120) == 0
        output = told.read_text()
        table_id = output.split()[1].rstrip(",")

        async def fetch() -> list[tables_pb2.GetRecordResponse]:
            async with Client(server.address) as client:
                return await records(client, table_id)

        scores = [replayed(record) for record in asyncio.run(fetch())]
    assert returns_told(output) == scores


@pytest.mark.parametrize("program", [NODE, CPP], ids=["node", "cpp"])
def test_a_refusal_is_told_in_a_sentence(
    table_server: Process, tmp_path: Path, program: list[str]
) -> None:
    command = making(program, table_server, tmp_path, "python_skatt", 1)
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "python_skatt" in done.stderr
    done = subprocess.run(
        joining(program, table_server, "nowhere"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "nowhere" in done.stderr



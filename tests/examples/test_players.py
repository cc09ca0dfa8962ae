"""The example programs at tables of a server process: whole matches, journaled and replayed.

`make examples-test` builds and runs them.
"""

import asyncio
import contextlib
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.loading import load_game
from vorhand.games.skat.records import check_record, parse_record
from vorhand.service import tls
from vorhand.service.client.client import Client
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.tests.limits import HANGING_S, wait_until
from vorhand.tests.service.helpers import Process, process
from vorhand.v1 import play_pb2, tables_pb2

ROOT = Path(__file__).parents[2]
NODE = ["node", str(ROOT / "examples/node/dist/player.js")]
AGENT = ["node", str(ROOT / "examples/node/dist/agent.js")]
CPP = [str(ROOT / "build/examples/cpp/player")]
SKAT, MATCH = "python_skat", "python_schnapsen(match=true)"


@dataclass
class SecureServer:
    """A server process with TLS, and what its clients need."""

    server: Process
    certificate: Path

    def client(self) -> Client:
        """Return a client of ours, which may make tables."""
        trusted = grpc.ssl_channel_credentials(self.certificate.read_bytes())
        return Client(self.server.address, self.server.token, trusted)

    def joining(self, program: list[str], table_id: str) -> list[str]:
        """Return the command by which a program takes an open seat."""
        address, certificate = self.server.address, str(self.certificate)
        if program is NODE:
            where = ["--address", address, "--certificate", certificate]
            return [*program, *where, "--table", table_id]
        return [*program, address, "join", table_id, certificate]

    def making(self, program: list[str], game: str, deals: int) -> list[str]:
        """Return the command by which a program makes a table against `rule`."""
        address, certificate = self.server.address, str(self.certificate)
        token = self.certificate.with_name("token")
        if program is NODE:
            where = ["--address", address, "--certificate", certificate, "--token-file", str(token)]
            return [*program, *where, "--game", game, "--against", "rule", "--deals", str(deals)]
        return [*program, address, "new", str(token), game, "rule", str(deals), certificate]

    def fetch(self, table_id: str) -> list[tables_pb2.GetRecordResponse]:
        """Return the records of a table that is over."""

        async def ask() -> list[tables_pb2.GetRecordResponse]:
            async with self.client() as client:
                return await records(client, table_id)

        return asyncio.run(ask())


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[SecureServer]:
    """Yield a server that keeps its certificate when it is started again."""
    made = tls.self_signed(["127.0.0.1"])
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    key.write_bytes(made.key)
    certificate.write_bytes(made.chain)
    options = ["--tls-key", str(key), "--tls-certificate", str(certificate)]
    with process(folder, *options) as running:
        yield SecureServer(running, certificate)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecureServer]:
    with opened(tmp_path_factory.mktemp("server")) as found:
        yield found


def returns_told(output: str) -> list[list[float]]:
    """Return the scores of the deals that a program wrote on its screen."""
    lines = [line for line in output.splitlines() if line.startswith("deal ")]
    return [[float(score) for score in line.split(": ")[1].split()] for line in lines]


def replayed(record: tables_pb2.GetRecordResponse) -> list[float]:
    """Return the score of each seat, from the cards and actions of a record alone."""
    state = load_game(record.game).new_initial_state()
    for action in record.actions:
        state.apply_action(action)
    assert state.is_terminal()
    if record.game.startswith(SKAT):
        check_record(parse_record(record.record))
    else:
        assert json.loads(record.record)["actions"] == list(record.actions)
    scores: list[float] = state.returns()
    return [scores[(seat - record.first_seat) % len(scores)] for seat in range(len(scores))]


async def records(client: Client, table_id: str) -> list[tables_pb2.GetRecordResponse]:
    table = await client.table(table_id)
    assert table.state == tables_pb2.TABLE_STATE_ENDED
    assert table.deals_finished == table.deals
    found = [await client.record(table_id, deal) for deal in range(table.deals)]
    assert list(table.totals) == [sum(scores) for scores in zip(*map(replayed, found), strict=True)]
    return found


def test_three_languages_at_one_table(served: SecureServer) -> None:
    deals = 6

    async def play() -> tuple[list[list[list[float]]], list[tables_pb2.GetRecordResponse]]:
        async with served.client() as client:
            seats = ["private", "open", "open"]
            table, (place,) = await client.create_table(SKAT, seats, deals=deals)
            programs = [
                await asyncio.create_subprocess_exec(
                    *served.joining(program, table.table_id), stdout=subprocess.PIPE
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

    told, found = asyncio.run(asyncio.wait_for(play(), HANGING_S))
    assert told == [[replayed(record) for record in found]] * 3


@pytest.mark.parametrize("game", [SKAT, MATCH])
@pytest.mark.parametrize("program", [NODE, CPP], ids=["node", "cpp"])
def test_a_program_against_agents(served: SecureServer, program: list[str], game: str) -> None:
    command = served.making(program, game, 3)
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGING_S, check=True)
    table_id = done.stdout.split()[1].rstrip(",")
    assert returns_told(done.stdout) == [replayed(record) for record in served.fetch(table_id)]


def test_programs_of_two_languages_play_a_match(served: SecureServer) -> None:
    async def make() -> str:
        async with served.client() as client:
            table, _ = await client.create_table(MATCH, ["open", "open"], deals=2)
            return table.table_id

    table_id = asyncio.run(make())
    programs = [
        subprocess.Popen(served.joining(each, table_id), stdout=subprocess.PIPE, text=True)
        for each in (NODE, CPP)
    ]
    outputs = [program.communicate(timeout=HANGING_S)[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0]
    scores = [replayed(record) for record in served.fetch(table_id)]
    assert [returns_told(output) for output in outputs] == [scores, scores]


@pytest.mark.parametrize("program", [NODE, CPP], ids=["node", "cpp"])
def test_a_program_comes_back_after_a_kill(tmp_path: Path, program: list[str]) -> None:
    with opened(tmp_path) as served:
        command = served.making(program, SKAT, 80)
        told = tmp_path / "told"
        with told.open("w") as file:
            playing = subprocess.Popen(command, stdout=file)
        wait_until(lambda: not (playing.poll() is None and "deal 1:" not in told.read_text()))
        served.server.kill()
        assert playing.poll() is None
        served.server.start()
        assert playing.wait(timeout=HANGING_S) == 0
        output = told.read_text()
        table_id = output.split()[1].rstrip(",")
        scores = [replayed(record) for record in served.fetch(table_id)]
    assert returns_told(output) == scores


@pytest.mark.parametrize("program", [NODE, CPP], ids=["node", "cpp"])
def test_a_refusal_is_told_in_a_sentence(served: SecureServer, program: list[str]) -> None:
    command = served.making(program, "python_skatt", 1)
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGING_S, check=False)
    assert done.returncode == 1
    assert "python_skatt" in done.stderr
    done = subprocess.run(
        served.joining(program, "nowhere"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "nowhere" in done.stderr


@pytest.mark.parametrize(
    "files",
    [
        ["node/src/player.ts", "node/src/rule.ts", "node/src/wire.ts"],
        ["node/src/agent.ts", "node/src/rule.ts", "node/src/wire.ts"],
        ["cpp/player.cpp", "cpp/rule.hpp"],
    ],
    ids=["node-player", "node-agent", "cpp-player"],
)
def test_a_program_is_read_in_minutes(files: list[str]) -> None:
    """Its code fits on five screens; blank lines and comments are not counted."""
    texts = [(ROOT / "examples" / file).read_text() for file in files]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    code = [line for line in lines if line and not line.startswith(("//", "/*", "*"))]
    assert len(code) < 250


@pytest.mark.parametrize("game", [SKAT, "python_schnapsen"])
def test_our_arena_dials_an_agent_in_another_language(game: str) -> None:
    with subprocess.Popen(
        [*AGENT, "--address", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    ) as serving:
        try:
            assert serving.stdout is not None
            address = f"127.0.0.1:{int(serving.stdout.readline().split()[-1])}"
            agents = [f"grpc://{address}", *["rule"] * (load_game(game).num_players() - 1)]
            match = Match.create(game, agents, seed=4)
            states = [state for deal in range(2) for state in play_deal(match, deal)]
            assert all(state.is_terminal() for state in states)
            assert [s.history() for deal in range(2) for s in play_deal(match, deal)] == [
                state.history() for state in states
            ]
        finally:
            serving.terminate()

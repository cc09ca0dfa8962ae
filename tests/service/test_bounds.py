"""No request of an unknown client takes more than its share of the machine."""

import asyncio
import os
import stat
from pathlib import Path

import grpc
import pytest

from vorhand.agents import AgentError
from vorhand.games.laboratory.bcd_tree import BcdTreeGame
from vorhand.games.loading import load_game
from vorhand.service.agent.client import address_of
from vorhand.service.client.client import Client
from vorhand.service.server.agents import checked_agent
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings
from vorhand.service.server.table_setup import checked_name
from vorhand.service.server.tables_service import _games
from vorhand.service.server.worker_pool import JobError, WorkerPool
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import process, refused, timed
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import play_pb2, tables_pb2

LARGE = "python_bcd_tree(depth=18,worlds=32)"


async def test_no_game_is_made_for_a_listing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(BcdTreeGame, "__init__", lambda *_: made.append(LARGE))
    async with Stranger(client.address) as stranger:
        request = tables_pb2.ListAgentsRequest(game=LARGE)
        agents = (await stranger.tables.ListAgents(request, timeout=HANGING_S)).agents
        assert "random" in [agent.name for agent in agents]
        assert made == []
        for wrong in ("python_bcd_tree(", "chess"):
            request = tables_pb2.ListAgentsRequest(game=wrong)
            with refused(grpc.StatusCode.INVALID_ARGUMENT):
                await stranger.tables.ListAgents(request)


@pytest.mark.extended
def test_the_seats_of_games_are_told_without_making_them() -> None:
    for game in _games(("all",)).games:
        assert game.seats == load_game(game.name).num_players(), game.name


TOO_MUCH = [
    (LARGE, ["random", "random"], "too large|memory|expected"),
    ("python_bcd_tree(depth=100000000)", ["random"] * 2, "depth"),
    ("python_skat", ["pimc(worlds=1000000000)", "rule", "rule"], "seat 0: .*worlds=1000000000"),
    ("python_skat", ["private", "pimc(worlds=-1)", "rule"], "seat 1: agent .*worlds"),
    ("dou_dizhu", ["pimc(worlds=20)", "random", "random"], "dou_dizhu cannot resample"),
    ("liars_dice", ["ismcts", "random"], "liars_dice cannot resample"),
    ("turn_based_simultaneous_game(game=goofspiel())", ["random"] * 2, "games within games"),
]


@pytest.mark.extended
@pytest.mark.server(Settings(games=("all",), trial_s=10.0))
async def test_what_costs_too_much_is_refused_and_the_tables_go_on(
    client: Client, stranger: Stranger
) -> None:
    pieces: list[float] = []
    _, (seat,) = await stranger.make("python_skat", ["private", "rule", "rule"], deals=9999)
    seen: list[play_pb2.Event] = []
    playing = asyncio.create_task(stranger.play(seat, seen))
    for game, seats, reason in TOO_MUCH:
        with timed(pieces), refused(grpc.StatusCode.INVALID_ARGUMENT, reason):
            await client.create_table(game, seats)
        told = len(seen)
        await until(lambda told: len(seen) > told, told)
        assert not playing.done()
    playing.cancel()
    assert max(pieces) < 5  # seconds of the server's processor time per piece of work


@pytest.mark.parametrize(
    "game",
    [
        "efg_game(filename=notes)",
        "nfg_game(filename=notes)",
        "bargaining(instances_file=notes)",
        "colored_trails(boards_file=notes)",
        "crossword(word_list_file=notes)",
        "crossword(puzzles_root=notes)",
        "misere",
    ],
)
def test_no_file_of_the_server_is_read_for_a_game(game: str) -> None:
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "not taken"):
        checked_name(game, Settings(games=("all",)))


def test_games_whose_files_are_left_out_are_taken() -> None:
    assert checked_name("bargaining(max_turns=5)", Settings(games=("all",))) == "bargaining"


def grow() -> None:
    blocks = []
    while True:
        blocks.append(bytearray(2**26))


@pytest.mark.extended
async def test_a_worker_keeps_to_its_memory() -> None:
    pool = WorkerPool(1, memory_mb=2048)
    with pytest.raises(JobError, match=r"more than 2,048 MiB|its process ended"):
        await pool.run("", 60, grow)
    assert await pool.run("", 60, abs, -1) == 1
    pool.close()


@pytest.mark.extended
async def test_workers_end_with_their_server(tmp_path: Path) -> None:
    with process(tmp_path) as running:
        async with Stranger(running.address, running.token) as client:
            await client.make("python_skat", ["pimc(worlds=99999)"] * 3, deals=100)
        workers = await until(children, running.pid)
        running.kill()
        await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def children(pid: int) -> list[int]:
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, file.read_text().split())
    return found


@pytest.mark.extended
async def test_the_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "made by the server"
    before = os.umask(0)
    try:
        with process(tmp_path, journal=str(folder / "tables.db")) as running:
            async with Stranger(running.address, running.token) as client:
                await client.make("python_skat", ["private"] * 3)
            files = list(folder.glob("tables.db*"))
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            assert len(files) == 3
            for file in files:
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    finally:
        os.umask(before)


URLS = [
    "grpc://127.0.0.2%00@127.0.0.1:9090",
    "grpcs://unix:sock@127.0.0.1:9090",
    "grpcs://unix:/tmp/sock:1",
    "grpc://127.0.0.1:",
    "grpc://127.0.0.1:99999",
    "grpc://127.0.0.1:0",
    "grpc://:9090",
    "grpc://127.0.0.1:9090/path",
    "grpc://user@127.0.0.1:9090",
    "grpc://127.0.0.1,10.0.0.1:9090",
    "grpc://127.0.0.1:90 90",
    "grpc://dns:///127.0.0.1:9090",
    "grpc://[::1:9090",
]


def test_an_address_that_is_not_host_and_port_is_not_dialled() -> None:
    for url in URLS:
        with pytest.raises(AgentError, match="expected"):
            address_of(url)
        with pytest.raises(ServiceError, match="expected|dials"):
            checked_agent(url, "python_schnapsen", Settings())


@pytest.mark.parametrize("address", ["127.0.0.1:1", "localhost:65535", "[::1]:9090", "a-b.c:80"])
def test_host_and_port_are_an_address(address: str) -> None:
    assert address_of(f"grpc://{address}") == address_of(f"grpcs://{address}") == address


async def test_an_identifier_with_nul_is_refused(client: Client) -> None:
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "NUL"):
        await client.table("a\0b")

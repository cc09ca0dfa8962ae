"""A game and agents from another package, installed beside Vorhand, without an edit to it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vorhand.tests.limits import HANGING_S, wait_until

pytestmark = pytest.mark.extended  # each test starts processes; recipes are tested in one
SOURCE = Path(__file__).parent / "package"
GAME = "python_small_whist"
CARDS = [f"{suit}{rank}" for suit in "ab" for rank in "JQK"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a process that finds the package installed."""
    built, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for path in SOURCE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            copy = built / path.relative_to(SOURCE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--no-warn-conflicts"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(built)]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    paths = [str(target), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "120"}


def vorhand(installed: dict[str, str], *words: str, typed: str | None = None) -> str:
    """Return the output of a command."""
    command = [sys.executable, "-m", "vorhand", *words]
    done = subprocess.run(
        command, env=installed, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed(installed: dict[str, str]) -> None:
    assert GAME in vorhand(installed, "games")
    listed = vorhand(installed, "agents", "--game", GAME)
    for name in ("highest", "pessimist", "tricks_now", "worst", "fear: float = 2.0", "pimc"):
        assert name in listed


def test_it_is_played_in_matches(installed: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    agents = "pimc(belief=pessimist(fear=3),worlds=5),mc(tricks_now,decision=worst)"
    match = ("match", "--game", GAME, "--agents", agents, "--deals", "2", "--seed", "3")
    vorhand(installed, *match, "--log", str(log), "--workers", "2")
    records = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(records) == 4
    assert {record["game"] for record in records} == {GAME}


def test_people_play_it(installed: dict[str, str]) -> None:
    """Every card is tried; those that are not held are refused."""
    words = ("play", "--game", GAME, "--agents", "highest", "--deals", "1", "--seed", "1")
    shown = vorhand(installed, *words, typed="\n".join(CARDS * 4))
    assert "after 1 deal" in shown


def test_its_exploitability_is_known(installed: dict[str, str]) -> None:
    shown = vorhand(installed, "lab", "exploitability", GAME, "highest", "random")
    rows = [line for line in shown.splitlines() if "highest" in line or "random" in line]
    assert len(rows) == 2
    assert all(float(row.split("│")[-2]) >= 0 for row in rows)


def test_it_is_played_at_a_table_of_the_service(installed: dict[str, str], tmp_path: Path) -> None:
    """A person in the other seat types cards against an agent of the package."""
    port, token = tmp_path / "port", tmp_path / "token"
    options = ["--listen", "127.0.0.1:0", "--journal", str(tmp_path / "journal.db")]
    options += ["--port-file", str(port), "--token-file", str(token)]
    command = [sys.executable, "-m", "vorhand", "serve", *options]
    with (tmp_path / "server.log").open("w") as log:
        server = subprocess.Popen(command, env=installed, stdout=log, stderr=log)
    try:

        def listens() -> bool:
            assert server.poll() is None, (tmp_path / "server.log").read_text()
            return port.exists() and bool(port.read_text().strip())

        wait_until(listens)
        words = ["--connect", f"127.0.0.1:{port.read_text().strip()}", "--token-file", str(token)]
        words += ["--game", GAME, "--agents", "highest", "--deals", "1", "--seed", "1"]
        shown = vorhand(installed, "play", *words, typed="\n".join(CARDS * 4))
        assert "the table is over" in shown
    finally:
        server.terminate()
        server.wait(timeout=HANGING_S)

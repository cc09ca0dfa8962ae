"""The learning examples run at small sizes, and the trained network plays a match."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("tree")  # which OpenSpiel's learners need

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "learning"


def run(*words: str | Path) -> str:
    """Run a program of the environment; return what it prints."""
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


SHORTENED = "python_kinderschnapsen(suits=2,hand_size=3)"


@pytest.mark.parametrize("game", ["python_schnapsen", SHORTENED, "python_skat"])
def test_self_play_learns_and_plays(game: str, tmp_path: Path) -> None:
    network = tmp_path / "network.pt"
    sizes = ("--deals", "300", "--checks", "1", "--check-deals", "5")
    bidder = ("--bidder", "rule") if game == "python_skat" else ()
    printed = run(EXAMPLES / "self_play.py", game, "--output", network, *sizes, *bidder)
    assert printed.count("against rule: ") == 2
    header, *curve = map(json.loads, network.with_suffix(".jsonl").read_text().splitlines())
    assert header["game"] == game
    assert [point["deals"] >= 300 for point in curve] == [False, True]
    assert all(point["low"] <= point["score"] <= point["high"] for point in curve)
    log = tmp_path / "match.jsonl"
    agents = ["rule"] * (2 if game == "python_skat" else 1)
    run(
        *("-m", "vorhand", "match", "--game", game, "--import", EXAMPLES / "agent.py"),
        *("--agents", ",".join([f"learned(file={network})", *agents])),
        *("--deals", "1", "--workers", "1", "--log", log),
    )
    assert len(log.read_text().splitlines()) == len(agents) + 1


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    curves = []
    for name in ("a", "b"):
        network = tmp_path / f"{name}.pt"
        sizes = ("--deals", "300", "--checks", "1", "--check-deals", "5")
        run(EXAMPLES / "self_play.py", "python_kinderschnapsen", "--output", network, *sizes)
        lines = network.with_suffix(".jsonl").read_text().splitlines()[1:]
        curves.append([{**json.loads(line), "cpu_s": 0} for line in lines])
    assert curves[0] == curves[1]


def test_a_network_that_is_missing_is_named(tmp_path: Path) -> None:
    agents = f"learned(file={tmp_path / 'none.pt'}),rule"
    words = ("-m", "vorhand", "match", "--game", "python_schnapsen", "--agents", agents)
    done = subprocess.run(
        [sys.executable, *words, "--import", str(EXAMPLES / "agent.py"), "--deals", "1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected a network that self_play.py has written" in done.stderr


def test_dqn_of_openspiel_plays() -> None:
    assert run(EXAMPLES / "dqn.py", "20") == ""
    lines = (EXAMPLES / "dqn.py").read_text().splitlines()
    assert len([line for line in lines if line]) <= 20


def test_speed_is_printed() -> None:
    shown = "speed.SECONDS = 0.01; speed.measure('ours', speed.ours('python_skat'))"
    printed = run("-c", f"import sys; sys.path.append({str(EXAMPLES)!r}); import speed; {shown}")
    assert "deals a second" in printed


def test_the_example_is_short() -> None:
    assert len((EXAMPLES / "self_play.py").read_text().splitlines()) < 200

"""The cost of importing: only the parts that need a library import it."""

from __future__ import annotations

import io
import subprocess
import sys

from rich.console import Console

import vorhand
from vorhand.evaluation.bench import Measurement, report
from vorhand.evaluation.bench.start import FINDINGS, FIRST_BOT, VERSION, cases

HEAVY = {
    "alembic", "click", "cryptography", "endplay", "google", "grpc", "joblib", "llvmlite",
    "matplotlib", "msgspec", "numba", "onnx", "pandas", "ray", "requests", "rich", "scipy",
    "sqlalchemy", "starlette", "structlog", "torch", "typer", "uvicorn",
}  # fmt: skip


def imported(program: str) -> set[str]:
    """Return the modules that a program has imported at its end."""
    code = f"{program}\nimport sys\nprint(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines())


def libraries(modules: set[str]) -> set[str]:
    """Return the packages that modules belong to."""
    return {name.partition(".")[0] for name in modules}


def test_the_version_needs_neither_numpy_nor_a_game() -> None:
    modules = imported(VERSION)
    assert libraries(modules) & (HEAVY | {"numpy"}) == set()
    assert {"vorhand", "pyspiel", "vorhand.cli"} <= modules
    unwanted = ("vorhand.agents", "vorhand.evaluation", "vorhand.service", "vorhand.web")
    assert [name for name in modules if name.startswith(unwanted)] == []
    assert [name for name in modules if name.endswith((".game", ".view", ".observer"))] == []


def test_a_first_agent_imports_its_own_game_alone() -> None:
    modules = imported(FIRST_BOT)
    assert libraries(modules) & HEAVY == set()
    assert "vorhand.games.skat.game" in modules
    assert [n for n in modules if n.endswith(".game") and n != "vorhand.games.skat.game"] == []
    assert [name for name in modules if name.startswith("vorhand.evaluation")] == []


def test_an_unneeded_import_would_be_found() -> None:
    assert "numpy" in libraries(imported("import numpy"))


def test_the_benchmark_compares_each_start_with_numpy() -> None:
    assert [case.name for case in cases()] == [
        "import numpy",
        "vorhand --version",
        "import vorhand, first agent",
    ]
    assert cases()[0].run() == 1.0
    times = {
        "import numpy": [1.0],
        "vorhand --version": [1.4],
        "import vorhand, first agent": [3.2],
    }
    printed = io.StringIO()
    made_up = Measurement(dict.fromkeys(times, "starts"), times, "cpu")
    report("start", made_up, FINDINGS, Console(file=printed, width=200))
    met = [line.split()[-1] for line in printed.getvalue().splitlines() if "<=" in line]
    assert met == ["yes", "NO"]


def test_a_game_that_was_not_imported_is_loaded() -> None:
    """The game is loaded, and the interpreter ends without an error."""
    names = vorhand.games.packs.own_games()
    code = f"import vorhand, pyspiel; print(*(pyspiel.load_game(n) for n in {list(names)!r}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [game.partition("(")[0] for game in ran.stdout.split()] == list(names)

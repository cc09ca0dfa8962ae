"""Missing extras are named in the error, and exist in pyproject.toml."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from vorhand import evaluation
from vorhand.cli.outputs import check_picture
from vorhand.games import extras

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
DISTRIBUTIONS = {  # where the import name differs from the package
    "google": "protobuf",
    "grpc": "grpcio",
    "grpc_health": "grpcio_health_checking",
    "grpc_reflection": "grpcio_reflection",
    "grpc_status": "grpcio_status",
    "opentelemetry": "opentelemetry_sdk",
    "Xlib": "python_xlib",
}
ABSENT = """
import sys
for name in ({names}):
    sys.modules[name] = None
from vorhand.cli import app, main
sys.argv = ["vorhand", *{arguments}]
main()
"""


@pytest.mark.skipif(not PYPROJECT.exists(), reason="not in the source tree")
def test_what_is_named_is_what_is_declared() -> None:
    declared = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]
    for extra, modules in extras._BROUGHT_BY.items():
        names = {
            re.split(r"[\[<>=; ]", line)[0].lower().replace("-", "_") for line in declared[extra]
        }
        for module in modules:
            if module != "llvmlite":  # which Numba brings
                assert DISTRIBUTIONS.get(module, module).lower() in names, (extra, module)


def run(names: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process in which packages are missing; return the process."""
    quoted = "".join(f"{name!r}, " for name in names.split())
    program = ABSENT.format(names=quoted, arguments=list(arguments))
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.extended
def test_without_extras_agents_and_games_are_listed_and_a_match_is_played(tmp_path: Path) -> None:
    everything = [name for names in extras._BROUGHT_BY.values() for name in names]
    absent = " ".join(name for name in everything if name != "torch")  # SciPy looks for it
    match = f"match --agents rule,rule,random --deals 2 --workers 1 --log {tmp_path / 'a.log'}"
    for command in ("agents", "games", match):
        done = run(absent, *command.split())
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""


@pytest.mark.extended
@pytest.mark.parametrize(
    ("absent", "command", "extra"),
    [
        ("numba", "match --game python_bcd_tree --agents random,random", "numba"),
        ("matplotlib", "match --agents rule,rule,random --plot x.png", "plots"),
        ("grpc", "serve", "service"),
        ("grpc", "match --agents grpc://127.0.0.1:9090,rule,rule", "service"),
        ("ray", "match --agents rule,rule,random --ray local", "ray"),
        ("starlette", "web", "web"),
        ("torch", "train policy --output nowhere", "train"),
        ("onnx", "train belief --output nowhere", "train"),
    ],
)
def test_the_extra_is_named(
    absent: str, command: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error comes before any output is written."""
    if absent == "onnx":
        pytest.importorskip("torch")  # otherwise the error would name torch
    monkeypatch.chdir(tmp_path)
    done = run(absent, *command.split())
    assert not list(tmp_path.iterdir())
    assert done.returncode == 2
    package = DISTRIBUTIONS.get(absent, absent)
    assert f"{package} is not installed; expected the extra {extra}" in done.stderr
    assert f"pip install 'vorhand[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.extended
def test_a_journal_is_judged_without_its_pictures(tmp_path: Path) -> None:
    journal = str(Path(evaluation.__path__[0]) / "results" / "wisser-figure4.jsonl.xz")
    words = ("reproduce", "wisser-figure4", "--from", journal, "--output", str(tmp_path))
    drawn, plain = run("", *words), run("matplotlib", *words)
    assert plain.returncode == 0, plain.stderr
    assert "pip install 'vorhand[plots]'" in " ".join(plain.stdout.split())
    verdicts = [
        [line for line in done.stdout.splitlines() if line.startswith("holds: ")]
        for done in (drawn, plain)
    ]
    assert verdicts[0] == verdicts[1] != []


def test_what_is_no_extra_of_ours_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert extras.missing_extra(ModuleNotFoundError(name="somebody_else")) is None
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(extras.MissingExtraError, match=r"vorhand\[plots\]"):
        check_picture("--plot", Path("x.svg"))

"""Failures of `make`, with stand-ins for the programs that install and compile."""

import subprocess
from pathlib import Path

import pytest

from vorhand.tests.limits import HANGING_S

MAKEFILE = Path(__file__).parents[1] / "Makefile"

PROGRAM = """#!/bin/sh
echo "$(basename "$0") $*" >>{calls}
case "$*" in
*.[[]web[]]*) exit {playing} ;;
*) exit {other} ;;
esac
"""


@pytest.mark.skipif(not MAKEFILE.exists(), reason="the Makefile is not installed")
@pytest.mark.parametrize("got_uv", [0, 1])
@pytest.mark.parametrize(("uv", "pip"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_what_playing_needs_is_installed_by_uv_or_else_by_pip(
    tmp_path: Path, got_uv: int, uv: int, pip: int
) -> None:
    programs, calls = tmp_path / "bin", tmp_path / "calls"
    programs.mkdir()
    for name, playing in (("uv", uv), ("pip", pip)):
        text = PROGRAM.format(calls=calls, playing=playing, other=got_uv)
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    made = tmp_path / "playable"
    run = ["make", f"VENV={tmp_path}", "SOURCES=", str(made)]
    done = subprocess.run(
        run, cwd=MAKEFILE.parent, capture_output=True, timeout=HANGING_S, check=False
    )
    assert (done.returncode == 0) == made.exists() == (uv == 0 or pip == 0)
    installing = [line.split()[0] for line in calls.read_text().splitlines() if "[web]" in line]
    assert installing == (["uv"] if uv == 0 else ["uv", "pip"])

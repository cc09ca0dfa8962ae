"""Failures of `make`, with programs in place of those that install and compile."""

import subprocess
import sys
from pathlib import Path

import pytest

from vorhand.tests.limits import HANGING_S

MAKEFILE = Path(__file__).parents[1] / "Makefile"

PIP = """#!/bin/sh
case "$*" in
*--editable*) exit {core} ;;
*uv) exit {uv} ;;
*) sleep 0.5; touch {folder}/came-to-its-end; exit {dependencies} ;;
esac
"""


@pytest.mark.skipif(not MAKEFILE.exists(), reason="the Makefile is not installed")
@pytest.mark.parametrize(
    ("listing", "uv", "dependencies", "core"),
    [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 1, 1, 0),
        (0, 0, 0, 1),
        (0, 1, 1, 1),
        (0, 0, 1, 0),
    ],
)
def test_enough_to_play_is_there_or_make_fails_with_nothing_left_at_work(
    tmp_path: Path, listing: int, uv: int, dependencies: int, core: int
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    python = f'#!/bin/sh\n"{sys.executable}" "$@" || exit 1\nexit {listing}\n'
    pip = PIP.format(folder=tmp_path, uv=uv, dependencies=dependencies, core=core)
    for name, text in (("python", python), ("pip", pip), ("uv", pip)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    made = tmp_path / "playable"
    run = ["make", f"VENV={tmp_path}", "SOURCES=", str(made)]
    quiet = subprocess.DEVNULL  # a pipe would be waited for until all who hold it have ended
    done = subprocess.run(
        run, cwd=MAKEFILE.parent, stdout=quiet, stderr=quiet, timeout=HANGING_S, check=False
    )
    failed = bool(listing or dependencies or core)
    assert (done.returncode != 0) == failed
    assert made.exists() != failed
    assert (tmp_path / "came-to-its-end").exists() != bool(listing)

"""A new process removes folders of killed processes, but none in use."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from vorhand.evaluation.xskat.scratch import clear_left, scratch_folder

PROGRAM = """
import os, sys, time
from vorhand.evaluation.xskat.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "log").write_text("deals")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)


def age(folder: Path) -> None:
    old = time.time() - 3600
    os.utime(folder, (old, old))


def test_what_a_killed_process_left_is_removed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert (folder / "log").exists()
        age(folder)
        clear_left()
        assert folder.exists()  # in use
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert folder.exists()
    with scratch_folder() as other:
        assert not folder.exists()
        age(other)
        clear_left()
        assert other.exists()
    assert not other.exists()


def test_young_folders_and_links_stay(tmp_path: Path) -> None:
    young, elsewhere = tmp_path / "vorhand-xskat-young", tmp_path / "elsewhere"
    young.mkdir()
    elsewhere.mkdir()
    (tmp_path / "vorhand-xskat-link").symlink_to(elsewhere)
    age(elsewhere)
    clear_left()
    assert young.exists()
    assert elsewhere.exists()

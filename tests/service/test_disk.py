"""A disk that is full or slow for a while, and a machine that sleeps: no event is lost."""

import asyncio
import resource
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from vorhand.tests.limits import until
from vorhand.tests.service.helpers import Process, process
from vorhand.tests.service.witnesses import playing


def url_of(folder: Path) -> str:
    """Return the journal of a server whose files are in a folder."""
    return f"sqlite:///{folder / 'tables.db'}"


@pytest.mark.extended
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's")
async def test_a_disk_that_is_full_is_waited_for(tmp_path: Path) -> None:
    def fill(running: Process, full: bool) -> None:
        """Limit the size of the server's files to that of a small journal, or lift the limit."""
        most = 4096 if full else resource.RLIM_INFINITY
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    with process(tmp_path) as running:
        async with playing(running, url_of(tmp_path)) as (_, witnesses):
            for number in range(2):
                await witnesses.more()
                fill(running, full=True)
                await until(
                    lambda n: (tmp_path / "log").read_text().count("out of reach") > n, number
                )
                witnesses.check()
                await witnesses.rest()
                fill(running, full=False)
        assert running.terminate() == 0


@pytest.mark.nightly
async def test_commits_that_take_seconds_are_waited_for(tmp_path: Path) -> None:
    """Two commits last longer than the lease; no event is sent before, and nothing is logged."""
    with process(tmp_path, "--lease", "1") as running:
        async with playing(running, url_of(tmp_path)) as (_, witnesses):
            for _ in range(2):
                await witnesses.more()
                with sqlite3.connect(tmp_path / "tables.db", isolation_level=None) as other:
                    other.execute("BEGIN IMMEDIATE")  # every writer waits for its end
                    await witnesses.rest()
                    told = witnesses.counts
                    await asyncio.sleep(2)
                    assert witnesses.counts == told
                    witnesses.check()
                    other.execute("COMMIT")
                other.close()
        assert running.terminate() == 0
    assert "out of reach" not in (tmp_path / "log").read_text()


@pytest.mark.nightly
async def test_a_server_that_sleeps_goes_on(tmp_path: Path) -> None:
    """The process pauses twice in the middle of play, longer than its lease."""
    with process(tmp_path, "--lease", "1") as running:
        async with playing(running, url_of(tmp_path)) as (_, witnesses):
            for _ in range(2):
                await witnesses.more()
                running.send(signal.SIGSTOP)
                await asyncio.sleep(1.2)
                running.send(signal.SIGCONT)
        assert running.terminate() == 0

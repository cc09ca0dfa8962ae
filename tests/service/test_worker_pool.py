"""The pool of processes in which agents search."""

import asyncio
import functools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vorhand.agents import find
from vorhand.agents.own_files import OWN_FILES
from vorhand.agents.plugin_errors import PlugInError
from vorhand.native.errors import InputError
from vorhand.service.server.worker_pool import JobError, JobInputError, JobTimeoutError, WorkerPool
from vorhand.tests.limits import until, wait_until


def note(folder: str, name: str, wait_for: str = "") -> str:
    """Record a turn in a file; first wait for another file, if one is named."""
    wait_until(lambda: not (wait_for and not (Path(folder) / wait_for).exists()))
    with (Path(folder) / "turns").open("a") as turns:
        turns.write(f"{name}\n")
    return name


def fail(kind: str) -> None:
    """Fail in the given way."""
    if kind == "misfit":
        raise InputError(kind)
    if kind == "plug-in":
        raise PlugInError("/home/operator/secret.py: line 3")
    if kind == "own file":
        find("rule", "kuhn_poker")
    if kind == "end":
        raise SystemExit
    if kind == "long":
        time.sleep(60)
    raise RuntimeError(kind)


@pytest.fixture(scope="module")
def pool(runner: asyncio.Runner) -> Iterator[WorkerPool]:
    """Yield a pool that tests share, as a process takes a second to start."""

    async def made() -> WorkerPool:
        return WorkerPool(1)

    found = runner.run(made())
    yield found
    found.close()


class SlowToArrive:
    """Takes long to be unpickled in another process, like the modules of a first task."""

    def __reduce__(self) -> Any:
        return time.sleep, (5.0,)


async def test_what_comes_before_a_job_is_not_counted(pool: WorkerPool) -> None:
    assert await pool.run("a", 4.0, str, SlowToArrive()) == "None"


async def test_the_preparation_of_a_process_is_not_counted(tmp_path: Path) -> None:
    """Its time limit starts with the job, after the preparation."""
    pool = WorkerPool(1, prepare=functools.partial(note, str(tmp_path), "prepared", "go"))
    job = asyncio.create_task(pool.run("a", 60, note, str(tmp_path), "job"))
    await until(lambda: bool(pool._workers))
    [worker] = pool._workers
    assert worker.since is None
    assert worker.timer is None
    (tmp_path / "go").touch()
    await until(lambda: worker.timer is not None or job.done())
    assert await job == "job"
    assert await pool.run("a", 60, note, str(tmp_path), "second") == "second"
    pool.close()
    assert (tmp_path / "turns").read_text().split() == ["prepared", "job", "second"]


@pytest.mark.extended
async def test_who_asks_for_much_does_not_keep_others_waiting(tmp_path: Path) -> None:
    """An endless job is paused for the jobs of others and continues afterwards."""
    pool, folder = WorkerPool(1), str(tmp_path)
    greedy = [
        asyncio.create_task(pool.run("greedy", 60, note, folder, f"g{number}", "go"))
        for number in range(7)
    ]
    await until(lambda: any(worker.since for worker in pool._workers))
    others = [pool.run(owner, 60, note, folder, owner) for owner in ("modest", "third")]
    assert await asyncio.gather(*others) == ["modest", "third"]
    assert not any(task.done() for task in greedy)
    (tmp_path / "go").touch()
    assert await asyncio.gather(*greedy) == [f"g{number}" for number in range(7)]
    assert len(pool._workers) <= 2
    pool.close()
    order = (tmp_path / "turns").read_text().split()
    assert sorted(order[:2]) == ["modest", "third"]
    assert order[2:] == [f"g{number}" for number in range(7)]


async def test_time_in_which_a_job_is_paused_does_not_count(
    tmp_path: Path, pool: WorkerPool
) -> None:
    folder = str(tmp_path)
    slow = asyncio.create_task(pool.run("a", 60, note, folder, "slow", "go"))
    await until(lambda: any(worker.since for worker in pool._workers))
    other = asyncio.create_task(pool.run("b", 60, note, folder, "other", "first"))
    await until(lambda: any(worker.paused for worker in pool._workers))
    paused = next(worker for worker in pool._workers if worker.paused)
    assert paused.timer is None
    left = paused.job.limit_s - paused.job.spent_s if paused.job else 0.0
    assert 0 < left < 60
    (tmp_path / "first").touch()
    (tmp_path / "go").touch()
    assert tuple(await asyncio.gather(slow, other)) == ("slow", "other")


async def test_a_paused_job_that_is_cancelled_is_forgotten(
    tmp_path: Path, pool: WorkerPool
) -> None:
    folder = str(tmp_path)
    slow = asyncio.create_task(pool.run("a", 60, note, folder, "slow", "never"))
    await until(lambda: any(worker.since for worker in pool._workers))
    other = asyncio.create_task(pool.run("b", 60, note, folder, "other", "go"))
    await until(lambda: any(worker.paused for worker in pool._workers))
    slow.cancel()
    (tmp_path / "go").touch()
    assert await other == "other"
    assert pool.waiting == 0
    assert await pool.run("a", 60, note, folder, "next") == "next"


async def test_a_cancelled_job_leaves_the_line_or_ends_its_process(
    tmp_path: Path, pool: WorkerPool
) -> None:
    folder = str(tmp_path)
    stuck = asyncio.create_task(pool.run("a", 60, note, folder, "stuck", "never"))
    dropped = asyncio.create_task(pool.run("a", 60, note, folder, "dropped"))
    kept = asyncio.create_task(pool.run("b", 60, note, folder, "kept"))
    await until(lambda: pool.waiting >= 2)
    for task in (dropped, stuck):
        task.cancel()
    assert await kept == "kept"
    assert pool.waiting == 0
    assert (tmp_path / "turns").read_text().split() == ["kept"]


async def test_a_job_that_fails_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OWN_FILES, "/home/operator/secret.py")  # does not exist any more
    pool = WorkerPool(1)
    for kind, limit_s, error, text in (
        ("misfit", 60.0, JobInputError, "misfit"),
        ("crash", 60.0, JobError, "^internal error$"),
        ("plug-in", 60.0, JobError, "^internal error$"),
        ("own file", 60.0, JobError, "^internal error$"),
        ("end", 60.0, JobError, "its process ended"),
        ("long", 0.05, JobTimeoutError, "longer than 0.05 s"),
    ):
        with pytest.raises(error, match=text):
            await pool.run("a", limit_s, fail, kind)
    assert await pool.run("a", 60, note, str(tmp_path), "next") == "next"
    pool.close()

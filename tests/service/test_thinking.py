"""The pool of processes in which agents think."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from vorhand.service.server.thinking import MisfitError, Pool, ThinkingError, TooLongError


def note(folder: str, name: str, wait_for: str = "") -> str:
    """Writes down that it was its turn; first waits for a file, if one is named."""
    while wait_for and not (Path(folder) / wait_for).exists():
        time.sleep(0.005)
    with (Path(folder) / "turns").open("a") as turns:
        turns.write(f"{name}\n")
    return name


def fail(kind: str) -> None:
    """Fails in one of the ways that there are."""
    if kind == "misfit":
        raise ValueError(kind)
    if kind == "end":
        raise SystemExit
    if kind == "long":
        time.sleep(60)
    raise RuntimeError(kind)


class SlowToArrive:
    """Takes two seconds to get to another process, as the modules of a first task may."""

    def __reduce__(self) -> Any:
        return time.sleep, (2.0,)


def test_what_comes_before_a_job_is_not_counted() -> None:
    async def run() -> None:
        pool = Pool(1)
        assert await pool.run("a", 1.0, str, SlowToArrive()) == "None"
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_asks_for_much_does_not_keep_others_waiting(tmp_path: Path) -> None:
    """The lines of the owners are served in turn, whoever came first, each in its own order."""

    async def run() -> list[str]:
        pool = Pool(1)
        jobs = [("greedy", "g0", "go")]  # holds the one process until all are in line
        jobs += [("greedy", f"g{number}", "") for number in range(1, 7)]
        jobs += [("modest", f"m{number}", "") for number in range(2)]
        jobs += [("third", "t0", "")]
        running = [
            asyncio.create_task(pool.run(owner, 60, note, str(tmp_path), name, wait_for))
            for owner, name, wait_for in jobs
        ]
        while pool.waiting < len(jobs) - 1:
            await asyncio.sleep(0.005)
        (tmp_path / "go").touch()
        answers = await asyncio.gather(*running)
        pool.close()
        return list(answers)

    answers = asyncio.run(asyncio.wait_for(run(), 60))
    assert answers == ["g0", "g1", "g2", "g3", "g4", "g5", "g6", "m0", "m1", "t0"]
    order = (tmp_path / "turns").read_text().split()
    assert order == ["g0", "g1", "m0", "t0", "g2", "m1", "g3", "g4", "g5", "g6"]


def test_a_cancelled_job_leaves_the_line_or_ends_its_process(tmp_path: Path) -> None:
    async def run() -> None:
        pool = Pool(1)
        folder = str(tmp_path)
        stuck = asyncio.create_task(pool.run("a", 60, note, folder, "stuck", "never"))
        dropped = asyncio.create_task(pool.run("a", 60, note, folder, "dropped"))
        kept = asyncio.create_task(pool.run("b", 60, note, folder, "kept"))
        while pool.waiting < 2:
            await asyncio.sleep(0.005)
        for task in (dropped, stuck):
            task.cancel()
        assert await kept == "kept"
        assert pool.waiting == 0
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 60))
    assert (tmp_path / "turns").read_text().split() == ["kept"]


@pytest.mark.parametrize(
    ("kind", "limit_s", "error", "text"),
    [
        ("misfit", 60.0, MisfitError, "misfit"),
        ("crash", 60.0, ThinkingError, "RuntimeError: crash"),
        ("end", 60.0, ThinkingError, "its process ended"),
        ("long", 0.05, TooLongError, "longer than 0.05 s"),
    ],
)
def test_a_job_that_fails_fails_alone(
    tmp_path: Path, kind: str, limit_s: float, error: type[ThinkingError], text: str
) -> None:
    async def run() -> None:
        pool = Pool(1)
        with pytest.raises(error, match=text):
            await pool.run("a", limit_s, fail, kind)
        assert await pool.run("a", 60, note, str(tmp_path), "next") == "next"
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 60))

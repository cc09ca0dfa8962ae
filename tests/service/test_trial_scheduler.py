"""Trials of games and agents: each runs once, owners take turns, and each owner has a limit."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from typing import Any

import grpc
import pytest

from vorhand.service.server import trial_scheduler
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings
from vorhand.service.server.trial_scheduler import TrialScheduler
from vorhand.service.server.worker_pool import JobError, JobInputError, JobTimeoutError, WorkerPool
from vorhand.tests.service.helpers import refused

GAME = "python_skat"


def try_slowly(game: str, specs: Sequence[str]) -> None:
    """Take as long as the trial of a large game."""
    time.sleep(0.3 if "players" in game else 0.0)


class Line(WorkerPool):
    """A runner that only records requests until the test ends them."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[str, tuple[Any, ...]]] = []
        self.go = asyncio.Event()
        self.error: JobError | None = None

    async def run(self, owner: str, limit_s: float, task: Any, *arguments: Any, **_: Any) -> None:
        self.asked.append((owner, arguments))
        await self.go.wait()
        if self.error is not None:
            raise self.error


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def tried(line: Line) -> TrialScheduler:
    return TrialScheduler(line, Settings(waiting_trials=3))


async def begun(trial: Awaitable[None]) -> asyncio.Task[None]:
    task = asyncio.ensure_future(trial)
    for _ in range(5):
        await asyncio.sleep(0)
    assert isinstance(task, asyncio.Task)
    return task


async def test_slow_trials_of_one_keep_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_scheduler, "try_out", try_slowly)
    tried = TrialScheduler(WorkerPool(1), Settings())
    try:
        await tried.check("warm", "kuhn_poker(a=1)", ())
        asked = (tried.check("greedy", f"kuhn_poker(players={k})", ()) for k in range(2, 12))
        slow = [await begun(trial) for trial in asked]
        await tried.check("modest", "kuhn_poker(a=2)", ())
        assert sum(trial.done() for trial in slow) < 5
        for trial in slow:
            trial.cancel()
    finally:
        tried.close()


async def test_only_so_many_of_one_owner_wait(line: Line, tried: TrialScheduler) -> None:
    waiting = [await begun(tried.check("a", f"chess(a={k})", ())) for k in range(3)]
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "3 games and agents") as error:
        await tried.check("a", "chess(a=3)", ())
    assert error.value.retry_s
    other = await begun(tried.check("b", "chess(a=3)", ()))
    assert [owner for owner, _ in line.asked] == ["a", "a", "a", "b"]
    line.go.set()
    await asyncio.gather(*waiting, other)
    await tried.check("a", "chess(a=4)", ())


async def test_who_asks_for_the_same_waits_for_the_same(line: Line, tried: TrialScheduler) -> None:
    specs = ["rule", "pimc(worlds=5)", "grpc://127.0.0.1:1"]
    both = [await begun(tried.check("a", GAME, specs)) for _ in range(10)]
    both.pop().cancel()
    await asyncio.sleep(0)
    line.go.set()
    await asyncio.gather(*both)
    await tried.check("b", GAME, specs)
    await tried.check("b", GAME, ["rule", ""])  # nothing to try out
    assert line.asked == [("a", (GAME, ["pimc(worlds=5)"]))]


@pytest.mark.parametrize(
    ("error", "specs", "field", "text"),
    [
        (JobInputError("no such thing"), ["pimc"], "agent", "no such thing"),
        (JobInputError("no such thing"), [], "game", "no such thing"),
        (JobTimeoutError("it took long"), ["pimc"], "game", "too large: it took long"),
        (JobError("it takes memory"), [], "game", "'python_skat': it takes memory"),
    ],
)
async def test_what_failed_is_not_tried_again_at_once(
    line: Line,
    tried: TrialScheduler,
    monkeypatch: pytest.MonkeyPatch,
    error: JobError,
    specs: list[str],
    field: str,
    text: str,
) -> None:
    """A failed trial is closed to its owner for a while, and to nobody else."""
    line.go.set()
    line.error = error
    misfit = isinstance(error, JobInputError)
    for owner in "ab" if misfit else "aa":
        with pytest.raises(ServiceError, match=text) as refused:
            await tried.check(owner, GAME, specs)
        assert refused.value.field == field
        assert refused.value.code == grpc.StatusCode.INVALID_ARGUMENT
    assert len(line.asked) == 1
    line.error = None
    if not misfit:
        await tried.check("b", GAME, specs)
        assert len(line.asked) == 2
    line.error = error
    line.asked.clear()
    for name in ("_MISFIT_S", "_FAILED_S"):
        monkeypatch.setattr(trial_scheduler, name, 0.0)  # it is tried again
    other = "python_schnapsen"
    for _ in range(2):
        with pytest.raises(ServiceError):
            await tried.check("a", other, specs)
    assert len(line.asked) == 2
    line.error = None
    await tried.check("a", other, specs)


async def test_what_is_known_does_not_grow(
    line: Line, tried: TrialScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_scheduler, "_MOST_KNOWN", 2)
    line.go.set()
    for k in range(5):
        await tried.check("a", f"chess(a={k})", ())
    await tried.check("a", "chess(a=4)", ())
    assert len(line.asked) == 5
    await tried.check("a", "chess(a=0)", ())  # dropped long ago
    assert len(line.asked) == 6

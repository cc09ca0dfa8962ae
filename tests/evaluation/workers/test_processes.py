"""Work spread over processes: order, laziness, errors, workers that die."""

import itertools
import os
import signal
from pathlib import Path

import pytest

from vorhand.evaluation.workers import processes
from vorhand.evaluation.workers.processes import (
    WorkerError,
    kills_for_memory,
    ordered_map,
    staying,
    usable_cores,
)


def square(x: int) -> int:
    if x == 13:
        raise KeyError(x)
    if x == 99:
        os._exit(3)
    return x * x


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers: int) -> None:
    assert list(ordered_map(square, [5, 3, 8, *range(10)], workers)) == [
        25, 9, 64, *(x * x for x in range(10)),
    ]  # fmt: skip


def process(_job: int) -> int:
    return os.getpid()


def test_processes_stay_for_several_maps_even_after_an_error_or_a_closed_one() -> None:
    with staying(2) as workers:
        first = set(ordered_map(process, range(20), workers))
        with pytest.raises(KeyError):
            list(ordered_map(square, [2, 13, 4], workers))
        results = ordered_map(square, itertools.count(20), workers)
        assert next(results) == 400
        results.close()
        every = first | set(ordered_map(process, range(20), workers))
        assert len(every - {os.getpid()}) == len(every) <= 2
    with staying(1) as alone:
        assert list(ordered_map(process, [1], alone)) == [os.getpid()]


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_may_be_endless_and_errors_come_in_their_turn(workers: int) -> None:
    taken = []
    endless = (taken.append(x) or x for x in itertools.count())  # type: ignore[func-returns-value]
    results = ordered_map(square, endless, workers)
    assert list(itertools.islice(results, 13)) == [x * x for x in range(13)]
    with pytest.raises(KeyError):
        next(results)
    assert len(taken) < 13 + 4 * workers


def test_a_worker_that_dies_is_reported() -> None:
    with pytest.raises(WorkerError, match="work, with exit code 3$"):
        list(ordered_map(square, [1, 99, 2, 3, 4, 5, 6, 7], 2))


def suicide(number: int) -> int:
    if number:
        os.kill(os.getpid(), number)
    return number


@pytest.mark.extended
@pytest.mark.parametrize("killer", [signal.SIGKILL, signal.SIGABRT])
@pytest.mark.parametrize("memory", [False, True])
def test_memory_is_blamed_only_where_it_ran_out(
    monkeypatch: pytest.MonkeyPatch, killer: signal.Signals, memory: bool
) -> None:
    """Memory is named as the cause only if the kernel's counter of kills rose; it is faked here."""
    counter = itertools.count(7) if memory else itertools.repeat(7)
    monkeypatch.setattr(processes, "kills_for_memory", lambda: next(counter))
    with pytest.raises(WorkerError) as caught:
        list(ordered_map(suicide, [0, 0, int(killer), 0, 0, 0, 0], 2))
    assert killer.name in str(caught.value)
    assert ("memory ran out" in str(caught.value)) == (memory and killer == signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/vmstat").exists(), reason="Linux tells who was killed")
def test_the_kernel_tells_how_many_it_killed_for_memory() -> None:
    assert f"oom_kill {kills_for_memory()}" in Path("/proc/vmstat").read_text("ascii")


def test_number_of_workers() -> None:
    assert usable_cores() >= 1
    with pytest.raises(ValueError, match="workers=0: expected at least 1"):
        ordered_map(square, [1], 0)

"""Work spread over processes or a Ray cluster, with results in the order of the jobs."""

import collections
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

from vorhand.agents.plugin_errors import note_calls
from vorhand.native.errors import InputError, VorhandError

Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerError(VorhandError, RuntimeError):
    """The end of a worker in the middle of its work, or a machine with different code."""


@dataclass(frozen=True)
class Ray:
    """A Ray cluster for the work; all its machines have the same code of Vorhand installed.

    Attributes:
      address: ``host:port`` of its head, ``auto`` for the cluster this machine belongs to,
        ``ray://host:port`` for a client's connection, ``local`` for one that is started on
        this machine and ends with the work.
    """

    address: str


@dataclass(frozen=True)
class Staying:
    """Processes shared by several calls of `ordered_map`, see `staying`."""

    count: int
    pool: ProcessPoolExecutor


Workers: TypeAlias = int | Ray | Staying
"""The workers: a number of processes, a cluster, or processes that already run."""

_AHEAD = 3  # jobs submitted per worker: one runs, the others keep the worker busy


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ordered_map(
    task: Callable[[Job], Result], jobs: Iterable[Job], workers: Workers = 1
) -> Generator[Result, None, None]:
    """Yield ``task(job)`` for every job, in the order of the jobs.

    Jobs are taken from the iterable only a few ahead of the results. It may therefore be endless,
    and may depend on results already yielded. Closing the iterator, or an exception in it, drops
    the results that have not been yielded.

    Args:
      task: a module-level function; with more than one worker it and its jobs and results
        are pickled.
      jobs: the arguments of the calls.
      workers: number of processes (with 1 everything runs in this process), a Ray cluster, or the
        workers of `staying`. The program's main module must be importable without running the
        program (the usual ``__main__`` guard).

    Raises:
      ValueError: fewer than one worker.
      RayError: Ray is not installed, or there is no such cluster.
      WorkerError: a worker was killed, or crashed.
      Exception: an exception of the task, in the order of the jobs.
    """
    if isinstance(workers, Ray):
        from vorhand.evaluation.workers.ray_cluster import spread

        return spread(task, jobs, workers.address)
    if isinstance(workers, Staying):
        return _shared_out(task, jobs, workers)
    if workers < 1:
        raise InputError(f"workers={workers}: expected at least 1")
    return (task(job) for job in jobs) if workers == 1 else _spread(task, jobs, workers)


@contextlib.contextmanager
def staying(workers: Workers) -> Iterator[Workers]:
    """Keep the same workers for several maps: starting processes takes seconds.

    Raises:
      WorkerError: a worker was killed, or crashed.
    """
    if not isinstance(workers, int) or workers < 2:
        yield workers
        return
    # Fresh processes: a forked one would share locks and thread pools in unknown states.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker)
    processes, killed = pool._processes, kills_for_memory()
    try:
        yield Staying(workers, pool)
    except BrokenProcessPool as error:
        pool.shutdown(wait=True)  # afterwards all processes have exit codes
        codes = [process.exitcode for process in processes.values()]
        raise WorkerError(_how_it_ended(codes, kills_for_memory() > killed)) from error
    except BaseException:
        for process in list(processes.values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _spread(
    task: Callable[[Job], Result], jobs: Iterable[Job], workers: int
) -> Generator[Result, None, None]:
    with staying(workers) as processes:
        assert isinstance(processes, Staying)
        yield from _shared_out(task, jobs, processes)


def _shared_out(
    task: Callable[[Job], Result], jobs: Iterable[Job], workers: Staying
) -> Generator[Result, None, None]:
    waiting: collections.deque[Future[Result]] = collections.deque()
    try:
        for job in jobs:
            waiting.append(workers.pool.submit(noting, task, job))
            if len(waiting) >= _AHEAD * workers.count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def noting(task: Callable[[Job], Result], job: Job) -> Result:
    """Call the task; note the location of an unexpected exception, as its traceback is lost."""
    try:
        return task(job)
    except Exception as error:
        if not isinstance(error, VorhandError):
            note_calls(error)
        raise


def kills_for_memory() -> int:
    """Return the number of processes that the kernel has killed for lack of memory since boot.

    Return 0 if the system does not report it; Linux does.
    """
    try:
        lines = Path("/proc/vmstat").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)


def _how_it_ended(codes: Iterable[int | None], memory_ran_out: bool) -> str:
    """Describe the end of a worker; the pool then ends all other workers by SIGTERM."""
    code = next((code for code in codes if code not in (None, 0, -signal.SIGTERM)), None)
    if code is None:
        return "a worker process ended in the middle of its work"
    if code > 0:
        return f"a worker process ended in the middle of its work, with exit code {code}"
    name = signal.Signals(-code).name
    if memory_ran_out and -code == getattr(signal, "SIGKILL", None):
        return f"a worker process was killed ({name}): memory ran out; fewer workers need less"
    return f"a worker process was killed by {name}"


def _start_worker() -> None:
    # Ctrl-C reaches every process of the terminal; the main process handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker as soon as its parent process has ended, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""A bounded pool of processes in which agents think.

Jobs wait in one line for each owner; the lines are served in turn, so that nobody who asks
for much delays those who ask for little. A job that is cancelled or takes too long has its
process ended, and a new one takes its place. A process keeps limits of its own: of memory, of the
time for a job, and it ends with the process that started it.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import ctypes
import functools
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

_GRACE_S = 2.0  # after its time, a job that the server has not ended ends its own process
_PR_SET_PDEATHSIG = 1

Report: TypeAlias = Callable[[Any], None]
"""Is called with what a job tells while it runs."""


class ThinkingError(RuntimeError):
    """A job failed, took too long, or its process ended."""


class TooLongError(ThinkingError):
    """A job took too long."""


class MisfitError(ThinkingError):
    """A job found that what it was given makes no sense."""


@dataclass
class _Job:
    """Something to be done."""

    task: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: asyncio.Future[Any]
    limit_s: float
    report: Report | None = None


@dataclass
class _Worker:
    """One process, with what it is doing."""

    process: subprocess.Popen[bytes]
    pipe: Connection
    job: _Job | None = None
    timer: asyncio.TimerHandle | None = None


@dataclass
class Pool:
    """The pool; processes start when they are needed first.

    Attributes:
      size: number of processes.
      memory_mb: most memory, in MiB, that one may have mapped.
      waiting: how many jobs wait for one.
    """

    size: int
    memory_mb: int = 4096
    waiting: int = 0
    _lines: collections.OrderedDict[str, collections.deque[_Job]] = field(
        default_factory=collections.OrderedDict
    )
    _workers: list[_Worker] = field(default_factory=list)
    _closed: bool = False

    async def run(
        self,
        owner: str,
        limit_s: float,
        task: Callable[..., Any],
        *arguments: Any,
        report: Report | None = None,
    ) -> Any:
        """Runs ``task(*arguments)`` in a process; cancelling ends it at once.

        Args:
          owner: in whose line it waits.
          limit_s: longest it may run; that its process has to start first does not count.
          task: a function of a module; with `report` it gets a function to tell things by
            as keyword `report`.
          arguments: can be pickled, as the result.
          report: is called with what the task tells.

        Raises:
          ThinkingError: it failed, took too long, or its process ended.
          MisfitError: it raised ValueError.
        """
        job = _Job(task, arguments, asyncio.get_running_loop().create_future(), limit_s, report)
        self._lines.setdefault(owner, collections.deque()).append(job)
        self.waiting += 1
        self._hand_out()
        try:
            return await job.result
        except asyncio.CancelledError:
            self._drop(job)
            raise

    def close(self) -> None:
        """Ends all processes."""
        self._closed = True
        for worker in self._workers:
            self._end(worker)
        self._workers.clear()

    def _hand_out(self) -> None:
        while self._lines and not self._closed:
            worker = next((worker for worker in self._workers if worker.job is None), None)
            if worker is None and len(self._workers) < self.size:
                worker = self._start()
            if worker is None:
                return
            self._give(worker, self._next())

    def _next(self) -> _Job:
        """The first job of the line whose turn it is."""
        owner, line = self._lines.popitem(last=False)
        job = line.popleft()
        if line:
            self._lines[owner] = line
        self.waiting -= 1
        return job

    def _give(self, worker: _Worker, job: _Job) -> None:
        worker.job = job
        worker.pipe.send((job.task, job.arguments, job.report is not None, job.limit_s))

    def _start(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        # A program of its own: it knows nothing of the main module of this one.
        command = [sys.executable, "-m", __name__, str(theirs.fileno()), str(self.memory_mb)]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(ours.fileno(), functools.partial(self._answered, worker))
        return worker

    def _answered(self, worker: _Worker) -> None:
        try:
            kind, value = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker, ThinkingError("its process ended"))
            return
        job = worker.job
        if job is None:
            return
        if kind == "begun":
            loop = asyncio.get_running_loop()
            worker.timer = loop.call_later(job.limit_s, self._too_long, worker)
            return
        if kind == "told":
            if job.report is not None:
                job.report(value)
            return
        self._free(worker)
        if not job.result.done():
            if kind == "done":
                job.result.set_result(value)
            else:
                failed = MisfitError if kind == "misfit" else ThinkingError
                job.result.set_exception(failed(value))
        self._hand_out()

    def _too_long(self, worker: _Worker) -> None:
        limit = worker.job.limit_s if worker.job else 0
        self._replace(worker, TooLongError(f"it took longer than {limit:g} s"))

    def _drop(self, job: _Job) -> None:
        """Forgets a cancelled job, and ends its process if it has one."""
        for owner, line in list(self._lines.items()):
            if job in line:
                line.remove(job)
                self.waiting -= 1
                if not line:
                    del self._lines[owner]
                return
        for worker in list(self._workers):
            if worker.job is job:
                self._replace(worker, ThinkingError("cancelled"))

    def _replace(self, worker: _Worker, reason: ThinkingError) -> None:
        job = worker.job
        self._free(worker)
        self._end(worker)
        with contextlib.suppress(ValueError):
            self._workers.remove(worker)
        if job is not None and not job.result.done():
            job.result.set_exception(reason)
        self._hand_out()

    def _free(self, worker: _Worker) -> None:
        worker.job = None
        if worker.timer is not None:
            worker.timer.cancel()
            worker.timer = None

    def _end(self, worker: _Worker) -> None:
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            asyncio.get_running_loop().remove_reader(worker.pipe.fileno())
        worker.pipe.close()
        worker.process.kill()
        # Reaped in the background, so that nothing waits for it.
        threading.Thread(target=worker.process.wait, daemon=True).start()


def _work(pipe: Connection, memory_mb: int) -> None:
    """What a process does: jobs, one after the other, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # whoever only passes actions on goes first
    most = memory_mb * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    _end_with_parent()
    while True:
        signal.setitimer(signal.ITIMER_REAL, 0)
        try:
            task, arguments, reports, limit_s = pipe.recv()  # which imports the task's module
            pipe.send(("begun", None))
        except (EOFError, OSError):
            return
        signal.setitimer(signal.ITIMER_REAL, limit_s + _GRACE_S)  # whose signal ends the process
        keywords = {"report": lambda value: pipe.send(("told", value))} if reports else {}
        try:
            answer = ("done", task(*arguments, **keywords))
        except ValueError as error:
            answer = ("misfit", str(error))
        except MemoryError:
            answer = ("failed", f"it takes more than {memory_mb:,} MiB of memory")
        except Exception as error:
            answer = ("failed", f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            pipe.send(answer)


def _end_with_parent() -> None:
    """Ends this process when the one that started it ends, however that was."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:  # it has ended already
            os._exit(1)


if __name__ == "__main__":
    _work(Connection(int(sys.argv[1])), int(sys.argv[2]))

"""A bounded pool of worker processes for long computations such as agents' moves.

Each owner has a queue of jobs; the owner who has used the least time goes first. A running job is
paused, together with its process, if its owner has used more time than a waiting owner. It resumes
when it is its owner's turn again. So heavy users do not delay light ones. If a job is cancelled or
takes too long, its process is killed; a new one starts when needed. The limits within a worker are
described in `vorhand.service.server.worker`.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import signal
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import structlog

from vorhand.native.errors import VorhandError
from vorhand.service.server.fair_queue import FairQueue
from vorhand.service.server.worker import start_worker

_LOG = structlog.get_logger()
_TURN_S = 0.1  # a job is paused if its owner has used this many seconds more than a waiting owner
_CREDIT_S = 2.0
_MOST_PAUSED = 4  # maximum number of paused jobs; each keeps its memory

Report: TypeAlias = Callable[[Any], None]
"""A callback for the intermediate results of a job."""


class JobError(VorhandError, RuntimeError):
    """A failed job: an error, a timeout or the end of its process."""


class JobTimeoutError(JobError):
    """A job that took too long."""


class JobInputError(JobError):
    """A job with invalid arguments."""


@dataclass(eq=False)
class _Job:
    """A job of an owner."""

    owner: str
    task: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: asyncio.Future[Any]
    limit_s: float
    report: Report | None = None
    worker: _PoolWorker | None = None  # the worker that runs it
    spent_s: float = 0.0  # seconds charged so far


@dataclass(eq=False)
class _PoolWorker:
    """A worker process and its job."""

    process: subprocess.Popen[bytes]
    pipe: Connection
    job: _Job | None = None
    since: float | None = None  # time up to which the running job is charged; None: not running
    timer: asyncio.TimerHandle | None = None
    paused: bool = False


@dataclass
class WorkerPool:
    """The pool; processes start on first use."""

    size: int  # maximum number of workers that run at a time
    memory_mb: int = 4096  # maximum memory, in MiB, that a worker may have mapped
    prepare: Callable[[], object] | None = None  # called in each worker before its first job
    _shares: FairQueue[_Job] = field(default_factory=lambda: FairQueue(_CREDIT_S))
    _workers: list[_PoolWorker] = field(default_factory=list)
    _later: asyncio.TimerHandle | None = None
    _closed: bool = False

    async def run(
        self,
        owner: str,
        limit_s: float,
        task: Callable[..., Any],
        *arguments: Any,
        report: Report | None = None,
    ) -> Any:
        """Run ``task(*arguments)`` in a worker; cancellation kills the worker.

        The job joins the owner's queue. The time limit excludes the start of the process and
        its preparation. The task is a module-level function; it receives ``report``, if given, as a
        keyword.

        Raises:
          JobError: the job failed, took too long, or its process ended.
          JobInputError: the task raised InputError.
        """
        future = asyncio.get_running_loop().create_future()
        job = _Job(owner, task, arguments, future, limit_s, report)
        self._shares.add(owner, job)
        self._hand_out()
        try:
            return await job.result
        except asyncio.CancelledError:
            self._drop(job)
            raise

    @property
    def waiting(self) -> int:
        """Number of waiting jobs, paused ones included."""
        return len(self._shares)

    def waiting_of(self, owner: str) -> int:
        """Return the number of waiting jobs of an owner, paused ones included."""
        return self._shares.waiting(owner)

    def close(self) -> None:
        """Kill all workers."""
        self._closed = True
        for worker in self._workers:
            self._end(worker)
        self._workers.clear()

    def _hand_out(self) -> None:
        """Assign jobs to workers up to the limit, and pause jobs of owners who have used more."""
        while self._shares and not self._closed:
            if len(self._at_work()) >= self.size and not self._pause_one():
                break
            job = self._shares.next()
            if job.worker is None:
                self._give(self._free_worker() or self._start(), job)
            else:
                self._go_on(job.worker)
        if self._shares and self._later is None and not self._closed:
            self._later = asyncio.get_running_loop().call_later(_TURN_S, self._look_again)

    def _look_again(self) -> None:
        self._later = None
        self._hand_out()

    def _at_work(self) -> list[tuple[_Job, _PoolWorker]]:
        return [
            (worker.job, worker) for worker in self._workers if worker.job and not worker.paused
        ]

    def _free_worker(self) -> _PoolWorker | None:
        return next((worker for worker in self._workers if worker.job is None), None)

    def _give(self, worker: _PoolWorker, job: _Job) -> None:
        worker.job, job.worker = job, worker
        worker.pipe.send((job.task, job.arguments, job.report is not None, job.limit_s))

    # Pausing and accounting.

    def _pause_one(self) -> bool:
        """Pause a job whose owner has used more time than a waiting owner; return False if none."""
        working = self._at_work()
        for _, worker in working:
            self._count(worker)
        first, used = self._shares.next_owner(), self._shares.used
        job, worker = max(working, key=lambda pair: used(pair[0].owner))
        if worker.since is None or job.owner == first:
            return False
        if used(job.owner) < used(first) + _TURN_S:
            return False
        if sum(worker.paused for worker in self._workers) >= _MOST_PAUSED:
            return False
        worker.process.send_signal(signal.SIGSTOP)
        worker.paused = True
        self._stop_counting(worker)
        self._shares.add(job.owner, job, first=True)
        return True

    def _go_on(self, worker: _PoolWorker) -> None:
        """Resume a paused job."""
        worker.paused = False
        worker.process.send_signal(signal.SIGCONT)
        self._start_counting(worker)

    def _start_counting(self, worker: _PoolWorker) -> None:
        """Start or resume the time limit of a job."""
        loop, job = asyncio.get_running_loop(), worker.job
        if job is not None:
            worker.since = loop.time()
            left = max(0.0, job.limit_s - job.spent_s)
            worker.timer = loop.call_later(left, self._too_long, worker)

    def _count(self, worker: _PoolWorker) -> None:
        """Charge the time of a job until now."""
        if worker.job is not None and worker.since is not None:
            now = asyncio.get_running_loop().time()
            worker.job.spent_s += now - worker.since
            self._shares.spend(worker.job.owner, now - worker.since)
            worker.since = now

    def _stop_counting(self, worker: _PoolWorker) -> None:
        if worker.timer is not None:
            worker.timer.cancel()
            worker.timer = None
        self._count(worker)
        worker.since = None

    # Processes.

    def _start(self) -> _PoolWorker:
        process, ours = start_worker(self.memory_mb, self.prepare)
        worker = _PoolWorker(process, ours)
        self._workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(ours.fileno(), functools.partial(self._answered, worker))
        return worker

    def _answered(self, worker: _PoolWorker) -> None:
        try:
            kind, value = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker, JobError("its process ended"))
            return
        job = worker.job
        if job is None:
            return
        if kind == "begun":
            self._start_counting(worker)
            return
        if kind == "report":
            if job.report is not None:
                job.report(value)
            return
        self._free(worker)
        if not job.result.done():
            if kind == "done":
                job.result.set_result(value)
            elif kind == "broken":  # a defect: its details are for the operator only
                _LOG.error("internal error of a job", task=job.task.__name__, traceback=value)
                job.result.set_exception(JobError("internal error"))
            else:
                failed = JobInputError if kind == "misfit" else JobError
                job.result.set_exception(failed(value))
        self._hand_out()
        if sum(worker.job is None for worker in self._workers) > self.size:
            self._workers.remove(worker)  # it was added in place of a paused one
            self._end(worker)

    def _too_long(self, worker: _PoolWorker) -> None:
        limit = worker.job.limit_s if worker.job else 0
        self._replace(worker, JobTimeoutError(f"it took longer than {limit:g} s"))

    def _drop(self, job: _Job) -> None:
        """Remove a cancelled job, and kill its worker if it has one."""
        if job.worker is not None:
            self._replace(job.worker, JobError("cancelled"))
        else:
            self._shares.remove(job.owner, job)

    def _replace(self, worker: _PoolWorker, reason: JobError) -> None:
        job = worker.job
        self._free(worker)
        self._end(worker)
        with contextlib.suppress(ValueError):
            self._workers.remove(worker)
        if job is not None and not job.result.done():
            job.result.set_exception(reason)
        self._hand_out()

    def _free(self, worker: _PoolWorker) -> None:
        """Detach a worker from its job."""
        self._stop_counting(worker)
        job, worker.job = worker.job, None
        if job is not None:
            job.worker = None
            self._shares.remove(job.owner, job)  # if it was paused just when it finished
        if worker.paused:
            worker.paused = False
            worker.process.send_signal(signal.SIGCONT)

    def _end(self, worker: _PoolWorker) -> None:
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            asyncio.get_running_loop().remove_reader(worker.pipe.fileno())
        worker.pipe.close()
        worker.process.kill()
        # The process is reaped in the background, so that the event loop does not block.
        threading.Thread(target=worker.process.wait, daemon=True).start()

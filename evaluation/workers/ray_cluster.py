"""Work spread over the machines of a Ray cluster instead of processes."""

import collections
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from types import ModuleType
from typing import Any, TypeVar

from vorhand.evaluation.workers.processes import WorkerError, noting
from vorhand.evaluation.workers.provenance import code_version
from vorhand.native.errors import InputError

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 3  # jobs submitted per core, as for processes
_STARTED_HERE = "local"
_ANSWER_SECONDS = 10


class RayError(InputError):
    """A missing Ray installation, or no cluster at this address."""


def spread(
    task: Callable[[Job], Result], jobs: Iterable[Job], address: str
) -> Generator[Result, None, None]:
    """Yield ``task(job)`` for every job, in the order of the jobs; see `ordered_map`."""
    ray = _ray()
    waiting: collections.deque[Any] = collections.deque()
    with _connected(ray, address):
        ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        # A job whose machine is lost is repeated once, with the same result.
        remote = ray.remote(max_retries=1)(_run)
        try:
            for job in jobs:
                waiting.append(remote.remote(code_version(), task, job))
                if len(waiting) >= ahead:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except ray.exceptions.RayError as error:
            raise WorkerError(f"a worker of the Ray cluster {address}: {error}") from error
        finally:
            for job_under_way in waiting:
                ray.cancel(job_under_way, force=True)


def _run(expected: str, task: Callable[[Job], Result], job: Job) -> Result:
    """Run the task on a machine of the cluster, which must have the same code as this one."""
    theirs = code_version()
    if theirs != expected:
        raise WorkerError(
            f"a machine of the cluster has Vorhand {theirs}: expected {expected}, installed from "
            "the same wheel"
        )
    return noting(task, job)


@contextlib.contextmanager
def _connected(ray: ModuleType, address: str) -> Iterator[None]:
    """Connect to the cluster; reuse and keep a connection that the program already has."""
    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # A dashboard would only be useful for a permanent cluster.
    options = {"include_dashboard": False} if address == _STARTED_HERE else {}
    try:
        _reach(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise RayError(
            f"ray {address}: {error}; expected host:port of a cluster's head, ray://host:port, "
            f"auto or {_STARTED_HERE}"
        ) from error
    try:
        yield
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Raise within seconds if nothing answers at a host and port; Ray would take minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host.strip("[]"), int(port)), _ANSWER_SECONDS).close()


def _ray() -> ModuleType:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise RayError(f"{error}; expected Ray installed: pip install 'vorhand[ray]'") from error
    module: ModuleType = ray
    return module

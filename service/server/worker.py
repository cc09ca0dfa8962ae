"""A process in which agents think: jobs, one after the other. It keeps limits of its own.

``python -m vorhand.service.server.worker DESCRIPTOR MEGABYTES`` is what `start_worker` starts; the
process knows who started it by a pipe.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
from multiprocessing.connection import Connection

from vorhand.service.server.priority import go_last

_MODULE = "vorhand.service.server.worker"
_GRACE_S = 2.0  # after its time, a job that the server has not ended ends its own process
_PR_SET_PDEATHSIG = 1


def start_worker(memory_mb: int) -> tuple[subprocess.Popen[bytes], Connection]:
    """Starts a process; what it is sent, and what it answers, `_work` says.

    Args:
      memory_mb: most memory, in MiB, that it may have mapped.
    """
    ours, theirs = multiprocessing.Pipe()
    # A program of its own: it knows nothing of the main module of this one.
    command = [sys.executable, "-m", _MODULE, str(theirs.fileno()), str(memory_mb)]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    return process, ours


def _work(pipe: Connection, memory_mb: int) -> None:
    """What a process does: jobs, one after the other, until the pipe is closed.

    A job is a function, its arguments, whether it reports, and the seconds that it may take. It is
    answered by ("begun", None), by ("told", value) for what is reported, and by ("done", value),
    ("misfit", text) for a ValueError or ("failed", text).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    go_last()  # whoever only passes actions on goes first
    most = memory_mb * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    _end_with_parent()
    while True:
        signal.setitimer(signal.ITIMER_PROF, 0)
        try:
            task, arguments, reports, limit_s = pipe.recv()  # which imports the task's module
            pipe.send(("begun", None))
        except (EOFError, OSError):
            return
        # Its signal ends the process. Processor time: a process that is paused is not late.
        most_s = (limit_s + _GRACE_S) * (os.cpu_count() or 1)
        signal.setitimer(signal.ITIMER_PROF, most_s)
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

"""A worker process that runs jobs one after the other, within its own limits.

`start_worker` runs ``python -m vorhand.service.server.worker DESCRIPTOR MEGABYTES``. The process
talks to its parent through a pipe.
"""

import contextlib
import ctypes
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection

from vorhand.agents.plugin_errors import PlugInError
from vorhand.native.errors import InputError, VorhandError
from vorhand.service.server.priority import go_last

_MODULE = "vorhand.service.server.worker"
# The process kills itself at this many seconds beyond the time limit, in processor time per core.
_GRACE_S = 2.0
_PR_SET_PDEATHSIG = 1


def start_worker(
    memory_mb: int, prepare: Callable[[], object] | None = None
) -> tuple[subprocess.Popen[bytes], Connection]:
    """Start a worker with a limit of mapped memory; `_work` describes the messages on its pipe.

    The worker calls ``prepare``, a module-level function, before its first job.
    """
    ours, theirs = multiprocessing.Pipe()
    # A separate program: it does not import the main module of this one.
    command = [sys.executable, "-m", _MODULE, str(theirs.fileno()), str(memory_mb)]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    ours.send(prepare)
    return process, ours


def _work(pipe: Connection, memory_mb: int) -> None:
    """Run jobs from the pipe, one after the other, until it is closed.

    The first message is a function without arguments, called once, or None. A job is a function,
    its arguments, whether it takes a keyword ``report``, and its time limit in seconds. The answers
    are ("begun", None), ("report", value) for each report, and finally ("done", value),
    ("misfit", text) for bad input, ("failed", text), or ("broken", traceback) for a defect of ours
    or of a plug-in.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    go_last()  # the event loops of servers go first
    most = memory_mb * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    _end_with_parent()
    prepare = pipe.recv()
    if prepare is not None:
        prepare()
    while True:
        signal.setitimer(signal.ITIMER_PROF, 0)
        try:
            task, arguments, reports, limit_s = pipe.recv()  # unpickling imports the task's module
            pipe.send(("begun", None))
        except (EOFError, OSError):
            return
        # The timer ends the process. It counts processor time, so it stops during a pause.
        most_s = (limit_s + _GRACE_S) * (os.cpu_count() or 1)
        signal.setitimer(signal.ITIMER_PROF, most_s)
        keywords = {"report": lambda value: pipe.send(("report", value))} if reports else {}
        try:
            answer = ("done", task(*arguments, **keywords))
        except InputError as error:
            answer = ("misfit", str(error))
        except MemoryError:
            answer = ("failed", f"it takes more than {memory_mb:,} MiB of memory")
        except PlugInError:  # the text contains paths and lines of the operator's files
            answer = ("broken", traceback.format_exc())
        except VorhandError as error:
            answer = ("failed", f"{type(error).__name__}: {error}")
        except Exception:
            answer = ("broken", traceback.format_exc())
        with contextlib.suppress(OSError):
            pipe.send(answer)


def _end_with_parent() -> None:
    """End this process, on Linux only, when its parent ends for any reason."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:  # the parent has ended already
            os._exit(1)


if __name__ == "__main__":
    _work(Connection(int(sys.argv[1])), int(sys.argv[2]))

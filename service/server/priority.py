"""What goes first on a machine that has more to do than processors to do it."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

_SLICE_NS = 200_000
_NICE = 5  # of the processes in which agents think
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}  # system calls
_SCHED_OTHER = 0


def go_first() -> None:
    """Asks for short turns, for this thread and those that it starts, on Linux from 6.12.

    Who asks for short turns has them sooner: a thread that wakes up to pass on a move does not
    wait until one that computes has had its turn of some milliseconds, however nice that one is.
    It gets no more time for it. See "Lag and deadlines" in sched-eevdf of the kernel's manual.
    """
    _ask_for_slices(_SLICE_NS)


def go_last() -> None:
    """Lets others go first: usual turns, and fewer of them."""
    _ask_for_slices(0)
    os.nice(_NICE)


def _ask_for_slices(nanoseconds: int) -> None:
    """Asks the scheduler for turns of this length; 0: the usual. Older ones take no notice."""
    number = _SCHED_SETATTR.get(platform.machine())
    if sys.platform != "linux" or number is None or os.sched_getscheduler(0) != _SCHED_OTHER:
        return
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    # struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period.
    attributes = struct.pack("IIQiIQQQ", 48, _SCHED_OTHER, 0, nice, 0, nanoseconds, 0, 0)
    ctypes.CDLL(None).syscall(number, 0, ctypes.c_char_p(attributes), 0)

"""Scheduling priorities for a machine with more work than processors."""

import ctypes
import os
import platform
import struct
import sys

_SLICE_NS = 200_000
_NICE = 5  # niceness of the workers
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}  # system call numbers
_SCHED_OTHER = 0


def go_first() -> None:
    """Request short time slices for this thread and those that it starts (Linux 6.12 or later).

    A thread with short slices is scheduled sooner. A thread that wakes up to pass on a move need
    not wait until a computing thread, which may have a low priority, has used its slice of some
    milliseconds. It gets no more time in total. See "Lag and deadlines" in sched-eevdf of the
    kernel's manual.
    """
    _ask_for_slices(_SLICE_NS)


def go_last() -> None:
    """Let others go first: request the usual time slices, and raise the niceness."""
    _ask_for_slices(0)
    os.nice(_NICE)


def _ask_for_slices(nanoseconds: int) -> None:
    """Request time slices of this length; 0: the default. Older schedulers ignore it."""
    number = _SCHED_SETATTR.get(platform.machine())
    if sys.platform != "linux" or number is None or os.sched_getscheduler(0) != _SCHED_OTHER:
        return
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    # struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period.
    attributes = struct.pack("IIQiIQQQ", 48, _SCHED_OTHER, 0, nice, 0, nanoseconds, 0, 0)
    ctypes.CDLL(None).syscall(number, 0, ctypes.c_char_p(attributes), 0)

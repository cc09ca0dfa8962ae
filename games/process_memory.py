"""The peak memory of this process."""

import contextlib
import resource
import sys
from pathlib import Path

# `ru_maxrss` is in bytes on macOS, else in KiB.
_UNITS_PER_MIB = 1024 * 1024 if sys.platform == "darwin" else 1024


def peak_memory_mb() -> int:
    """Return the peak memory of this process in MiB."""
    with contextlib.suppress(OSError, IndexError):  # not Linux
        # `resource` counts the peak of the parent process too, so it is only the fallback.
        status = Path("/proc/self/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _UNITS_PER_MIB

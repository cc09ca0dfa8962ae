"""The peak memory of this process."""

import contextlib
import resource
from pathlib import Path


def peak_memory_mb() -> int:
    """Return the peak memory of this process in MiB."""
    with contextlib.suppress(OSError, IndexError):  # not Linux
        # `resource` counts the peak of the parent process too, so it is only the fallback.
        status = Path("/proc/self/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

"""Memory that is free, given back to the system."""

from __future__ import annotations

import ctypes
import functools
import gc
from collections.abc import Callable


def give_back() -> None:
    """Gives back what nobody uses: rings of objects, and where the C library can (glibc) free heap.

    What a server allocates and frees, many small things beside a few that stay, otherwise makes its
    heaps grow a little with every deal though no more of them is in use. By itself the collector
    looks at all objects only every few thousand deals; it takes less than a tenth of a second.
    """
    gc.collect()
    _trim()(0)


@functools.cache
def _trim() -> Callable[[int], object]:
    trim: Callable[[int], object] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim or (lambda kept: None)

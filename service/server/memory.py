"""Memory that is free, given back to the system."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable


def give_back() -> None:
    """Gives back what lies free between what is in use, where the C library can (glibc).

    What a server allocates and frees, many small things beside a few that stay, otherwise makes its
    heaps grow a little with every deal though no more of them is in use.
    """
    _trim()(0)


@functools.cache
def _trim() -> Callable[[int], object]:
    trim: Callable[[int], object] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim or (lambda kept: None)

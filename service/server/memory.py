"""The return of unused memory to the operating system."""

import ctypes
import functools
import gc
from collections.abc import Callable


def give_back() -> None:
    """Free unused memory: cyclic garbage and, if the C library is glibc, free heap pages.

    A server allocates many short-lived objects beside a few long-lived ones. Without this call its
    heap would grow a little with every deal, although the live objects take no more memory.
    """
    gc.collect()
    _trim()(0)


@functools.cache
def _trim() -> Callable[[int], object]:
    trim: Callable[[int], object] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim or (lambda kept: None)

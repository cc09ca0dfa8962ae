"""The one way our Numba kernels are compiled.

Kernels release the interpreter lock and are cached on disk, so that the compile time
is paid once an installation.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compiles a function over arrays and numbers, keeping its Python signature for readers."""
    return cast(_F, numba.njit(cache=True, nogil=True)(function))

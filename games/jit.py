"""The common compilation of our Numba kernels.

Kernels release the interpreter lock and are cached on disk, so that the compile time is paid once
per installation.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from vorhand.games.extras import missing_extra

try:
    import numba

    _MISSING: ImportError | None = None
except ModuleNotFoundError as error:
    _MISSING = missing_extra(error) or error

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compile a function over arrays and numbers; type checkers see its Python signature.

    Without Numba the module can still be imported; a call of the kernel raises MissingExtraError.
    """
    missing = _MISSING
    if missing is not None:

        @functools.wraps(function)
        def refused(*_: Any) -> Any:
            raise missing

        return cast(_F, refused)
    return cast(_F, numba.njit(cache=True, nogil=True)(function))

"""The compiled core: card-play rules, samplers, exact solvers and playouts.

Each game has its own submodules (``vorhand.native.skat``, ...). On x86-64 a wheel holds two builds
of the core, one for any machine and one for processors with AVX2 and BMI2; the faster one that
this machine can run is loaded. Set ``VORHAND_NATIVE=baseline`` to force the portable one.
"""

import atexit
import importlib
import os
import sys
from types import ModuleType

from vorhand.native import _cpu


def _load() -> str:
    """Load one build, publish its submodules under this package, return its name."""
    wanted = os.environ.get("VORHAND_NATIVE", "auto")
    if wanted not in ("auto", "baseline", "v3"):
        raise ImportError(f"VORHAND_NATIVE={wanted!r}: expected 'auto', 'baseline' or 'v3'")
    if wanted == "auto":
        wanted = "v3" if _cpu.supports_v3() else "baseline"
    core = importlib.import_module(f"vorhand.native._{wanted}")
    atexit.register(_expect_threads, core)
    for name in core.SUBMODULES:
        submodule = getattr(core, name)
        sys.modules[f"{__name__}.{name}"] = submodule
        globals()[name] = submodule
        for member in vars(submodule).values():
            if isinstance(member, type):
                # Objects pickled with one build can then be read with the other.
                member.__module__ = f"{__name__}.{name}"
    return wanted


def _expect_threads(core: ModuleType) -> None:
    """Stop the core from reporting objects that other threads hold at the interpreter's end.

    At its end the interpreter stops every thread that is not joined (a daemon, or one that an
    interrupt left waiting). The frames of such threads are never unwound, and the objects they hold
    end with the process. These objects are still referenced, so they are not leaks. If there is
    only one thread, leaks are reported. `threading` does not count threads started without it, like
    those of pytest's workers.
    """
    if len(sys._current_frames()) > 1:
        core.warn_of_leaks(False)


build: str = _load()
"""Name of the loaded build: ``baseline`` or ``v3``."""

"""Holder ids: identifiers of the processes that hold server names, and checks of their liveness."""

import hashlib
import os
import platform
import secrets
from pathlib import Path

NOBODY = ""
"""The holder id after a server has shut down cleanly."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def new_holder() -> str:
    """Return a holder id of this process: machine, process id and random digits."""
    return f"{_machine()}:{os.getpid()}:{secrets.token_hex(8)}"


def may_be_alive(holder: str) -> bool:
    """Return whether a holder may run: it is on another machine, or its process id is in use."""
    if holder == NOBODY:
        return False
    machine, _, rest = holder.partition(":")
    number = rest.partition(":")[0]
    if machine != _machine() or not number.isdigit():
        return True
    if int(number) == os.getpid():  # the holder was an earlier process with the same id
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _machine() -> str:
    boot = _BOOT.read_text(encoding="ascii") if _BOOT.exists() else ""
    return hashlib.sha256(f"{platform.node()} {boot}".encode()).hexdigest()[:8]

"""Words by which processes hold the names of servers, and which of them may still be alive."""

from __future__ import annotations

import hashlib
import os
import platform
import secrets
from pathlib import Path

NOBODY = ""
"""Holds the name of a server that has ended as it should."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def new_holder() -> str:
    """A word of this process: where it runs, its number, and something random."""
    return f"{_machine()}:{os.getpid()}:{secrets.token_hex(8)}"


def may_be_alive(holder: str) -> bool:
    """Whether the process of a word may run: it is elsewhere, or there is one of its number."""
    if holder == NOBODY:
        return False
    machine, _, rest = holder.partition(":")
    number = rest.partition(":")[0]
    if machine != _machine() or not number.isdigit():
        return True
    if int(number) == os.getpid():  # of a process of this number, before
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

"""Checks of the laboratory games' parameters, each with an error that names the parameter."""

import os
from typing import Any

from vorhand.native.errors import InputError


class LaboratoryParameterError(InputError):
    """An invalid parameter of a laboratory game; the message quotes it."""


def probability(params: dict[str, Any], name: str) -> float:
    """Return ``params[name]`` in 0..1; raise LaboratoryParameterError if it is out of range."""
    value = float(params[name])
    if not 0.0 <= value <= 1.0:
        raise LaboratoryParameterError(f"{name}={value:g}: expected a probability, 0 to 1")
    return value


def whole_number(params: dict[str, Any], name: str, low: int, high: int) -> int:
    """Return ``params[name]`` as an int; raise LaboratoryParameterError if it is out of range."""
    value = int(params[name])
    if not low <= value <= high:
        raise LaboratoryParameterError(f"{name}={value}: expected {low} to {high}")
    return value


def check_memory(what: str, needed_bytes: int) -> None:
    """Raise LaboratoryParameterError unless the machine has ``needed_bytes`` of memory."""
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed_bytes > available:
        raise LaboratoryParameterError(
            f"{what} takes {_amount(needed_bytes)} of memory, this machine has {_amount(available)}"
        )


def _amount(size: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            return f"{size:.3g} {unit}"
        size /= 1024
    return f"{size:.3g} PiB"

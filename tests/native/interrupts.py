"""A check that an interrupt ends a long call of the core."""

import _thread
import itertools
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest


class StoppedError(Exception):
    pass


def raise_it(*_: object) -> None:
    raise StoppedError


def check_interrupt(call: Callable[..., Any], *arguments: object) -> None:
    """Interrupt a call that would run for minutes; the handler's exception must leave it.

    A result would show that the call returned, because no Python code runs in between.
    """
    returned: list[object] = []
    before = signal.signal(signal.SIGINT, raise_it)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(StoppedError):
            returned.extend(itertools.starmap(call, [arguments]))
        assert returned == []
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)

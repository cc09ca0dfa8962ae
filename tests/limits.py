"""Waiting in tests: limits only end what hangs, so a slow machine fails no test."""

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import Any

HANGING_S = 600.0
_OFTEN_S = 0.01


async def until(holds: Callable[..., Any], *arguments: Any) -> Any:
    """Return the first true result of a function, which may be a coroutine function."""
    async with asyncio.timeout(HANGING_S):
        while True:
            found = holds(*arguments)
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(_OFTEN_S)


def wait_until(holds: Callable[..., Any], *arguments: Any) -> Any:
    """Return the first true result of a function."""
    end = time.monotonic() + HANGING_S
    while not (found := holds(*arguments)):
        assert time.monotonic() < end
        time.sleep(_OFTEN_S)
    return found

"""Helpers for waiting: a timeout, and tasks that are not awaited."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from vorhand.service.server.errors import ServiceError


async def within(seconds: float, call: Awaitable[None], error: ServiceError) -> None:
    """Await a call; raise the error if it takes longer than some seconds."""
    try:
        async with asyncio.timeout(seconds):
            await call
    except TimeoutError:
        raise error from None


def retrieve_exception(done: asyncio.Task[Any]) -> None:
    """Retrieve a task's exception so that asyncio does not log it as never retrieved."""
    if not done.cancelled():
        done.exception()

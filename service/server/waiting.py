"""Waiting for what takes long: no longer than may be, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from vorhand.service.server.errors import ServiceError


async def within(seconds: float, call: Awaitable[None], error: ServiceError) -> None:
    """Waits for a call; raises the error if it takes longer."""
    try:
        async with asyncio.timeout(seconds):
            await call
    except TimeoutError:
        raise error from None


def take_note(done: asyncio.Task[Any]) -> None:
    """Looks at how a task ended; where nobody does, asyncio logs its error as forgotten."""
    if not done.cancelled():
        done.exception()

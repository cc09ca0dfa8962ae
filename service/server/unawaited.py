"""Tasks that go on where whoever asked for them has gone."""

from __future__ import annotations

import asyncio
from typing import Any


def take_note(done: asyncio.Task[Any]) -> None:
    """Looks at how a task ended; where nobody does, asyncio logs its error as forgotten."""
    if not done.cancelled():
        done.exception()

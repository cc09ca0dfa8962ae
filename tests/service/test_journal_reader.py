"""Reads of the journal run one after another, even if their callers are cancelled."""

import asyncio
import gc
import threading
from typing import Any

import pytest

from vorhand.service.server.journal_reader import JournalReader
from vorhand.tests.limits import HANGING_S


class Reading:
    """A read that lasts until it is released."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()
        self.now = self.most = 0  # number of simultaneous reads

    def __call__(self) -> str:
        self.now += 1
        self.most = max(self.most, self.now)
        self.begun.release()
        assert self.go.wait(HANGING_S)
        self.now -= 1
        return "read"


async def test_what_is_read_for_nobody_any_more_keeps_its_turn() -> None:
    journal: Any = None
    reading = Reading()
    reader = JournalReader(journal, 1.0, 10)
    first = asyncio.create_task(reader.read(reading))
    await asyncio.to_thread(reading.begun.acquire)
    second = asyncio.create_task(reader.read(reading))
    for _ in range(3):
        first.cancel()
        await asyncio.sleep(0)
    assert not first.done()
    assert reading.most == 1
    reading.go.set()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert await second == "read"
    assert reading.most == 1


async def test_what_goes_wrong_when_nobody_waits_any_more_disturbs_nobody() -> None:
    journal: Any = None
    begun, go = threading.Event(), threading.Event()

    def fail() -> None:
        begun.set()
        go.wait(HANGING_S)
        raise ValueError("spoilt")

    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, about: told.append(about))
    reader = JournalReader(journal, 1.0, 10)
    first = asyncio.create_task(reader.read(fail))
    await asyncio.to_thread(begun.wait, HANGING_S)
    first.cancel()
    await asyncio.sleep(0)
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await first
    with pytest.raises(ValueError, match="spoilt"):
        await reader.read(fail)
    assert await reader.read(str, 1) == "1"
    del first
    gc.collect()
    assert not told

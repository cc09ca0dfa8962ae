"""The memory of the server stays flat, however many deals are played.

``make nightly DEALS=100000`` plays many; ``pytest -s`` shows the figures.
"""

import asyncio
import os
from pathlib import Path

import pytest

from vorhand.service.load.soak import growth, resident_kb, soak
from vorhand.tests.service.helpers import Process, process
from vorhand.tests.service.stranger import Stranger

pytestmark = pytest.mark.nightly

DEALS = int(os.environ.get("VORHAND_DEALS", "12000"))
SAMPLES = 50
TABLES = 16
MOST_GROWTH_KB = 3072  # in the second half, by linear regression
MOST_BLOCKS = 2.0  # of Python for each deal
STREAMS, MOST_IDLE_KB = 1000, 50_000
SETTLE_S = 2.0


def test_memory_stays_flat() -> None:
    samples = soak(DEALS, TABLES, SAMPLES, lambda sample: print(sample, flush=True))
    found = growth(samples)
    print(found)
    assert found.resident_bytes * (found.last.deals - found.first.deals) < 1024 * MOST_GROWTH_KB
    assert found.blocks < MOST_BLOCKS


def test_idle_streams_take_little(tmp_path: Path) -> None:
    async def sit(server: Process) -> int:
        async with Stranger(server.address, server.token) as client:
            await client.make("python_schnapsen", ["rule", "rule"], deals=20)  # warms up
            seats = []
            for _ in range(STREAMS // 2):
                seats += (await client.make("python_schnapsen", ["private"] * 2))[1]
            await asyncio.sleep(SETTLE_S)
            before = resident_kb(server.pid)
            calls = [await client.join(seat) for seat in seats]
            for call in calls:
                await call.read()
            await asyncio.sleep(SETTLE_S)
            return resident_kb(server.pid) - before

    options = ["--tables-per-account", "1000", "--calls-per-account", "10000"]
    with process(tmp_path, *options) as server:
        taken = asyncio.run(sit(server))
        assert server.terminate() == 0
    print(f"\n{STREAMS:,} idle streams: {taken:,} kB")
    assert taken < MOST_IDLE_KB

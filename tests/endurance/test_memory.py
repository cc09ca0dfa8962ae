"""The memory of the server stays flat, however many deals are played at it.

``make endurance-test DEALS=100000`` plays many; the figures are shown by ``pytest -s``.
"""

import asyncio
import os
from pathlib import Path

from scipy.stats import linregress

from vorhand.service.client.client import Client
from vorhand.tests.service.helpers import Process, process
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import tables_pb2

DEALS = int(os.environ.get("VORHAND_DEALS", "12000"))
SAMPLES = 50
WARM_UP = 0.5  # of the deals, before memory is looked at: caches fill until some 6,000 deals
MOST_GROWTH_KB = 3072  # from there to the end, by the straight line through the samples
AGENTS = [
    ("python_skat", ["rule", "rule", "rule"]),
    ("python_schnapsen(match=true)", ["rule", "rule"]),
]
STREAMS, MOST_IDLE_KB = 1000, 50_000
SETTLE_S = 2.0
LOOK_S = 0.5  # how long until the tables are looked at again
ENDLESS = 1_000_000  # deals of a table


def resident_kb(pid: int) -> int:
    """Memory of a process that is in use, on Linux."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


async def play(client: Client, game: str, seats: list[str]) -> None:
    """A player, and an onlooker, at a table with agents."""
    table, (place,) = await client.create_table(game, ["private", *seats[1:]], deals=ENDLESS)

    async def watch() -> None:
        async for _ in client.watch(table.table_id):
            pass

    watching = asyncio.create_task(watch())
    try:
        async with client.sit(place) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
    finally:
        watching.cancel()


async def soak(server: Process) -> list[tuple[int, int]]:
    """Plays; how many deals the tables of agents had finished, and the memory then, in kB."""
    samples: list[tuple[int, int]] = []
    async with Client(server.address, server.token) as client:
        playing = [asyncio.create_task(play(client, game, seats)) for game, seats in AGENTS * 2]
        tables = [
            (await client.create_table(game, seats, deals=ENDLESS))[0].table_id
            for game, seats in AGENTS * 8
        ]
        while not samples or samples[-1][0] < DEALS:
            await asyncio.sleep(LOOK_S)
            assert not any(task.done() for task in playing)
            standing = [await client.table(table_id) for table_id in tables]
            assert all(table.state == tables_pb2.TABLE_STATE_PLAYING for table in standing)
            finished = sum(table.deals_finished for table in standing)
            if finished >= (len(samples) + 1) * DEALS / SAMPLES:
                samples.append((finished, resident_kb(server.pid)))
                print(f"{samples[-1][0]:,} deals: {samples[-1][1]:,} kB", flush=True)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return samples


def test_memory_stays_flat(tmp_path: Path) -> None:
    with process(tmp_path, "--agent-share", "1") as server:
        samples = asyncio.run(soak(server))
        assert server.terminate() == 0
    warm = [(deals, memory) for deals, memory in samples if deals > WARM_UP * DEALS]
    line = linregress(*zip(*warm, strict=True))
    growth = line.slope * (warm[-1][0] - warm[0][0])
    low, high = min(memory for _, memory in warm), max(memory for _, memory in warm)
    print(
        f"\n{warm[0][0]:,} to {warm[-1][0]:,} deals: {low:,} to {high:,} kB, "
        f"slope {1000 * line.slope:+.2f} kB in 1,000 deals"
    )
    assert growth < MOST_GROWTH_KB


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

    options = ["--tables-per-token", "1000", "--calls-per-token", "10000"]
    with process(tmp_path, *options) as server:
        taken = asyncio.run(sit(server))
        assert server.terminate() == 0
    print(f"\n{STREAMS:,} idle streams: {taken:,} kB")
    assert taken < MOST_IDLE_KB

"""The memory use of a table server over many deals."""

import asyncio
import os
import re
import signal
import socket
import tempfile
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import linregress

from vorhand.service.client.client import Client
from vorhand.service.load.processes import Served, serving
from vorhand.v1 import tables_pb2

WARM_UP = 0.5
"""Share of the deals that is ignored because caches fill up."""
_LOOK_S = 0.5  # interval between queries of the tables
_ENDLESS = 1_000_000  # deals per table
_ATTENDED = 5  # tables of agents per table with a player and a spectator
_AGENTS = [
    ("python_skat", ["rule", "rule", "rule"]),
    ("python_schnapsen(match=true)", ["rule", "rule"]),
]
_COLLECTS = "import gc, signal\nsignal.signal(signal.SIGUSR1, lambda *_: gc.collect())\n"
_COLLECTED_S = 1.0  # time for the server's garbage collection
_BLOCKS = re.compile(r"^vorhand_python_blocks (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Sample:
    """The memory of a server at one moment."""

    deals: int  # the number of finished deals at the tables of agents
    resident_kb: int  # memory in use, as Linux counts it
    blocks: int  # blocks allocated by Python, after a garbage collection


@dataclass(frozen=True)
class Growth:
    """The growth per deal once caches are full, estimated by linear regression."""

    first: Sample  # the first sample used
    last: Sample  # the last sample used
    resident_bytes: float  # bytes of memory in use, per deal
    blocks: float  # Python blocks, per deal


def soak(
    deals: int, tables: int, samples: int, progress: Callable[[Sample], None] = lambda sample: None
) -> list[Sample]:
    """Play deals at full speed at one server; return samples at about equal intervals of deals.

    The tables of agents are for Skat and Schnapsen in turn. For every five of them, and at least
    once, there is a further table with a player and a spectator.

    Raises:
      OSError: the server or a table ended early.
    """
    with tempfile.TemporaryDirectory() as name:
        port, collects = _free_port(), Path(name) / "collects.py"
        collects.write_text(_COLLECTS, encoding="utf-8")
        options = ["--agent-share", "1", "--metrics", str(port), "--tables-per-account", "100000"]
        options += ["--import", str(collects)]
        with serving(Path(name), *options) as served:
            return asyncio.run(_soak(served, port, (deals, tables, samples), progress))


def growth(samples: Sequence[Sample]) -> Growth:
    """Return the growth according to the later samples."""
    warm = [sample for sample in samples if sample.deals > WARM_UP * samples[-1].deals]
    deals = [sample.deals for sample in warm]
    resident = linregress(deals, [1024 * sample.resident_kb for sample in warm]).slope
    blocks = linregress(deals, [sample.blocks for sample in warm]).slope
    return Growth(warm[0], warm[-1], float(resident), float(blocks))


async def _soak(
    served: Served, metrics: int, size: tuple[int, int, int], progress: Callable[[Sample], None]
) -> list[Sample]:
    deals, tables, number = size
    samples: list[Sample] = []
    async with Client(served.address, served.token) as client:
        kinds = [_AGENTS[k % len(_AGENTS)] for k in range(tables)]
        made = [await client.create_table(*kind, deals=_ENDLESS) for kind in kinds]
        attended = kinds[: max(1, tables // _ATTENDED)]
        playing = [asyncio.create_task(_play(client, *kind)) for kind in attended]
        while len(samples) < number:
            await asyncio.sleep(_LOOK_S)
            standing = [await client.table(table.table_id) for table, _ in made]
            gone = [t for t in standing if t.state != tables_pb2.TABLE_STATE_PLAYING]
            if gone or any(task.done() for task in playing):
                raise OSError("a table of the measurement ended early")
            finished = sum(table.deals_finished for table in standing)
            if finished >= (len(samples) + 1) * deals / number:
                pid = served.process.pid
                os.kill(pid, signal.SIGUSR1)
                await asyncio.sleep(_COLLECTED_S)
                blocks = await asyncio.to_thread(_blocks, metrics)
                samples.append(Sample(finished, resident_kb(pid), blocks))
                progress(samples[-1])
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return samples


async def _play(client: Client, game: str, seats: list[str]) -> None:
    """Run a player and a spectator at a table with agents."""
    table, (place,) = await client.create_table(game, ["private", *seats[1:]], deals=_ENDLESS)

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


def resident_kb(pid: int) -> int:
    """Return the resident memory of a process in KiB, on Linux."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def _blocks(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as page:
        found = _BLOCKS.search(page.read().decode())
    if found is None:
        raise OSError("the server does not tell how many blocks Python has allocated")
    return int(float(found[1]))


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])

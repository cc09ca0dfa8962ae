"""Two servers of one database, of which one is killed: how long until its tables go on."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from vorhand.service.client.client import Client, Place
from vorhand.service.load.processes import Served, serving
from vorhand.service.server.tokens import new_token

_SETTLE_S = 1.0


def measure(journal: str, lease_s: float, tables: int, rounds: int) -> Iterator[list[float]]:
    """The seconds from the kill until each table goes on at the other server, round by round.

    Args:
      journal: URL of a database, to which tables are added; empty: an SQLite file of its own.
      lease_s: a server that gives no sign of life for so long is gone.
      tables: of Skat, at which a client plays with rule players as fast as it can.
      rounds: each with two new servers.
    """
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
            folder, token = Path(name), new_token("api")
            url = journal or f"sqlite:///{folder / 'tables.db'}"
            servers: list[Served] = []
            for server in ("one", "two"):
                (place := folder / server).mkdir()
                (place / "token").write_text(token)
                (place / "token").chmod(0o600)
                options = ["--name", f"{folder.name}-{server}", "--lease", str(lease_s)]
                servers.append(stack.enter_context(serving(place, *options, journal=url)))
            yield sorted(asyncio.run(_kill(servers[0], servers[1], tables)))


async def _kill(one: Served, two: Served, tables: int) -> list[float]:
    last = dict[str, float]()  # when each table was last heard of
    seats = ["private", "rule", "rule"]
    async with (
        Client(one.address, one.token) as maker,
        Client(f"ipv4:{one.address},{two.address}") as either,
    ):
        made = [await maker.create_table("python_skat", seats, deals=10_000) for _ in range(tables)]
        playing = [asyncio.create_task(_play(either, places[0], last)) for _, places in made]
        await asyncio.sleep(_SETTLE_S)
        one.process.kill()
        one.process.wait()
        killed, gone = time.perf_counter(), dict[str, float]()
        last.clear()
        while len(gone) < tables:
            await asyncio.sleep(0.005)
            gone |= {table: moment - killed for table, moment in last.items() if table not in gone}
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
    return list(gone.values())


async def _play(client: Client, place: Place, last: dict[str, float]) -> None:
    """Plays at once whatever is asked; notes each move."""
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("moved"):
                last.setdefault(place.table_id, time.perf_counter())
            elif event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)

"""The time until the tables of a killed server go on at another server of the database."""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from vorhand.service.client.client import Client, SeatStream
from vorhand.service.load.processes import Served, serving
from vorhand.service.server.tokens import new_token

_SETTLE_S = 1.0


def measure(journal: str, lease_s: float, tables: int, rounds: int) -> Iterator[list[float]]:
    """Yield for each round the seconds from the kill until each table goes on elsewhere.

    If `journal` is empty, a temporary SQLite file is used. At each table of Skat a client plays
    at full speed with two rule players. Each round has two new servers.
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
    seats = ["private", "rule", "rule"]
    async with (
        Client(one.address, one.token) as maker,
        Client(f"ipv4:{one.address},{two.address}") as either,
    ):
        made = [await maker.create_table("python_skat", seats, deals=10_000) for _ in range(tables)]
        streams = [either.sit(places[0]) for _, places in made]
        moves = [_Moves() for _ in made]
        playing = list(map(asyncio.create_task, map(_play, streams, moves)))
        await asyncio.sleep(_SETTLE_S)
        one.process.kill()
        one.process.wait()
        killed = time.perf_counter()
        # Do not count messages that the killed server had sent before and that are still being
        # read.
        before = [stream.reconnects for stream in streams]
        gone = [asyncio.create_task(m.after(n)) for m, n in zip(moves, before, strict=True)]
        times = await asyncio.gather(*gone)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
    return [moment - killed for moment in times]


class _Moves:
    """The time of the first move after each reconnection of a stream."""

    def __init__(self) -> None:
        self._first = dict[int, float]()
        self._moved = asyncio.Event()

    def note(self, reconnects: int) -> None:
        """Record a move on a stream with this value of `SeatStream.reconnects`."""
        if reconnects not in self._first:
            self._first[reconnects] = time.perf_counter()
            self._moved.set()

    async def after(self, reconnects: int) -> float:
        """Wait for the first move after a further reconnection, and return its time."""
        while True:
            if later := [at for number, at in self._first.items() if number > reconnects]:
                return min(later)
            self._moved.clear()
            await self._moved.wait()


async def _play(stream: SeatStream, moves: _Moves) -> None:
    """Play without delay, and record each move."""
    async with stream:
        async for event in stream:
            if event.HasField("moved"):
                moves.note(stream.reconnects)
            elif event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)

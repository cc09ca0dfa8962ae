"""The service quality for an honest player, at an idle and at an attacked server."""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from vorhand.service.client.client import Client
from vorhand.service.load.processes import Served, process, ready, serving
from vorhand.service.server.journal import Journal
from vorhand.service.server.tokens import hash_of, new_token

_SETTLE_S = 1.0
_PATIENCE_S = 300.0  # long, because attackers get only spare processor time
_GREEDY = "greedy"


@dataclass(frozen=True)
class Figures:
    """The measurements of the player over some seconds."""

    seconds: float  # the duration
    waits: list[float]  # time from each move to its acknowledgement, in seconds, in ascending order
    busy_s: float  # the server's processor time; 0 if unknown

    @property
    def moves(self) -> float:
        """Moves a second."""
        return len(self.waits) / self.seconds

    def slowest(self, share: float) -> float:
        """Return the wait that is longer than this share of all waits, in milliseconds."""
        return 1000 * self.waits[int(share * len(self.waits))]


@dataclass
class Measured:
    """The measurements of each round: first at the idle server, then at the attacked one."""

    idle: list[Figures] = field(default_factory=list)  # the player alone
    attacked: list[Figures] = field(default_factory=list)  # the player during all attacks
    # accepted and refused calls of the attacks
    counts: list[dict[str, int]] = field(default_factory=list)

    @property
    def taken(self) -> list[float]:
        """Share of the time in which the server worked for the attackers, in each round."""
        rounds = zip(self.idle, self.attacked, strict=True)
        return [
            (attacked.busy_s - len(attacked.waits) * idle.busy_s / len(idle.waits))
            / attacked.seconds
            for idle, attacked in rounds
        ]


def measure(seconds: float, rounds: int) -> Iterator[Measured]:
    """Measure round by round; yield the measurements so far after each."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        greedy = new_token("api")
        journal = Journal(f"sqlite:///{folder / 'tables.db'}")
        journal.add_token(hash_of(greedy), _GREEDY)
        with serving(folder) as served:
            asyncio.run(_play(served, _SETTLE_S))
            for _ in range(rounds):
                measured.idle.append(asyncio.run(_play(served, seconds)))
                with _attacking(served.address, greedy, measured.counts):
                    time.sleep(_SETTLE_S)
                    measured.attacked.append(asyncio.run(_play(served, seconds)))
                asyncio.run(_close_all(served.address, greedy, journal))
                yield measured
            served.process.terminate()
            served.process.wait()
        journal.close()


@contextmanager
def _attacking(address: str, token: str, counts: list[dict[str, int]]) -> Iterator[None]:
    """Run all attacks in a separate process; append their results to `counts`."""
    command = [sys.executable, "-m", "vorhand.service.load.attack", address, token]
    with process(command) as attack:
        ready(attack)
        yield
        answer, _ = attack.communicate(timeout=_PATIENCE_S)
        counts.append(json.loads(answer))


async def _play(served: Served, seconds: float) -> Figures:
    """Play without delay for some seconds."""
    waits, sent = list[float](), 0.0
    async with Client(served.address, served.token) as client:
        seats = ["private", "rule", "rule"]
        table, (place,) = await client.create_table("python_skat", seats, deals=1_000_000)
        used, begun = served.cpu_seconds, time.perf_counter()
        async with client.sit(place) as stream:
            async for event in stream:
                now = time.perf_counter()
                if event.HasField("moved") and event.moved.move.seat == place.seat and sent:
                    waits.append(now - sent)
                    sent = 0.0
                elif event.HasField("turn"):
                    if now - begun >= seconds:
                        break
                    sent = now
                    await stream.act(event, event.turn.legal_actions[0].id)
        used, passed = served.cpu_seconds - used, time.perf_counter() - begun
        await client.close_table(table.table_id)
    return Figures(passed, sorted(waits), used)


async def _close_all(address: str, token: str, journal: Journal) -> None:
    """Close the tables of the attacker."""
    async with Client(address, token) as client:
        for stored in await asyncio.to_thread(journal.tables):
            if stored.owner == _GREEDY:
                await client.close_table(stored.table_id)

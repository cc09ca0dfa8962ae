"""What a greedy token, and strangers without one, do to a server, all at once.

``python -m vorhand.tests.service.attack ADDRESS TOKEN`` says ``ready``, attacks until its input
ends, and answers a JSON object: how often each attack was let through and how often refused.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

import grpc

from vorhand.tests.service.stranger import Stranger, bearer
from vorhand.v1 import analysis_pb2, tables_pb2

TABLES = 100  # of rule players
ANALYSES = 15
FLOODS = 4  # clients that ask for a table, again and again
OPEN = ("python_schnapsen", ["open", "open"])
_REST_S = 0.004  # between the calls of a flood: the machine is the server's too


class Attack:
    """Everything at once.

    Attributes:
      counts: of calls let through and refused, by attack.
    """

    def __init__(self, address: str, token: str) -> None:
        self.greedy = Stranger(address, token)
        self.strangers = [Stranger(address) for _ in range(FLOODS)]
        self.counts: Counter[str] = Counter()
        self._tables: list[str] = []

    async def prepare(self) -> None:
        """Makes the tables of rule players."""
        for _ in range(TABLES):
            made, _ = await self.greedy.make("python_skat", ["rule"] * 3, deals=1_000_000)
            self._tables.append(made)

    async def run(self) -> None:
        """Attacks until it is cancelled."""
        await asyncio.gather(
            self._again("hold", self._hold, 0.05),
            *(self._again("analyse", self._analyse, 0.2) for _ in range(ANALYSES)),
            *(self._again("flood", stranger.look, _REST_S) for stranger in self._floods()),
            self._again("take", self._take, 0.01),
        )

    def _floods(self) -> list[_Flood]:
        return [_Flood(stranger, self._tables[0]) for stranger in self.strangers]

    async def _again(self, name: str, call: Callable[[], Awaitable[object]], rest_s: float) -> None:
        while True:
            try:
                await call()
            except grpc.aio.AioRpcError as error:
                self.counts[f"{name} {error.code().name}"] += 1
            else:
                self.counts[name] += 1
            await asyncio.sleep(rest_s)

    async def _hold(self) -> None:
        await self.greedy.make(*OPEN)

    async def _analyse(self) -> None:
        full = analysis_pb2.FullPosition(game="python_skat", actions=list(range(32)))
        request = analysis_pb2.AnalyseRequest(
            full=full, agent="pimc(worlds=200)", rounds=1000, budget_ms=600_000
        )
        async for _ in self.greedy.analysts.Analyse(request, metadata=bearer(self.greedy.token)):
            pass

    async def _take(self) -> None:
        stranger = self.strangers[0]
        tables = await stranger.tables.ListTables(tables_pb2.ListTablesRequest(limit=100))
        for table in tables.tables:
            await stranger.take(table.table_id)


class _Flood:
    """Asks for one table."""

    def __init__(self, stranger: Stranger, table_id: str) -> None:
        self._stranger = stranger
        self._table_id = table_id

    async def look(self) -> None:
        """Asks."""
        await self._stranger.look(self._table_id)


async def main(address: str, token: str) -> None:
    """Attacks until the input ends."""
    attack = Attack(address, token)
    await attack.prepare()
    print("ready", flush=True)
    running = asyncio.create_task(attack.run())
    await asyncio.to_thread(sys.stdin.read)
    running.cancel()
    await asyncio.wait({running})
    print(json.dumps(attack.counts), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

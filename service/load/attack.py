"""The simultaneous load of a greedy API token and of anonymous clients.

``python -m vorhand.service.load.attack ADDRESS TOKEN`` prints ``ready``, attacks until the end of
its input, and prints a JSON object with the numbers of accepted and refused calls by attack. The
process simulates other machines, so it runs at a lower priority than the server and the player.
"""

import asyncio
import functools
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import grpc

from vorhand.service.client.client import bearer
from vorhand.v1 import analysis_pb2, analysis_pb2_grpc, tables_pb2, tables_pb2_grpc

TABLES = 100  # tables of rule players
ANALYSES = 15
FLOODS = 4  # clients that request a table's description again and again
_AGENT = tables_pb2.SEAT_KIND_AGENT
_OPEN = tables_pb2.SEAT_KIND_OPEN
_REST_S = 0.004  # pause between the calls of a flood, which shares the server's machine


class Attacker:
    """A client with a connection of its own."""

    def __init__(self, address: str, token: str = "") -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]  # each client has its own connection
        self.channel = grpc.aio.insecure_channel(address, options=options)
        self.tables: Any = tables_pb2_grpc.TablesServiceStub(self.channel)
        self.analysts: Any = analysis_pb2_grpc.AnalysisServiceStub(self.channel)
        self.metadata = bearer(token) if token else ()

    async def make(self, game: str, seats: list[tables_pb2.SeatSetup], deals: int) -> str:
        """Create a table; return its identifier."""
        request = tables_pb2.CreateTableRequest(game=game, seats=seats, deals=deals)
        made = await self.tables.CreateTable(request, metadata=self.metadata)
        table_id: str = made.table.table_id
        return table_id


class Attack:
    """All attacks at once; ``counts`` has the accepted and refused calls of each."""

    def __init__(self, address: str, token: str) -> None:
        self.greedy = Attacker(address, token)
        self.strangers = [Attacker(address) for _ in range(FLOODS)]
        self.counts: Counter[str] = Counter()
        self._tables: list[str] = []

    async def prepare(self) -> None:
        """Create the tables of rule players."""
        for _ in range(TABLES):
            rule = tables_pb2.SeatSetup(kind=_AGENT, agent="rule")
            self._tables.append(await self.greedy.make("python_skat", [rule] * 3, 1_000_000))

    async def run(self) -> None:
        """Attack until cancelled."""
        await asyncio.gather(
            self._again("hold", self._hold, 0.05),
            *(self._again("analyse", self._analyse, 0.2) for _ in range(ANALYSES)),
            *(self._again("flood", flood, _REST_S) for flood in self._floods()),
            self._again("take", self._take, 0.01),
        )

    def _floods(self) -> list[Callable[[], Awaitable[object]]]:
        look = tables_pb2.GetTableRequest(table_id=self._tables[0])
        return [functools.partial(stranger.tables.GetTable, look) for stranger in self.strangers]

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
        await self.greedy.make("python_schnapsen", [tables_pb2.SeatSetup(kind=_OPEN)] * 2, 1)

    async def _analyse(self) -> None:
        full = analysis_pb2.FullPosition(game="python_skat", actions=list(range(32)))
        request = analysis_pb2.AnalyseRequest(
            full=full, agent="mc_bidder(worlds=200)", rounds=1000, budget_ms=600_000
        )
        async for _ in self.greedy.analysts.Analyse(request, metadata=self.greedy.metadata):
            pass

    async def _take(self) -> None:
        stranger = self.strangers[0]
        tables = await stranger.tables.ListTables(tables_pb2.ListTablesRequest(limit=100))
        for table in tables.tables:
            take = tables_pb2.TakeSeatRequest(table_id=table.table_id)
            await stranger.tables.TakeSeat(take)


async def main(address: str, token: str) -> None:
    """Attack until the input ends."""
    attack = Attack(address, token)
    await attack.prepare()
    print("ready", flush=True)
    if sys.platform != "win32":
        os.nice(10)
    running = asyncio.create_task(attack.run())
    await asyncio.to_thread(sys.stdin.read)
    running.cancel()
    await asyncio.wait({running})
    print(json.dumps(attack.counts), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

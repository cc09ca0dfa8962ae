"""The time until a cancelled analysis has stopped, for `vorhand bench service`."""

import asyncio
import contextlib
import random
import time
from pathlib import Path

from vorhand.games.loading import load_game
from vorhand.service.client.client import Client
from vorhand.service.server.dealing import deal_cards
from vorhand.v1 import analysis_pb2

_GAME = "python_schnapsen"
_AGENT = "pimc(worlds=100)"
_ROUNDS = 1000  # far more rounds than are computed; only the first is awaited
_BUDGET_MS = 60_000  # long enough not to run out even on a busy machine
_LOOK_S = 0.0005


async def cancel_analyses(address: str, token: str, server: int, times: int) -> list[float]:
    """Start analyses of positions, and cancel each after its first values.

    ``server`` is a process id on this machine under Linux. Return the milliseconds from each
    cancellation until the worker process has ended.
    """
    async with Client(address, token) as client:
        return [await _cancel(client, server, seed) for seed in range(times)]


async def _cancel(client: Client, server: int, seed: int) -> float:
    state = load_game(_GAME).new_initial_state()
    deal_cards(state, random.Random(seed))
    full = analysis_pb2.FullPosition(game=_GAME, actions=state.history())
    request = analysis_pb2.AnalyseRequest(
        full=full, agent=_AGENT, rounds=_ROUNDS, budget_ms=_BUDGET_MS
    )
    answers = client.analyse(request)
    await anext(answers)
    thinking = _at_work(server)
    cancelled = time.perf_counter()
    await answers.aclose()
    while thinking <= _at_work(server):
        await asyncio.sleep(_LOOK_S)
    return 1000 * (time.perf_counter() - cancelled)


def _at_work(server: int) -> set[int]:
    """Return the running child processes of a server."""
    found: set[int] = set()
    for file in Path(f"/proc/{server}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # the thread has ended meanwhile
            found.update(map(int, file.read_text(encoding="ascii").split()))
    return {pid for pid in found if _runs(pid)}


def _runs(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"

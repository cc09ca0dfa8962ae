"""An honest player beside every possible load at once.

The duration of moves depends on other processes: `vorhand bench fairness` prints it. Here the
server's processor time decides.
"""

import asyncio
import statistics
import sys
from pathlib import Path

import pytest

from vorhand.service.client.client import Client
from vorhand.service.load.attack import Attack
from vorhand.service.load.fairness import Measured, measure
from vorhand.service.server.journal import Journal
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import serving, timed

pytestmark = pytest.mark.nightly

SECONDS, ROUNDS = 5.0, 3
MOST_TAKEN = 0.5  # share of the server's time for others, which leaves the player half of the moves
FEW = 0.001  # maximum share of long pieces of work
LONGEST_S = 0.01
PIECES = 20_000


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is told on Linux")
def test_an_honest_player_keeps_half_of_an_idle_server() -> None:
    measured = Measured()
    for measured in measure(SECONDS, ROUNDS):
        idle, attacked = measured.idle[-1], measured.attacked[-1]
        print(
            f"\nmoves a second: idle {idle.moves:.0f}, attacked {attacked.moves:.0f}; "
            f"p99: {idle.slowest(0.99):.1f} and {attacked.slowest(0.99):.1f} ms; "
            f"taken {measured.taken[-1]:.2f}; {measured.counts[-1]}",
            flush=True,
        )
    assert statistics.median(measured.taken) <= MOST_TAKEN


def test_nobody_keeps_the_server_for_long(tmp_path: Path) -> None:
    """Work for others is done in small pieces, between which the player has a turn."""
    greedy = new_token("api")
    journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}")
    journal.add_token(hash_of(greedy), "greedy")
    journal.close()
    pieces = list[float]()

    async def run() -> None:
        async with asyncio.timeout(HANGING_S), serving(tmp_path) as (_, client):
            attack = Attack(client.address, greedy)
            await attack.prepare()
            attacking = asyncio.create_task(attack.run())
            await asyncio.sleep(1.0)  # until the attack has started
            with timed(pieces):
                playing = asyncio.create_task(play(client))
                await until(lambda: len(pieces) >= PIECES)
            for task in (attacking, playing):
                task.cancel()
            await asyncio.wait({attacking, playing})
            for stranger in (attack.greedy, *attack.strangers):
                await stranger.channel.close()

    asyncio.run(run())
    pieces.sort()
    print(f"\n99.9% of {len(pieces):,}: {1000 * pieces[int((1 - FEW) * len(pieces))]:.2f} ms")
    assert pieces[int((1 - FEW) * len(pieces))] <= LONGEST_S


async def play(client: Client) -> None:
    """Play at once at each turn."""
    seats = ["private", "rule", "rule"]
    _, (place,) = await client.create_table("python_skat", seats, deals=1_000_000)
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)

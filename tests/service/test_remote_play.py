"""Remote play equals local play: same seed, same cards, same actions."""

import asyncio
import hashlib
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import play_game
from vorhand.games.loading import load_game
from vorhand.games.skat.records import check_record, parse_record
from vorhand.service.client.client import Client, Place
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server import agents
from vorhand.service.server.dealing import deal_seed
from vorhand.tests.service.helpers import process
from vorhand.v1 import play_pb2, tables_pb2

SEED = 11


class AtTheTable(pyspiel.Bot):  # type: ignore[misc]
    """An agent of the server, played locally."""

    def __init__(self, spec: str, seed: bytes) -> None:
        pyspiel.Bot.__init__(self)
        self._spec, self._seed = spec, seed

    def restart(self) -> None:
        pass

    def step(self, state: pyspiel.State) -> int:
        return agents.decide(self._spec, state, self._seed)


def at_home(game: str, seats: list[str], players: list[str], deals: int) -> list[pyspiel.State]:
    """Return the deals of a table, played locally; the next seat begins each deal.

    `players` sit in the private seats.
    """
    loaded = load_game(game)
    states = []
    for deal in range(deals):
        seed = deal_seed(SEED, deal)
        remote = iter(players)
        bots: list[pyspiel.Bot] = []
        for seat, spec in enumerate(seats):
            player = (seat - deal) % len(seats)
            private = spec == "private"
            bots.append(
                make_bot(next(remote), loaded, player, 100 + deal)
                if private
                else AtTheTable(spec, seed)
            )
        first = deal % len(seats)
        bots = [*bots[first:], *bots[:first]]
        chance = random.Random(np.random.SeedSequence((SEED, deal)).generate_state(1, "u8").item())
        states.append(play_game(loaded.new_initial_state(), bots, chance))
    return states


def by_player(record: tables_pb2.GetRecordResponse) -> list[float]:
    """Return the scores of a deal, beginning with the player who began it."""
    return [*record.returns[record.first_seat :], *record.returns[: record.first_seat]]


async def over_the_wire(
    client: Client, game: str, seats: list[str], players: list[str], deals: int
) -> list[tables_pb2.GetRecordResponse]:
    """Return the records of such a table, played over the wire."""
    table, places = await client.create_table(game, seats, deals=deals, seed=SEED)
    bots = [RemoteBot(spec, 100) for spec in players]
    ends = await asyncio.gather(
        *(bot.sit(client, at) for bot, at in zip(bots, places, strict=True))
    )
    assert {end.reason for end in ends} == {play_pb2.TABLE_END_REASON_FINISHED}
    records = [await client.record(table.table_id, deal) for deal in range(deals)]
    for bot in bots:
        assert bot.returns == [list(record.returns) for record in records]
    return records


@pytest.mark.parametrize(
    ("game", "seats", "players", "deals"),
    [
        ("python_skat", ["private", "private", "private"], ["rule", "random", "rule"], 3),
        ("python_skat", ["rule", "private", "rule"], ["pimc(worlds=4)"], 3),
        (
            "python_skat",
            ["private", "random", "private"],
            ["ismcts(iterations=20)", "iimc(worlds=2)"],
            2,
        ),
        # A searching agent of the server runs in a separate process.
        ("python_skat", ["pimc(worlds=2)", "rule", "private"], ["rule"], 2),
        ("python_schnapsen(match=true)", ["private", "private"], ["rule", "pimc(worlds=3)"], 1),
        (
            "python_schnapsen",
            ["private", "private"],
            ["ppp(worlds=3)", "mcts(worlds=3,simulations=30)"],
            2,
        ),
        ("python_kinderschnapsen", ["private", "private"], ["vm(worlds=2)", "prm(worlds=2)"], 2),
        ("python_xx", ["private", "private"], ["pimc", "random"], 3),
    ],
)
async def test_the_same_cards_and_actions_as_at_home(
    client: Client, game: str, seats: list[str], players: list[str], deals: int
) -> None:
    records = await over_the_wire(client, game, seats, players, deals)
    states = at_home(game, seats, players, deals)
    assert [list(record.actions) for record in records] == [state.history() for state in states]
    assert [record.first_seat for record in records] == [deal % len(seats) for deal in range(deals)]
    assert [by_player(record) for record in records] == [state.returns() for state in states]


async def test_commitments_open_and_records_replay(client: Client) -> None:
    table, (place,) = await client.create_table("python_skat", ["private", "rule", "rule"])
    assert not table.seeded
    sent: list[bytes] = []
    async with client.sit(place) as stream:
        async for event in stream:
            if event.HasField("cards_dealt"):
                sent.append(event.cards_dealt.commitment)
            if event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)
            if event.HasField("deal_ended"):
                ended = event.deal_ended
    (opening,) = ended.openings
    assert [opening.commitment] == sent
    cards = b"".join(card.to_bytes(4, "little") for card in opening.actions)
    assert hashlib.sha256(opening.nonce + cards).digest() == opening.commitment
    record = await client.record(table.table_id, 0)
    assert list(record.actions)[:32] == list(opening.actions)
    assert not check_record(parse_record(record.record))


@pytest.mark.nightly
async def test_a_table_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """Every acknowledged action is kept, and none occurs twice.

    Every seat acts between two of these actions, so each player must have reconnected.
    """

    async def watched(table_id: str) -> list[int]:
        return [event.sequence async for event in client.watch(table_id)]

    async def follow(place: Place) -> list[int]:
        """Play the lowest action and kill the server in between; return the public actions."""
        seen: list[int] = []
        async with client.sit(place) as stream:
            stream.lost = lost.append
            async for event in stream:
                if event.HasField("moved"):
                    move = event.moved.move
                    seen.append(move.action if move.HasField("action") else -1)
                    if place.seat == 0 and len(seen) in (5, 30):
                        await asyncio.to_thread(running.kill)
                        await asyncio.to_thread(running.start)
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
        assert stream.reconnects  # one kill may happen while the stream still reconnects
        return seen

    lost: list[str] = []  # statuses, as people see them
    with process(tmp_path) as running:
        async with Client(running.address, running.token) as client:
            _, places = await client.create_table(
                "python_skat", ["private", "private", "rule"], deals=2, seed=SEED
            )
            table_id = places[0].table_id
            watching = asyncio.create_task(watched(table_id))
            logs = await asyncio.gather(*(follow(place) for place in places))
            numbers = await watching
            assert numbers == list(range(1, numbers[-1] + 1))
            assert (await client.table(table_id)).state == tables_pb2.TABLE_STATE_ENDED
            records = [await client.record(table_id, deal) for deal in range(2)]
    assert set(lost) == {"UNAVAILABLE"}
    kept = [action for record in records for action in record.actions[32:]]
    for log in logs:
        assert len(log) == len(kept)
        assert all(mine in (theirs, -1) for mine, theirs in zip(log, kept, strict=True))

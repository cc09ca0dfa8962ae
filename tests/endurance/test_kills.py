"""The server is killed repeatedly in the middle of many tables, and no card is lost."""

import asyncio
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.progress import Progress

from vorhand.games.loading import load_game
from vorhand.service.client.client import Client, Place
from vorhand.service.server.entries import Entry, Kind, unpack_returns
from vorhand.service.server.journal import Journal
from vorhand.tests.service.helpers import Process, process
from vorhand.v1 import play_pb2

pytestmark = pytest.mark.nightly

KILLS = 20
TABLES = 50
DEALS = {"python_skat": 30, "python_schnapsen(match=true)": 14}  # each some 1,000 actions
TURNS_TO_A_KILL = 30  # mean turns of the most advanced table between kills


@dataclass
class Player:
    """Plays at random from one seat and records everything it sees and does."""

    place: Place
    deals: int
    choice: random.Random
    seen: dict[int, play_pb2.Event] = field(default_factory=dict)
    answers: dict[int, list[int]] = field(default_factory=dict)
    returns: list[list[float]] = field(default_factory=list)
    ended: play_pb2.TableEnded | None = None

    async def play(self, client: Client) -> None:
        last = 0
        stream = client.sit(self.place, detail=play_pb2.OBSERVATION_DETAIL_NEVER)
        async for event in stream:
            kind = event.WhichOneof("event")
            if kind == "turn":
                action = self.choice.choice(event.turn.legal_actions).id
                self.answers.setdefault(event.sequence, []).append(action)
                await stream.act(event, action)
            elif kind not in ("seated", "refused"):
                assert event.sequence > last, "told twice, or out of order"
                last = event.sequence
                self.seen[event.sequence] = event
                if kind == "deal_ended":
                    self.returns.append(list(event.deal_ended.returns))
                elif kind == "table_ended":
                    self.ended = event.table_ended


async def make_tables(client: Client) -> list[list[Player]]:
    tables = []
    for number in range(TABLES):
        game = list(DEALS)[number % len(DEALS)]
        seats = ["private"] * load_game(game).num_players()
        _, places = await client.create_table(game, seats, deals=DEALS[game], seed=number)
        tables.append(
            [
                Player(place, DEALS[game], random.Random(10 * number + place.seat))
                for place in places
            ]
        )
    return tables


def turns_played(tables: list[list[Player]]) -> int:
    """Return the number of turns answered at the table that has advanced most."""
    return max(sum(len(player.answers) for player in table) for table in tables)


async def kill_again_and_again(
    server: Process,
    tables: list[list[Player]],
    playing: list[asyncio.Task[None]],
    chance: random.Random,
) -> int:
    """Kill and restart the server while all of them play; return the number of kills."""
    kills, due = 0, chance.randrange(1, 2 * TURNS_TO_A_KILL)
    with Progress(disable=not sys.stdout.isatty()) as progress:
        bar = progress.add_task("kills", total=KILLS)
        while kills < KILLS and not any(task.done() for task in playing):
            if turns_played(tables) < due:
                await asyncio.sleep(0.002)
                continue
            await asyncio.to_thread(server.kill)
            kills += 1
            await asyncio.to_thread(server.start)
            progress.advance(bar)
            due += chance.randrange(1, 2 * TURNS_TO_A_KILL)
    return kills


def check_against_journal(player: Player, entries: list[Entry]) -> None:
    """Compare a client's events and actions with the journal, entry by entry."""
    moved = {
        sequence: entry
        for sequence, entry in enumerate(entries, 1)
        if entry.kind in (Kind.MOVED, Kind.STOOD_IN)
    }
    told = {
        sequence: event.moved for sequence, event in player.seen.items() if event.HasField("moved")
    }
    assert told.keys() == moved.keys()
    for sequence, entry in moved.items():
        move = told[sequence].move
        assert move.seat == entry.seat
        assert not move.HasField("action") or move.action == entry.value
    assert all(entry.kind != Kind.STOOD_IN for entry in moved.values())
    # Every turn was answered once, by something that the client sent for this turn.
    own = [entry.value for entry in moved.values() if entry.seat == player.place.seat]
    turns = [player.answers[turn] for turn in sorted(player.answers)]
    assert len(own) == len(turns)
    assert all(action in answers for action, answers in zip(own, turns, strict=True))
    returns = [unpack_returns(entry.data) for entry in entries if entry.kind == Kind.DEAL_ENDED]
    assert returns == player.returns


async def check_records(client: Client, player: Player) -> None:
    """Replay the records of a table and compare with the scores that players received."""
    for deal, returns in enumerate(player.returns):
        record = await client.record(player.place.table_id, deal)
        state = load_game(record.game).new_initial_state()
        for action in record.actions:
            state.apply_action(action)
        scores = state.returns()
        first = deal % len(scores)  # the seat that began, and is player 0
        assert scores == [*returns[first:], *returns[:first]]
        assert (record.first_seat, list(record.returns)) == (first, returns)


@pytest.mark.parametrize("seed", [1])
def test_no_action_is_lost_or_doubled(tmp_path: Path, seed: int) -> None:
    """kill -9, at least 20 times, under 50 tables with a client in every seat."""

    async def run(server: Process) -> None:
        async with Client(server.address, server.token) as client:
            tables = await make_tables(client)
            players = [player for table in tables for player in table]
            playing = [asyncio.create_task(player.play(client)) for player in players]
            kills = await kill_again_and_again(server, tables, playing, random.Random(seed))
            await asyncio.gather(*playing)
            assert kills >= KILLS
            journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}")
            for table in tables:
                entries = list(journal.entries(table[0].place.table_id))
                for player in table:
                    assert player.ended is not None
                    assert player.ended.reason == play_pb2.TABLE_END_REASON_FINISHED
                    assert len(player.returns) == player.deals
                    check_against_journal(player, entries)
                await check_records(client, table[0])
            journal.close()

    with process(tmp_path) as server:
        asyncio.run(asyncio.wait_for(run(server), 1800))

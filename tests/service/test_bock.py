"""Bock rounds at tables: the table counts the deals that are left, and plays them as Bock."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.service.client.client import Client
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.agents import state_after
from vorhand.service.server.entries import Kind, pack_start, unpack_start
from vorhand.service.server.events import EVERYTHING
from vorhand.service.server.table import Table
from vorhand.tests.games.skat.plain_ramsch import card_text, points_of
from vorhand.tests.games.skat.test_kontra import kontra_action
from vorhand.tests.service.helpers import is_turn, play_until, refused, serving, until_ended
from vorhand.tests.sizes import sizes
from vorhand.v1 import play_pb2, tables_pb2

INVALID = grpc.StatusCode.INVALID_ARGUMENT
BIDDING = "python_skat(kontra=true,ramsch=true)"
GRAND_HAND = "python_skat(start=play GH by 1 cards ?)"
CONTRACTS = ("diamonds", "hearts", "spades", "clubs", "grand", "null")

Moves = list[tuple[int, str]]
"""The player, 0 for forehand, and the name of each move."""


def setup(seats: int, game: str, **options: Any) -> tables_pb2.CreateTableRequest:
    """Return the request for a table of agents at which the deal goes round."""
    agent = tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_AGENT, agent="rule")
    return tables_pb2.CreateTableRequest(
        game=game, seats=[agent] * seats, dealing=tables_pb2.DEALING_ROTATES, **options
    )


# The reference: the events by docs/skat-club-rules.md, and a calendar of the Bock deals.


def strength(card: str, contract: str, led: str) -> tuple[int, int]:
    """Return the order of a card in a trick; the highest takes it."""
    suit, rank = card[0], card[1]
    if contract == "null":
        return int(suit == led[0]), "789TJQKA".index(rank)
    if rank == "J":
        return 3, "DHSC".index(suit)
    if suit == contract[0].upper():
        return 2, "789QKTA".index(rank)
    return int(suit == led[0] and led[1] != "J"), "789QKTA".index(rank)


def is_card(name: str) -> bool:
    return len(name) == 2 and name[0] in "DHSC" and name[1] in "789TJQKA"


def starting_events(moves: Moves, skat: Sequence[str], lost: Sequence[bool]) -> list[str]:
    """Return the events of a deal, each of which starts a Bock round."""
    names = [name for _, name in moves]
    at = next((k for k, name in enumerate(names) if name.split()[0] in CONTRACTS), None)
    if at is None:
        return []  # passed in, or Ramsch
    soloist, contract = moves[at][0], names[at].split()[0]
    hand = "hand" in names[:at]
    points = points_of(skat if hand else [name for name in names[:at] if is_card(name)])
    plays = [(player, name) for player, name in moves[at:] if is_card(name)]
    for trick in (plays[first : first + 3] for first in range(0, len(plays) - 2, 3)):
        led = trick[0][1]
        taker, _ = max(trick, key=lambda play: strength(play[1], contract, led))
        points += points_of([name for _, name in trick]) if taker == soloist else 0
    events = []
    if contract != "null" and lost[soloist] and points == 60:
        events.append("60 points")
    if contract == "grand" and hand and not lost[soloist]:
        events.append("grand hand")
    if "re" in names or ("kontra" in names and lost[soloist]):
        events.append("kontra")
    return events


def check_numbers(
    events: Sequence[play_pb2.Event], seats: int, begun_with: int, said: Moves
) -> Counter[str]:
    """Check the numbers in the events of a table by a calendar of its Bock deals; count cases.

    The calendar knows the number of the last Bock deal. A round is entered after that deal or the
    deal that starts the round. `said` are the moves with which the game begins every deal.
    """
    last, first, moves = begun_with - 1, 0, list(said)
    seen = Counter[str]()
    for event in events:
        if event.HasField("deal_started"):
            started, moves = event.deal_started, list(said)
            first = started.first_seat
            assert started.bock_deals == max(0, last - started.deal + 1)
            seen["bock" if started.bock_deals else "plain"] += 1
        elif event.HasField("moved"):
            moves.append(((event.moved.move.seat - first) % seats, event.moved.move.name))
        elif event.HasField("deal_ended"):
            ended = event.deal_ended
            skat = [card_text(card) for card in ended.openings[0].actions[-2:]]
            lost = [ended.returns[(first + player) % seats] < 0 for player in range(3)]
            found = starting_events(moves, skat, lost)
            seen.update(found)
            seen["several"] += len(found) > 1
            seen["in a round"] += bool(found) and last > ended.deal
            if found:
                last = max(last, ended.deal) + seats * len(found)
            assert ended.bock_deals == max(0, last - ended.deal)
    return seen


def doubled(state: pyspiel.State) -> list[float]:
    """Return the scores of a deal if its value counted double, by Seeger and Fabian."""
    scores, soloist = list(state.returns()), state.deal.soloist
    if soloist < 0:
        return [2 * score for score in scores]
    scores[soloist] = 2 * scores[soloist] + (50 if scores[soloist] < 0 else -50)
    return scores


# Tables.


@pytest.mark.parametrize("count", sizes(100, 2_000))
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("game", [BIDDING, GRAND_HAND])
def test_numbers_and_values_agree_with_the_reference(game: str, seats: int, count: int) -> None:
    """Random deals, after each of which a restored table goes on with the same number."""
    rng, request = random.Random(seats), setup(seats, game, deals=count, bock_deals=2, seed=seats)
    table, other, events = Table(request), Table(request), list[play_pb2.Event]()
    while not table.ended:
        before, table.suspended = table.sequence, False
        entries = table.start()
        other.start()
        assert (other.deal, other.bock_deals, other.game) == (
            table.deal,
            table.bock_deals,
            table.game,
        )
        table.suspended = True
        while table.to_act >= 0:
            entries += table.move(table.to_act, kontra_action(table.state, rng))
        plain = state_after(game, [int(action) for action in table.state.history()])
        expected = doubled(plain) if table.bock_deals else list(plain.returns())
        expected = [30 if seats == 4 and score == 40 else score for score in expected]
        assert [table.returns[table.seat_of(player)] for player in range(3)] == expected
        other = Table(request, sequence=before)
        for entry in entries:
            other.apply_checked(entry)
        events += [logged.seen_by(EVERYTHING) for logged in table.unsent]
        table.unsent = []
    seen = check_numbers(
        events, seats, 2, [(1, "hand"), (1, "grand")] if game == GRAND_HAND else []
    )
    assert seen["bock"] + seen["plain"] == count
    assert min(seen["bock"], seen["plain"], seen["in a round"]) > 0
    assert seen["grand hand" if game == GRAND_HAND else "kontra"] > 0
    if count > 1_000:
        assert seen["60 points"] > 0
        assert seen["several"] > 0 or game == GRAND_HAND


def test_a_deal_that_is_given_up_starts_no_round() -> None:
    table = Table(setup(3, GRAND_HAND, deals=9, bock_deals=3))
    table.start()
    table.end(play_pb2.TABLE_END_REASON_RESIGNED, table.to_act)
    (ended,) = [
        logged.own.deal_ended for logged in table.unsent if logged.own.HasField("deal_ended")
    ]
    assert ended.bock_deals == 2


@pytest.mark.parametrize("seats", [3, 4])
async def test_everybody_knows_the_number(client: Client, seats: int) -> None:
    """A player, a spectator, the description of the table and the records say the same."""
    games: dict[int, str] = {}

    def made(game: pyspiel.Game, player: int, deal: int) -> pyspiel.Bot:
        games[deal] = str(game)
        return make_bot("rule", game, player, deal)

    others = ["pimc(worlds=2)", "rule", "rule"][: seats - 1]
    table, (place,) = await client.create_table(
        "python_skat", ["private", *others], deals=seats, seed=2, bock_deals=2
    )
    assert (table.game, table.bock_deals) == ("python_skat", 2)
    await RemoteBot(made).sit(client, place)
    await until_ended(client.table, table.table_id)
    shown = [event async for event in client.watch(table.table_id, delayed=True)]
    check_numbers(shown, seats, 2, [])
    numbers = [event.deal_started.bock_deals for event in shown if event.HasField("deal_started")]
    assert numbers[:3] == [2, 1, 0]
    for deal, left in enumerate(numbers):
        record = await client.record(table.table_id, deal)
        name = "python_skat(bock=true)" if left else "python_skat"
        assert record.game == name
        assert name == "python_skat" or name in record.record
        if deal in games:
            assert ("bock=True" in games[deal]) == (left > 0)
        if seats == 3:
            scores = list(state_after(record.game, list(record.actions)).returns())
            at = record.first_seat
            assert [*record.returns[at:], *record.returns[:at]] == scores
    assert (await client.table(table.table_id)).bock_deals == numbers[-1]


def test_a_restart_in_a_round_keeps_the_number(tmp_path: Path) -> None:
    """The server restarts at a turn of the second of three Bock deals of a table for four."""

    async def run() -> None:
        seats = ["private", "private", "rule", "rule"]
        async with serving(tmp_path) as (_, client):
            table, (one, two) = await client.create_table(
                BIDDING, seats, deals=5, seed=5, bock_deals=3
            )
            beside = asyncio.create_task(play_until(client, one, lambda event: False))
            await play_until(client, two, is_turn(1, 1))
            beside.cancel()
        async with serving(tmp_path) as (_, client):
            restored = await client.table(table.table_id)
            assert (restored.deals_finished, restored.bock_deals) == (1, 2)
            playing = asyncio.create_task(play_until(client, one, lambda event: False))
            async with client.sit(two) as stream:
                async for event in stream:
                    if event.HasField("seated"):
                        assert event.seated.table.bock_deals == 2
                    if event.HasField("turn"):
                        assert event.observation.game.endswith(",bock=true)") == (
                            (await client.table(table.table_id)).bock_deals > 0
                        )
                        await stream.act(event, event.turn.legal_actions[0].id)
            await playing
            shown = [event async for event in client.watch(table.table_id, delayed=True)]
            check_numbers(shown, 4, 3, [])
            assert sum(event.HasField("deal_started") for event in shown) == 5

    asyncio.run(run())


async def test_tables_without_bock_rounds_say_nothing_of_them(client: Client) -> None:
    """Clients and journals from before them see what they always saw."""
    made, _ = await client.create_table("python_skat", ["rule"] * 3, deals=2, seed=1)
    await until_ended(client.table, made.table_id)
    assert not (await client.table(made.table_id)).HasField("bock_deals")
    async for event in client.watch(made.table_id):
        assert not event.deal_started.HasField("bock_deals")
        assert not event.deal_ended.HasField("bock_deals")
    table = Table(setup(3, "python_skat", deals=2))
    (started, *_) = table.start()
    assert started.kind == Kind.DEAL_STARTED
    assert len(started.data) == 16


@pytest.mark.parametrize("number", [0, 1, 4_000_000_000])
def test_the_beginning_of_a_deal_is_read_back(number: int) -> None:
    assert unpack_start(pack_start(bytes(range(16)), number)) == (bytes(range(16)), number)


async def test_games_without_bock_rounds_are_refused(client: Client) -> None:
    with refused(INVALID, "python_schnapsen: has no Bock rounds"):
        await client.create_table("python_schnapsen", ["rule"] * 2, bock_deals=0)
    for rule in ("true", "false"):
        with refused(INVALID, "expected no parameter bock at a table with Bock rounds"):
            await client.create_table(f"python_skat(bock={rule})", ["rule"] * 3, bock_deals=0)
    with refused(INVALID, "bock_deals=1000001: expected at most 1,000,000"):
        await client.create_table("python_skat", ["rule"] * 3, bock_deals=1_000_001)

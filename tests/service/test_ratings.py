"""Ratings: which deals count, that each counts once, and how results are stored."""

import asyncio
import json
import math
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce

from vorhand.service.server.entries import Entry, Kind, pack_returns
from vorhand.service.server.journal import Grant, Journal
from vorhand.service.server.ratings import Ratings
from vorhand.service.server.results import result_statements
from vorhand.service.server.schema import RESULTS
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import process
from vorhand.tests.service.stranger import Stranger, new
from vorhand.v1 import play_pb2, ratings_pb2, ratings_pb2_grpc, tables_pb2

GAME = "python_schnapsen"
AGENT, OPEN = tables_pb2.SEAT_KIND_AGENT, tables_pb2.SEAT_KIND_OPEN


async def listed(who: Stranger, **asked: Any) -> list[Any]:
    stub: Any = ratings_pb2_grpc.RatingsServiceStub(who.channel)
    return list((await stub.ListRatings(ratings_pb2.ListRatingsRequest(**asked))).ratings)


def of(ratings: Sequence[Any], name: str) -> Any:
    (found,) = [rating for rating in ratings if rating.name == name]
    return found


async def rated(who: Stranger, deals: int) -> list[Any]:
    """Return the ratings as soon as they include this number of deals."""
    found: list[Any] = []

    async def there() -> bool:
        found[:] = await listed(who)
        return bool(sum(rating.deals for rating in found if rating.agent) >= deals)

    await until(there)
    return found


@pytest.mark.extended
async def test_people_and_agents_are_rated_by_the_deals_they_finish(operator: Stranger) -> None:
    token = await new(operator, "anna")
    table_id, _ = await operator.make(GAME, ["open", "random"], deals=6)
    await operator.play(await operator.take(table_id, token=token))
    found = await rated(operator, 6)
    anna, agent = of(found, "anna"), of(found, "random")
    assert (anna.deals, anna.agent, agent.deals, agent.agent) == (6, False, 6, True)
    model = PlackettLuce()
    one, other = model.rating(), model.rating()
    total = 0.0
    for deal in range(6):
        request = tables_pb2.GetRecordRequest(table_id=table_id, deal=deal)
        scores = list((await operator.tables.GetRecord(request)).returns)
        ((one,), (other,)) = model.rate([[one], [other]], scores=scores)
        total += scores[0]
    assert (anna.mean, anna.deviation) == pytest.approx((one.mu, one.sigma))
    assert (agent.mean, agent.deviation) == pytest.approx((other.mu, other.sigma))
    assert anna.mean_score == pytest.approx(total / 6)
    assert found == sorted(found, key=lambda rating: -rating.rating)
    assert await listed(operator, game="python_schnapsen") == found
    assert await listed(operator, least_deals=7) == []
    assert await listed(operator, game="python_skat") == []
    assert await listed(operator, limit=1) == found[:1]
    command = [sys.executable, "-m", "vorhand", "ratings", "--connect", operator.address]
    shown = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=True
    )
    assert "anna" in shown.stdout


async def test_deals_that_say_nothing_do_not_count(operator: Stranger) -> None:
    anna = await new(operator, "anna")
    for seats, names, more in (
        (["open", "random"], [""], {}),  # no account
        (["open", "random"], [anna], {"seed": 1}),  # the creator could know the cards
        (["open", "random"], [anna], {"unrated": True}),
        (["open", "open"], [anna, anna], {}),  # against themselves
        (["random", "rule"], [], {}),  # only agents
    ):
        table_id, _ = await operator.make(GAME, seats, **more)
        taken = [await operator.take(table_id, token=name) for name in names]
        await asyncio.gather(*(operator.play(seat) for seat in taken))
    table_id, _ = await operator.make(GAME, ["open", "random"])
    await operator.play(await operator.take(table_id, token=anna))
    assert sum(rating.deals for rating in await rated(operator, 1)) == 2


def setup_of(*kinds: tuple[int, str]) -> tables_pb2.CreateTableRequest:
    seats = [tables_pb2.SeatSetup(kind=kind, agent=agent) for kind, agent in kinds]  # type: ignore[arg-type]
    return tables_pb2.CreateTableRequest(game="python_skat", seats=seats)


def test_agents_of_others_and_who_has_no_name_are_not_rated() -> None:
    ended, moved = Entry(Kind.DEAL_ENDED, data=pack_returns([1.0, 2.0, 3.0])), Entry(Kind.MOVED)
    anna, nobody = Grant(b"", "anna"), Grant(b"")
    rule, remote = (AGENT, "rule"), (AGENT, "grpc://127.0.0.1:1")

    def rated(*seats: tuple[tables_pb2.SeatKind.ValueType, str], grants: dict[int, Grant]) -> int:
        setup = setup_of(*seats, (OPEN, ""))
        return len(result_statements("table", setup, grants, [moved, ended], ()))

    assert rated(rule, rule, grants={2: anna}) == 1
    assert rated(rule, rule, grants={2: nobody}) == 0
    assert rated(rule, rule, grants={}) == 0
    assert rated(rule, remote, grants={2: anna}) == 0
    for odd in (math.nan, math.inf, -math.inf):
        ended = Entry(Kind.DEAL_ENDED, data=pack_returns([1.0, odd, 3.0]))
        assert rated(rule, rule, grants={2: anna}) == 0


def add(journal: Journal, deal: int, players: Sequence[str], scores: Sequence[float]) -> None:
    row = {
        "table_id": "table",
        "deal": deal,
        "ended": float(deal),
        "game": "g",
        "players": json.dumps([("account", name) for name in players]),
        "scores": json.dumps(scores),
    }
    with journal._engine.begin() as connection:
        connection.execute(sa.insert(RESULTS).values(row))


async def test_each_deal_counts_once_whoever_rates_it(journal_url: str) -> None:
    """Two servers of a database rate at the same time, many times."""
    chance = random.Random(1)
    journals = [Journal(journal_url, name) for name in ("one", "two")]
    for journal in journals:
        journal.start()
    deals = 0
    for _ in range(2):
        for _ in range(130):
            names = chance.sample(["anna", "bert", "carl", "dora"], 3)
            add(journals[0], deals, names, [chance.choice([-1.0, 0.0, 2.0]) for _ in names])
            deals += 1
        both = [asyncio.to_thread(Ratings(journal).rate_some) for journal in journals]
        await asyncio.gather(*both)
    while Ratings(journals[0]).rate_some():
        pass
    found = Ratings(journals[1]).best("g", 10, 0)
    assert sum(rating.deals for _, rating in found) == 3 * deals
    for journal in journals:
        journal.close()


async def test_who_wins_more_is_rated_higher(journal_url: str) -> None:
    """An account with two of three seats is rated as one player."""
    journal = Journal(journal_url)
    journal.start()
    chance = random.Random(2)
    for deal in range(200):
        add(journal, deal, ["weak", "strong", "weak"], [0, float(chance.random() < 0.7), 0])
    while Ratings(journal).rate_some():
        pass
    (first, best), (second, other) = Ratings(journal).best("", 10, 0)
    assert (first.name, second.name) == ("strong", "weak")
    assert (best.deals, other.deals) == (200, 200)
    assert best.mean - best.deviation > other.mean + other.deviation
    journal.close()


@pytest.mark.nightly
async def test_deals_count_once_though_the_server_is_killed(tmp_path: Path) -> None:
    admin = tmp_path / "admin"
    with process(tmp_path, "--admin-token-file", str(admin)) as running:
        async with Stranger(running.address, running.token) as anna:
            table_id, _ = await anna.make(GAME, ["open", "random"], deals=400)
            seat = await anna.take(table_id, token=running.token)
            seen: list[play_pb2.Event] = []
            playing = asyncio.create_task(anna.play(seat, seen))
            await until(lambda: sum(event.HasField("deal_ended") for event in seen) >= 3)
            playing.cancel()
            await asyncio.wait({playing})
        running.kill()
        running.start()
        async with Stranger(running.address, admin.read_text().strip()) as operator:
            await operator.admin("Drain")  # nobody continues
            (table,) = (await operator.admin("ListAllTables")).tables
            deals = table.table.deals_finished
            ratings = await rated(operator, deals)
            await asyncio.sleep(0.3)
            assert await listed(operator) == ratings
    assert deals == of(ratings, "token").deals > 0


@pytest.mark.parametrize("journal_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "odd", [[1.0], [math.nan, 1.0], [1.0, math.inf], [-math.inf, math.inf], [1e308, -1e308]]
)
async def test_a_result_that_cannot_be_rated_holds_up_no_other(
    journal_url: str, odd: Sequence[float]
) -> None:
    """Damaged rows and odd scores are skipped; huge scores count until their sum is too large."""
    journal = Journal(journal_url)
    journal.start()
    for deal, scores in enumerate(([1.0, 0.0], [2.0], odd, [0.0, 1.0], odd)):
        add(journal, deal, ["anna", "bert"], scores)
    with journal._engine.begin() as connection:
        cut = sa.update(RESULTS).where(RESULTS.c.deal == 1).values(players='[["acc')
        connection.execute(cut)
    assert Ratings(journal).rate_some() == 5
    assert Ratings(journal).rate_some() == 0
    found = [rating for _, rating in Ratings(journal).best("g", 10, 0)]
    rated = 3 if odd[-1] == -1e308 else 2
    assert [rating.deals for rating in found] == [rated, rated]
    assert all(math.isfinite(rating.value) for rating in found)
    journal.close()

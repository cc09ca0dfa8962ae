"""Two servers on a database whose commits take longer than their lease."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from vorhand.service.client.client import Client
from vorhand.tests import limits
from vorhand.tests.endurance.test_kills import Player
from vorhand.tests.service.test_takeover import check, pair, sit_down, until_moved

_LEASE, _SLOW_S = "3", 4  # seconds
# A deferred trigger runs within COMMIT, with all that the transaction has locked still held.
_SLOW = f"""
CREATE TABLE slowness (now bool);
CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM slowness) THEN PERFORM pg_sleep({_SLOW_S}); END IF; RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON servers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION slow();
"""

pytestmark = pytest.mark.parametrize("journal_url", ["postgresql"], indirect=True)


class Database:
    """The database that both servers share, of which commits can be slow."""

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url, poolclass=sa.NullPool)

        with self._engine.begin() as connection:
            connection.exec_driver_sql(_SLOW)

    def slow(self, on: bool) -> None:
        """Make commits of servers slow from now on, or fast again."""
        change = "INSERT INTO slowness VALUES (true)" if on else "DELETE FROM slowness"
        with self._engine.begin() as connection:
            connection.exec_driver_sql(change)

    def beat(self, server: str) -> int:
        """Return the number of transactions that a server has committed."""
        query = sa.text("SELECT beat FROM servers WHERE name = :name")
        with self._engine.connect() as connection:
            return int(connection.execute(query, {"name": server}).scalar_one())

    def is_committing(self, server: str) -> bool:
        """Return whether a server is within a commit: the row of its name is locked."""
        query = sa.text("SELECT beat FROM servers WHERE name = :name FOR UPDATE SKIP LOCKED")
        with self._engine.connect() as connection:
            return connection.execute(query, {"name": server}).first() is None


async def until(what: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    await limits.until(lambda: asyncio.to_thread(what))


async def under_way(maker: Client, client: Client) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Return players at two new tables, in the middle of play."""
    players = [player for _ in range(2) for player in await sit_down(maker)]
    playing = [asyncio.create_task(player.play(client)) for player in players]
    await until_moved(players)
    return players, playing


def taken_over(folder: Path) -> bool:
    """Return whether the second server has taken over from the first."""
    return "taken over" in (folder / "two" / "log").read_text()


@pytest.mark.extended
async def test_slow_commits_are_no_reason_to_take_over(tmp_path: Path, journal_url: str) -> None:
    """A server that waits for its disk longer than the other's lease keeps its tables."""
    async with (
        pair(tmp_path, journal_url, _LEASE) as (one, two),
        Client(one.address, one.token) as first,
    ):
        database = Database(journal_url)
        players, playing = await under_way(first, first)
        before = database.beat("one")
        database.slow(True)
        await until(lambda: database.beat("one") >= before + 2)
        assert not any(task.done() for task in playing)
        database.slow(False)
        await asyncio.gather(*playing)
        check(journal_url, players)
        assert not taken_over(tmp_path)
        for running in (one, two):
            assert await asyncio.to_thread(running.terminate) == 0


@pytest.mark.nightly
async def test_who_is_killed_within_a_slow_commit_is_taken_over_from(
    tmp_path: Path, journal_url: str
) -> None:
    """After a kill during a commit the acknowledged events stand, and the tables go on.

    Events that were being written stand or not.
    """
    async with pair(tmp_path, journal_url, _LEASE) as (one, two):
        database, both = Database(journal_url), f"ipv4:{one.address},{two.address}"
        async with Client(one.address, one.token) as first, Client(both) as either:
            players, playing = await under_way(first, either)
            database.slow(True)
            await until(lambda: database.is_committing("one"))
            one.kill()
            await until(lambda: taken_over(tmp_path))
            database.slow(False)
            await asyncio.gather(*playing)
            check(journal_url, players)
        assert await asyncio.to_thread(two.terminate) == 0

"""Concurrent changes of tokens and bans, also during reads."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from vorhand.service.server.account_store import AccountStore, Ban, Caller
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.journal import Journal
from vorhand.service.server.rights import Rights
from vorhand.tests.limits import HANGING_S, until

DAY_S = 86_400.0


@dataclass(frozen=True)
class Slow(AccountStore):
    """A store that reports each read and write some time before it returns."""

    read: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    written: asyncio.Event = field(default_factory=asyncio.Event)

    def tokens(self) -> dict[bytes, Caller]:
        found = super().tokens()
        self.read.set()
        assert self.go_on.wait(HANGING_S)
        return found

    async def end_tokens(self, hashes: Sequence[bytes], now: float) -> None:
        await super().end_tokens(hashes, now)
        self.written.set()
        await asyncio.sleep(0)


@contextlib.contextmanager
def kept(folder: Path) -> Iterator[Rights]:
    """Yield the rights of a journal; enter this context in an event loop."""
    journal = Journal(f"sqlite:///{folder / 'tables.db'}")
    journal.start()
    yield Rights(journal)
    journal.close()


def is_refused(rights: Rights, token: str) -> bool:
    try:
        rights.caller(token)
    except ServiceError:
        return True
    return False


async def test_what_changes_while_it_is_read_anew_holds(tmp_path: Path) -> None:
    with kept(tmp_path) as rights:
        old, _ = await rights.create_token("old", None)
        await rights.ban(Ban("name", "carl"))
        slow = Slow(rights.journal)
        rights.accounts = slow
        loading = asyncio.create_task(rights.load())
        await asyncio.to_thread(slow.read.wait, HANGING_S)
        making = asyncio.create_task(rights.create_token("anna", None))
        others = [
            asyncio.create_task(rights.revoke(name="old")),
            asyncio.create_task(rights.ban(Ban("name", "bert"))),
            asyncio.create_task(rights.lift("name", "carl")),
        ]
        await asyncio.wait([making, *others], timeout=0.3)
        slow.go_on.set()
        await asyncio.gather(loading, *others)
        token, _ = await making
        assert rights.caller(token).name == "anna"
        assert is_refused(rights, old)
        with pytest.raises(ServiceError, match="bert is shut out"):
            rights.check_not_banned("bert")
        rights.check_not_banned("carl")


async def test_a_change_is_done_though_nobody_waits_for_it(tmp_path: Path) -> None:
    with kept(tmp_path) as rights:
        token, _ = await rights.create_token("anna", None)
        slow = Slow(rights.journal)
        rights.accounts = slow
        revoking = asyncio.create_task(rights.revoke(name="anna"))
        await slow.written.wait()
        revoking.cancel()
        await asyncio.wait({revoking})
        async with asyncio.timeout(HANGING_S):
            await until(lambda: is_refused(rights, token))


async def test_what_is_over_for_long_is_forgotten_but_for_names(tmp_path: Path) -> None:
    with kept(tmp_path) as rights:
        for name, seconds in (("anna", -3 * DAY_S), ("bert", -3 * DAY_S), ("anna", -60.0)):
            await rights.create_token(name, seconds)
        await rights.create_token("anna", None)
        await rights.ban(Ban("name", "carl", time.time() - 1))
        await rights.ban(Ban("address", "10.0.0.0/8"))
        for _ in range(2):
            names = sorted(token.name for token in rights.all_tokens())
            assert names == ["anna", "anna", "bert"]
            await rights.load()
        assert [ban.whom for ban in rights.bans()] == ["10.0.0.0/8"]
        with rights.journal.reading() as connection:
            found = connection.exec_driver_sql("SELECT whom FROM bans").all()
        assert [whom for (whom,) in found] == ["10.0.0.0/8"]

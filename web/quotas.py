"""The quotas of tables and accounts per browser and per network address.

The page creates all tables and accounts with its own tokens, so the table server cannot distinguish
browsers. One browser could use up the page's share of tables and new names, and lock out all
others. Each browser is identified by a cookie and, since cookies can be discarded, also by its
address.

Two things are limited: the rate of creation (token buckets), and the number of tables under way at
once. The tables under way are remembered beyond the process, in a private file.
"""

import contextlib
import json
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import grpc
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from vorhand.service.client.client import RemoteError
from vorhand.service.server.rate_limits import Bucket, Buckets
from vorhand.service.server.tokens import is_token, new_token
from vorhand.web.answers import Quota
from vorhand.web.guard import KEPT_S, set_cookie
from vorhand.web.private_files import replace_private
from vorhand.web.question_workers import AskError
from vorhand.web.wire import address_of

_KINDS = ("browser", "address")  # in the order of `Creator`
_COOKIE = "vorhand-browser"
_CREATOR = "vorhand_creator"  # attribute of a connection's state
_MOST_KEPT = 2000  # maximum number of tables whose creators are remembered
_LOOK_AGAIN_S = 5.0  # shortest interval between checks of a creator's tables
_UNCLEAR = (  # errors after which a table or an account may have been created nevertheless
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.UNKNOWN,
)


class QuotaError(AskError):
    """A browser or an address that has reached a quota, and seconds until a retry makes sense."""

    def __init__(self, message: str, quota: Quota, wait_s: float) -> None:
        super().__init__(f"{message}; try again in {math.ceil(wait_s)} s", 429)
        self.quota: Quota = quota
        self.wait_s = wait_s


@dataclass(frozen=True)
class Limits:
    """The quotas of one browser and of one address.

    Attributes:
      tables_per_browser, tables_per_address: tables that may be under way. After a pause twice this
      number may be created at once, then this number a minute.
      accounts_per_browser, accounts_per_address: accounts that may be created at once after a
      pause, then this number in twenty minutes.
    """

    tables_per_browser: int = 12
    tables_per_address: int = 60
    accounts_per_browser: int = 3
    accounts_per_address: int = 20


class Creator(NamedTuple):
    """The creator of a table or an account."""

    browser: str  # the value of its cookie; a new one if it has none
    address: str  # the network address, see `address_of`


def creator_of(connection: HTTPConnection) -> Creator:
    """Return the creator who sends a request; the same in repeated calls."""
    if not hasattr(connection.state, _CREATOR):
        known = connection.cookies.get(_COOKIE, "")
        browser = known if is_token(known, "browser") else new_token("browser")
        setattr(connection.state, _CREATOR, Creator(browser, address_of(connection)))
    creator: Creator = getattr(connection.state, _CREATOR)
    return creator


def set_browser_cookie(request: Request, response: Response) -> None:
    """Store in a browser the cookie that identifies it."""
    set_cookie(request, response, _COOKIE, creator_of(request).browser, KEPT_S)


def is_refusal(error: Exception) -> bool:
    """Return whether an error says that nothing was created."""
    return not (isinstance(error, RemoteError) and error.code in _UNCLEAR)


@dataclass
class Quotas:
    """The tables and accounts created by each browser and address.

    The private file ``kept``, if given, preserves the creators of tables beyond this process.
    """

    limits: Limits
    is_running: Callable[[str], Awaitable[bool]]
    kept: Path | None = None
    clock: Callable[[], float] = time.monotonic
    _buckets: Buckets[tuple[str, str]] = field(default_factory=Buckets)
    _tables: dict[str, Creator] = field(default_factory=dict)
    # tables being created, by browser and by address
    _making: dict[str, int] = field(default_factory=dict)
    _looked: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kept is None:
            return
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            found = json.loads(self.kept.read_bytes())
            self._tables = {
                str(table): Creator(*map(str, creator)) for table, creator in found.items()
            }

    @contextlib.contextmanager
    def creating_account(self, creator: Creator) -> Iterator[None]:
        """Count an account under creation; raise QuotaError if its creator has created too many."""
        most = (self.limits.accounts_per_browser, self.limits.accounts_per_address)
        with self._taking("new accounts", creator, most, at_once=1.0, a_minute=1 / 20):
            yield

    @contextlib.asynccontextmanager
    async def creating_table(self, creator: Creator) -> AsyncIterator[Callable[[str], None]]:
        """Count a table under creation, and yield a function that records its identifier.

        Raises:
          QuotaError: its creator has created too many, or has too many under way.
        """
        most = (self.limits.tables_per_browser, self.limits.tables_per_address)
        with self._taking("new tables", creator, most, at_once=2.0, a_minute=1.0) as use_up:
            for kind, who, number in zip(_KINDS, creator, most, strict=True):
                await self._check_open(kind, who, number)

            def made(table: str) -> None:
                use_up()
                self._note(table, creator)

            with self._under_creation(creator):
                yield made

    @contextlib.contextmanager
    def _under_creation(self, creator: Creator) -> Iterator[None]:
        for who in creator:
            self._making[who] = self._making.get(who, 0) + 1
        try:
            yield
        finally:
            for who in creator:
                self._making[who] -= 1
                if not self._making[who]:
                    del self._making[who]

    def forget(self, table: str) -> None:
        """Record that a table is over."""
        if self._tables.pop(table, None) is not None:
            self._write()

    @contextlib.contextmanager
    def _taking(
        self,
        quota: Quota,
        creator: Creator,
        most: tuple[int, int],
        *,
        at_once: float,
        a_minute: float,
    ) -> Iterator[Callable[[], None]]:
        """Count something against two quotas, that of the browser and that of the address.

        `at_once` and `a_minute` are multiples of `most`. If its creation is refused, the units are
        given back. Yield a function that prevents this: after its call the units count in any case.
        """

        def buckets() -> Iterator[Bucket]:
            for who, number in zip(creator, most, strict=True):
                per_s, burst = number * a_minute / 60, number * at_once
                yield self._buckets.of((quota, who), per_s, burst, self.clock)

        for bucket, kind in zip(buckets(), _KINDS, strict=True):
            if wait_s := bucket.wait():
                raise QuotaError(f"too many {quota} of your {kind}", quota, wait_s)
        taken = []
        for bucket in buckets():  # looked up anew: a full one may have been dropped for the next
            bucket.take()
            taken.append(bucket)
        used_up = False

        def use_up() -> None:
            nonlocal used_up
            used_up = True

        try:
            yield use_up
        except (RemoteError, ValueError) as error:
            if not used_up and is_refusal(error):
                for bucket in taken:
                    bucket.give_back()
            raise

    async def _check_open(self, kind: str, who: str, most: int) -> None:
        if self._count(who) < most:
            return
        now = self.clock()
        if now - self._looked.get(who, -math.inf) >= _LOOK_AGAIN_S:
            self._looked = {w: t for w, t in self._looked.items() if now - t < _LOOK_AGAIN_S}
            self._looked[who] = now
            await self._drop_ended([t for t, creator in self._tables.items() if who in creator])
        if (count := self._count(who)) >= most:
            text = f"{count} tables of your {kind} are under way, as many as may be"
            raise QuotaError(text, "tables under way", _LOOK_AGAIN_S)

    async def _drop_ended(self, tables: Sequence[str]) -> None:
        for table in tables:
            if not await self.is_running(table):
                self._tables.pop(table, None)
        self._write()

    def _count(self, who: str) -> int:
        return self._making.get(who, 0) + sum(who in creator for creator in self._tables.values())

    def _note(self, table: str, creator: Creator) -> None:
        self._tables[table] = creator
        while len(self._tables) > _MOST_KEPT:
            del self._tables[next(iter(self._tables))]
        self._write()

    def _write(self) -> None:
        """Store the creators; without a writable file they are remembered only by this process."""
        if self.kept is None:
            return
        with contextlib.suppress(OSError):
            replace_private(self.kept, json.dumps(self._tables).encode())

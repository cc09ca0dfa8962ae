"""Callers and their rate limits: callers are accounts or, without an API token, addresses."""

import asyncio
import contextlib
import contextvars
import functools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import TypeVar

from vorhand.service.server.errors import exhausted
from vorhand.service.server.settings import Settings

Key = TypeVar("Key")
CALLER: contextvars.ContextVar[str] = contextvars.ContextVar("caller", default="")
"""The caller of the request that is being handled."""
_COSTS = {"CreateTable": 4, "GetRecord": 4, "ListTables": 4, "Analyse": 4}
_MANY = 10_000  # number of buckets at which full ones are dropped
_PATIENCE_S = 1.0  # maximum delay of a call above the rate, and the delay of a refusal
_MOST_WAITING = 1000  # calls of all callers delayed at once; further ones are not delayed
_IPV6_NETWORK = 64  # prefix length, in bits, of one customer's addresses


class Bucket:
    """A token bucket: `per_s` units a second, and up to `burst` at once after a rest."""

    def __init__(
        self, per_s: float, burst: float, clock: Callable[[], float] | None = None
    ) -> None:
        self._per_s = per_s
        self._burst = burst
        self._left = burst
        self._clock = clock or time.monotonic  # looked up now, because tests replace it
        self._last = self._clock()

    def take(self, cost: float = 1.0, ahead_s: float = 0.0) -> float:
        """Take `cost` if it is available within `ahead_s`; return the wait for it, in seconds."""
        wait_s = self.wait(cost)
        if wait_s <= ahead_s:
            self._left -= cost
        return wait_s

    def wait(self, cost: float = 1.0) -> float:
        """Return the seconds until `cost` is available."""
        self._fill()
        return max(0.0, (cost - self._left) / self._per_s)

    def give_back(self, cost: float = 1.0) -> None:
        """Give back units that were not used."""
        self._left = min(self._left + cost, self._burst)

    @property
    def full(self) -> bool:
        """True if the bucket is full."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._left + (now - self._last) * self._per_s, self._burst)
        self._last = now


class Buckets(dict[Key, Bucket]):
    """Token buckets by key; full ones are dropped when there are many."""

    def of(
        self, key: Key, per_s: float, burst: float, clock: Callable[[], float] | None = None
    ) -> Bucket:
        """Return the bucket of a key; make it if there is none."""
        if key not in self:
            if len(self) >= _MANY:
                for full in [each for each, bucket in self.items() if bucket.full]:
                    del self[full]
            self[key] = Bucket(per_s, burst, clock)
        return self[key]


@dataclass
class CallLimits:
    """The rate limits and the calls under way of each caller."""

    settings: Settings  # the limits of the server
    _buckets: Buckets[str] = field(default_factory=Buckets)
    _calls: dict[str, int] = field(default_factory=dict)
    _waiting: int = 0

    async def admit(self, caller: str, method: str) -> None:
        """Count a call, and delay it until it is permitted; raise ServiceError beyond the limit.

        A call that is a little above the rate is delayed. A call that would have to wait for long
        is refused, but only after a delay: a refusal costs work, and a caller that waits for it
        cannot send many requests.
        """
        cost = _COSTS.get(method.rpartition("/")[2], 1)
        wait_s = self._bucket(caller).take(cost, _PATIENCE_S)
        if wait_s and self._waiting < _MOST_WAITING:
            self._waiting += 1
            try:
                await asyncio.sleep(min(wait_s, _PATIENCE_S))
            finally:
                self._waiting -= 1
        if wait_s > _PATIENCE_S:
            raise exhausted(f"too many calls of {caller}; try again in {wait_s:.1f} s", wait_s)

    def _bucket(self, caller: str) -> Bucket:
        settings = self.settings
        per_s = settings.calls_per_account if is_token(caller) else settings.calls_per_address
        return self._buckets.of(caller, per_s, settings.burst_s * per_s)

    @contextlib.contextmanager
    def under_way(self, caller: str) -> Iterator[None]:
        """Count a call while it is under way; raise ServiceError if there are too many."""
        most = self.settings.calls_at_once
        if self._calls.get(caller, 0) >= most:
            raise exhausted(f"{most} calls of {caller} are under way, as many as may be", 10.0)
        self._calls[caller] = self._calls.get(caller, 0) + 1
        try:
            yield
        finally:
            self._calls[caller] -= 1
            if not self._calls[caller]:
                del self._calls[caller]


@dataclass
class TakenSeat:
    """A seat that a caller has taken or is about to take."""

    table_id: str
    seat: int = -1


@dataclass
class SeatQuota:
    """The open seats that each caller without an API token has taken.

    Attributes:
      most: the maximum per caller.
      still: a function that returns whether a seat is still the caller's.
    """

    most: int
    still: Callable[[TakenSeat], bool]
    _held: dict[str, list[TakenSeat]] = field(default_factory=dict)

    @contextlib.contextmanager
    def taking(self, caller: str, table_id: str) -> Iterator[TakenSeat]:
        """Reserve a seat that is being taken; raise ServiceError if the caller has too many."""
        for who, seats in list(self._held.items()):
            self._held[who] = [held for held in seats if held.seat < 0 or self.still(held)]
            if not self._held[who]:
                del self._held[who]
        mine = self._held.setdefault(caller, [])
        if len(mine) >= self.most:
            text = f"{caller} has taken {len(mine)} seats, as many as it may without an API token"
            raise exhausted(text, 60.0)
        mine.append(held := TakenSeat(table_id))
        try:
            yield held
        except BaseException:
            mine.remove(held)
            raise


def token_caller(name: str) -> str:
    """Return the caller with an API token of the account with this name."""
    return f"token {name!r}"


def is_token(caller: str) -> bool:
    """Return whether a caller is identified by an API token."""
    return caller.startswith("token ")


@functools.lru_cache(_MANY)
def address_caller(address: IPv4Address | IPv6Address | None) -> str:
    """Return the caller at an address; an IPv6 customer network counts as one caller."""
    if address is None:
        return "this machine"
    bits = _IPV6_NETWORK if address.version == 6 else address.max_prefixlen
    return str(ip_network((address, bits), strict=False)).removesuffix("/32")

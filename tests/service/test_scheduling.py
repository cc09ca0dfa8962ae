"""The server's time is shared; the clock moves only with finished work."""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable

import pytest

from vorhand.service.server.errors import ServiceError
from vorhand.service.server.lane import Lane
from vorhand.service.server.rate_limits import (
    Bucket,
    Buckets,
    CallLimits,
    SeatQuota,
    TakenSeat,
    address_caller,
)
from vorhand.service.server.request_queue import RequestQueue
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import HANGING_S


class Hands:
    """A clock whose hands the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    monkeypatch.setattr(time, "perf_counter", hands)
    monkeypatch.setattr(time, "monotonic", hands)
    return hands


@pytest.mark.parametrize(("each_s", "least"), [(0.001, 0.3), (0.0001, 0.04), (0.01, 0.3)])
async def test_one_who_asks_has_their_turn_beside_many(
    clock: Hands, each_s: float, least: float
) -> None:
    """A single stream keeps its turn beside a hundred streams of another token.

    The single stream can get one turn between two reads from the network, and always gets it.
    """

    shared, done = RequestQueue(), Counter[str]()

    async def ask(owner: str) -> None:
        def act() -> None:
            clock.pass_(each_s)
            done[owner] += 1

        while done.total() < 5000:
            await shared.turn(owner, act)

    await asyncio.gather(ask("modest"), *(ask("greedy") for _ in range(100)))
    assert done["modest"] >= least * done.total()


async def test_what_an_action_raises_is_told_to_who_asked_only() -> None:
    shared = RequestQueue()

    def fail() -> None:
        raise ValueError("no")

    bad, good = shared.turn("a", fail), shared.turn("b")
    results = await asyncio.gather(bad, good, return_exceptions=True)
    assert [type(result) for result in results] == [ValueError, type(None)]
    with pytest.raises(ValueError, match="no"):
        await shared.turn("a", fail)


async def test_a_lane_rests_in_proportion_and_serves_owners_in_turn(
    clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane, order, rests = Lane(0.1), list[str](), list[float]()
    loop = asyncio.get_running_loop()

    def call_later(delay: float, callback: Callable[[], None]) -> asyncio.Handle:
        rests.append(delay)
        return loop.call_soon(callback)

    monkeypatch.setattr(loop, "call_later", call_later)

    async def ask(owner: str) -> None:
        async with lane.turn(owner):
            order.append(owner)
            clock.pass_(0.004)

    await asyncio.gather(*(ask(owner) for owner in "aaaaaabb"))
    assert rests == pytest.approx([0.036] * 8)
    assert "".join(order) == "abababaa" or "".join(order[1:5]).count("b") == 2


async def test_who_stops_waiting_for_a_lane_keeps_nobody_waiting() -> None:
    lane = Lane(1.0)
    inside, go = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with lane.turn("a"):
            inside.set()
            await go.wait()

    async def wait(owner: str) -> str:
        async with lane.turn(owner):
            return owner

    holding = asyncio.create_task(hold())
    await inside.wait()
    waiting = [asyncio.create_task(wait(owner)) for owner in "bcd"]
    await asyncio.sleep(0)
    waiting[0].cancel()
    go.set()
    await asyncio.sleep(0)
    waiting[1].cancel()
    assert await asyncio.wait_for(waiting[2], HANGING_S) == "d"
    assert await asyncio.wait_for(wait("e"), HANGING_S) == "e"
    await holding


def test_a_bucket_gives_so_many_a_second_and_says_how_long_to_wait(clock: Hands) -> None:
    bucket = Bucket(10.0, 5.0)
    assert [bucket.take() for _ in range(5)] == [0.0] * 5
    assert bucket.take() == pytest.approx(0.1)
    assert bucket.take(4) == pytest.approx(0.4)
    clock.pass_(0.401)
    assert bucket.take(4) == 0.0
    assert bucket.take() == pytest.approx(0.099)
    clock.pass_(100.0)
    assert bucket.full
    assert [bucket.take() > 0 for _ in range(6)] == [False] * 5 + [True]


async def test_calls_are_counted_by_token_else_by_address(
    clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A burst passes, then a rate per second; calls beyond them are refused."""
    settings = Settings(calls_per_account=20, calls_per_address=5, burst_s=2.0)
    counted = CallLimits(settings)
    waits, slept = list[float](), list[float]()
    at_once, late = Counter[str](), Counter[str]()
    look = "/vorhand.v1.TablesService/GetTable"

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    for _ in range(100):
        for caller in ("token 'a'", "token 'b'", "192.0.2.1", "192.0.2.2"):
            before = len(slept)
            try:
                await counted.admit(caller, look)
            except ServiceError as error:
                waits.append(error.retry_s or 0.0)
                assert slept[before:] == [1.0]  # refused after a delay
            else:
                (at_once if len(slept) == before else late)[caller] += 1
    assert min(waits) > 0
    assert at_once == {"token 'a'": 40, "token 'b'": 40, "192.0.2.1": 10, "192.0.2.2": 10}
    assert late == {"token 'a'": 20, "token 'b'": 20, "192.0.2.1": 5, "192.0.2.2": 5}
    assert max(slept) == 1.0
    for number in range(30_000):
        clock.pass_(0.01)
        await counted.admit(f"address {number}", look)
    assert len(counted._buckets) < 12_000


def test_calls_under_way_are_counted_until_they_end() -> None:
    counted = CallLimits(Settings(calls_at_once=1))
    for _ in range(2):
        full = pytest.raises(ServiceError, match="1 calls of a are under way")
        with counted.under_way("a"), counted.under_way("b"), full:
            counted.under_way("a").__enter__()


async def test_only_so_many_calls_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls beyond the queue's size are refused at once, because waiting calls use memory."""
    monkeypatch.setattr("vorhand.service.server.rate_limits._MOST_WAITING", 10)
    counted = CallLimits(Settings(calls_per_address=0.001, burst_s=1000.0))
    await counted.admit("192.0.2.1", "GetTable")
    for _ in range(2):  # cancelled calls make room
        calls = [counted.admit("192.0.2.1", "GetTable") for _ in range(30)]
        asking = list(map(asyncio.create_task, calls))
        await asyncio.sleep(0)
        refused = [task for task in asking if task.done()]
        assert len(refused) == 20
        assert all(isinstance(task.exception(), ServiceError) for task in refused)
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)


def test_an_ipv6_network_is_one_address() -> None:
    def caller(text: str) -> str:
        return address_caller(ipaddress.ip_address(text))

    assert caller("2001:db8:1:2::1") == caller("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert caller("2001:db8:1:3::1") != caller("2001:db8:1:2::1")
    assert caller("192.0.2.1") == "192.0.2.1"
    assert address_caller(None) == "this machine"


def test_seats_taken_without_a_token_are_counted_until_they_are_free() -> None:
    theirs: set[tuple[str, int]] = set()
    taken = SeatQuota(2, lambda held: (held.table_id, held.seat) in theirs)

    def take(caller: str, table: str) -> None:
        with taken.taking(caller, table) as held:
            held.seat = 0
            theirs.add((table, 0))

    def fail(held: TakenSeat) -> None:
        raise KeyError(held)

    take("a", "one")
    with pytest.raises(KeyError), taken.taking("a", "other") as held:
        fail(held)
    take("a", "two")
    with pytest.raises(ServiceError, match="has taken 2 seats"):
        take("a", "three")
    take("b", "three")
    theirs.remove(("one", 0))
    take("a", "four")
    theirs.clear()
    take("b", "five")
    take("a", "six")
    take("a", "seven")
    with pytest.raises(ServiceError, match="has taken 2 seats"):
        take("a", "eight")


def test_full_buckets_are_dropped_when_there_are_many(
    monkeypatch: pytest.MonkeyPatch, clock: Hands
) -> None:
    monkeypatch.setattr("vorhand.service.server.rate_limits._MANY", 3)
    buckets = Buckets[str]()
    spent = buckets.of("a", 1.0, 2.0, clock)
    spent.take()
    for key in "bc":
        assert buckets.of(key, 1.0, 2.0, clock).full
    buckets.of("d", 1.0, 2.0, clock)
    assert buckets.keys() == {"a", "d"}
    assert buckets.of("a", 1.0, 2.0, clock) is spent
    clock.pass_(1.0)  # "a" is full again
    for key in "ef":
        buckets.of(key, 1.0, 2.0, clock).take()
    assert buckets.keys() == {"e", "f"}

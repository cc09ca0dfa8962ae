"""The order in which many callers are served, by their service time, not by clocks."""

import itertools
import random

import pytest

from vorhand.service.server.fair_queue import FairQueue


def served(shares: FairQueue[tuple[str, float]], upto_s: float) -> dict[str, float]:
    """Serve callers that always ask again, up to a total time; return each owner's time."""
    got: dict[str, float] = {}
    while sum(got.values()) < upto_s:
        owner, seconds = shares.next()
        shares.spend(owner, seconds)
        shares.add(owner, (owner, seconds))
        got[owner] = got.get(owner, 0.0) + seconds
    return got


def test_owners_get_the_same_however_much_they_ask_for() -> None:
    shares: FairQueue[tuple[str, float]] = FairQueue(credit=0.0)
    for _ in range(100):
        shares.add("many", ("many", 0.01))
    shares.add("long", ("long", 3.0))
    shares.add("modest", ("modest", 0.02))
    got = served(shares, 300.0)
    for owner in ("many", "long", "modest"):
        assert got[owner] == pytest.approx(100.0, abs=3.1)


def test_who_comes_late_goes_first_but_has_saved_up_no_more_than_the_credit() -> None:
    shares: FairQueue[tuple[str, float]] = FairQueue(credit=2.0)
    for owner in ("a", "b"):
        shares.add(owner, (owner, 1.0))
    served(shares, 1000.0)
    shares.add("late", ("late", 1.0))
    assert shares.next_owner() == "late"
    got = served(shares, 30.0)
    assert got["late"] <= 10.0 + 2.0 + 1.0
    assert got["late"] >= 10.0


def test_an_owner_waits_for_a_turn_of_each_other_at_most() -> None:
    """Between two turns of an owner, no other owner has more than one turn, in any order."""
    chance = random.Random(1)
    for _ in range(200):
        shares: FairQueue[tuple[str, float]] = FairQueue(credit=0.0)
        owners = [f"owner {number}" for number in range(chance.randint(2, 6))]
        for owner in owners:
            for _ in range(chance.randint(1, 20)):
                shares.add(owner, (owner, 1.0))
        order = []
        while shares:
            owner, seconds = shares.next()
            shares.spend(owner, seconds)
            order.append(owner)
        for owner in owners:
            mine = [at for at, name in enumerate(order) if name == owner]
            for first, second in itertools.pairwise(mine):
                between = order[first + 1 : second]
                assert all(between.count(name) <= 1 for name in owners)


def test_what_is_taken_out_is_not_served_and_who_rests_is_forgotten() -> None:
    shares: FairQueue[str] = FairQueue(credit=0.0)
    shares.add("a", "one")
    shares.add("a", "two")
    shares.add("b", "three")
    assert shares.remove("a", "one")
    assert not shares.remove("a", "one")
    assert (len(shares), shares.waiting("a"), shares.waiting("c")) == (2, 1, 0)
    assert [shares.next(), shares.next()] == ["two", "three"]
    assert not shares
    for number in range(10_000):
        owner = f"owner {number}"
        shares.add(owner, owner)
        assert shares.next() == owner
        shares.spend(owner, 1.0)
    assert len(shares._used) < 2500

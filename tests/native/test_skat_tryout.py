"""The tryout of discards and declarations, against the same games played one by one."""

import itertools
import random
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import game_worth
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.cards import card_list, card_set
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat import Scoring, matadors, scores
from vorhand.native.skat_card_location import Tastes, played_by_rule
from vorhand.native.skat_kermit import Kermit, games
from vorhand.native.skat_monte_carlo import Player
from vorhand.tests.native.test_skat_kermit import Way, points_of, tricks_of
from vorhand.tests.native.test_skat_scoring import judge
from vorhand.tests.sizes import sizes

Tried: TypeAlias = tuple[Way, float, int, int]
"""A way, what it was paid, how often it won, and in how many worlds."""

ALL = (1 << 32) - 1
ROUNDS, WORLDS, PRIOR = 3, 64, 60
WORTH = game_worth("policy")


def numbers(seed: int, stream: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64, 64 bits each."""
    word = (1 << 64) - 1

    def mix(x: int) -> int:
        x = (x + 0x9E3779B97F4A7C15) & word
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & word
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & word
        return x ^ x >> 31

    for k in itertools.count():
        yield mix(((mix(seed) ^ mix(stream ^ word)) + k * 0x9E3779B97F4A7C15) & word)


def below(size: int, drawn: Iterator[int]) -> int:
    """Return a uniform number below `size`: the upper half of a product, biased ones rejected."""
    while True:
        product = (next(drawn) >> 32) * size
        if product % (1 << 32) >= (1 << 32) % size:
            return product >> 32


def slow_tryout(
    kermit: Kermit, twelve: int, bid: int, seat: int, n: int, laid_away: int = 0
) -> list[Way]:
    """Play as the compiled tryout does, with the rule player at the cards."""
    ways = kermit.ways(twelve, bid, seat, (18, 0), n, laid_away)
    done: list[tuple[int, Way]] = [(ROUNDS, way) for way in ways if way[0] == NULL]
    left: list[Tried] = [(way, 0.0, 0, 0) for way in ways[:n] if way[0] != NULL]
    told = [(way, 0.0, 0, 0) for way in ways[n:] if way[0] != NULL]
    hidden = card_list(ALL & ~twelve)
    drawn = numbers(twelve, seat)
    for number in range(ROUNDS):
        tens = []
        for _ in range(WORLDS << number):
            rest = list(hidden)
            tens.append(card_set(rest.pop(below(len(rest), drawn)) for _ in range(10)))
            next(drawn)  # for players that use random numbers
        if not number:
            done += [(1, estimate(*after(one, tens, twelve, bid, seat))) for one in told]
        tried = [after(one, tens, twelve, bid, seat) for one in left]
        tried.sort(key=lambda one: -estimate(*one)[6])
        left = tried[: (len(tried) + 1) // 2]
        gone = tried if number == ROUNDS - 1 else tried[len(left) :]
        done += [(number + 1, estimate(*one)) for one in gone]
    best: dict[tuple[int, int], Way] = {}
    for _, way in sorted(done, key=lambda each: (-each[0], -each[1][6])):
        best.setdefault(way[:2], way)
    return list(best.values())


def after(one: Tried, tens: list[int], twelve: int, bid: int, seat: int) -> Tried:
    """Return the totals after more worlds."""
    way, total, won, worlds = one
    paid = [pay(way, twelve, bid, seat, ten) for ten in tens]
    return way, total + sum(paid), won + sum(each > 0 for each in paid), worlds + len(paid)


def estimate(way: Way, total: float, won: int, worlds: int) -> Way:
    n = worlds + PRIOR
    return (*way[:5], (won + PRIOR * way[5]) / n, (total + PRIOR * way[6]) / n)


def pay(way: Way, twelve: int, bid: int, seat: int, ten: int) -> float:
    """Return the soloist's score less the mean of the two others'."""
    contract, level, _, _, away, _, _ = way
    deal = np.zeros(1, DEAL)
    hands = [0, 0, 0, away]
    hands[seat], hands[(seat + 1) % 3] = twelve & ~away, ten
    hands[(seat + 2) % 3] = ALL & ~twelve & ~ten
    deal["cards"], deal["contract"], deal["level"], deal["soloist"] = hands, contract, level, seat
    deal["bids"][0, seat] = bid
    records = np.frombuffer(deal.tobytes(), np.uint8).reshape(1, -1)
    played = np.asarray(played_by_rule(records, 0, 0, Tastes(errors=0))).view(DEAL)[0, 0]
    plays = played["plays"][: played["size"]].tolist()
    top = matadors(contract, twelve)
    points, tricks = points_of(played, plays), tricks_of(played, plays)
    result = judge(contract, top, points, tricks, level=level, bid=bid, soloist=seat)
    every = list(scores(Scoring.SEEGER_FABIAN, result))
    own = every.pop(seat)
    return float(own - sum(every) / 2)


def hands(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield twelve cards, a bid and a seat, n times."""
    rng = random.Random(12)
    for _ in range(n):
        yield card_set(rng.sample(range(32), 12)), rng.choice([18, 24, 40]), rng.randrange(3)


def test_ways_are_the_best_pairs_of_discards_and_declaration() -> None:
    kermit = Kermit(0.6, WORTH)
    for twelve, bid, seat in hands(8):
        setting = twelve, bid, seat, (0, 20)
        every = kermit.ways(*setting, 400)
        assert len({(way[0], way[1], way[4]) for way in every}) == len(every) >= 5 * 66
        assert [way[6] for way in every] == sorted((way[6] for way in every), reverse=True)
        assert sum(way[0] == NULL for way in every) <= 2
        for laid_away in (0, 1 << card_list(twelve)[2]):
            best = kermit.with_skat(*setting, laid_away)
            for one in best:
                possible = kermit.ways(*setting, 400, laid_away)
                assert next(way for way in possible if way[:2] == one[:2]) == one
            few = kermit.ways(*setting, 3, laid_away)
            assert few[:3] == kermit.ways(*setting, 400, laid_away)[:3]
            assert {way[:2] for way in few} == {way[:2] for way in best}
            assert few[3:] == [way for way in best if way[:2] not in {w[:2] for w in few[:3]}]


@pytest.mark.parametrize("n", sizes(1, 3))
def test_tried_ways_are_worth_what_they_come_to(n: int) -> None:
    kermit = Kermit(0.6, WORTH, 1, n, Player.rule())
    for twelve, bid, seat in hands(4):
        for laid_away in (0, 1 << card_list(twelve)[3]):
            found = kermit.try_out(twelve, bid, seat, (18, 0), laid_away)
            expected = slow_tryout(kermit, twelve, bid, seat, n, laid_away)
            assert [way[:5] for way in found] == [way[:5] for way in expected]
            for way, slow in zip(found, expected, strict=True):
                assert way[5:] == pytest.approx(slow[5:], rel=1e-5)


def test_games_are_begun_as_the_tryout_says() -> None:
    """Bids and hand games are the same as without the tryout."""
    usual, tries = Kermit(0.6, WORTH, 21), Kermit(0.6, WORTH, 21, 4, Player.rule())
    before, after = (
        np.asarray(games([bidder] * 3, 40, 8)[2]).view(DEAL)[:, 0] for bidder in (usual, tries)
    )
    assert (before["soloist"] == after["soloist"]).all()
    assert (before["bids"] == after["bids"]).all()
    from_hand = before["hand_game"] == 1
    assert from_hand.any()
    assert (before["cards"] == after["cards"])[from_hand].all()
    changed = 0
    for old, new in zip(before[~from_hand], after[~from_hand], strict=True):
        if not old["cards"].any():
            continue  # passed in
        seat, bids = int(new["soloist"]), new["bids"].tolist()
        twelve = int(new["cards"][seat] | new["cards"][3])
        beside = (bids[(seat + 1) % 3], bids[(seat + 2) % 3])
        best = tries.try_out(twelve, bids[seat], seat, beside)[0]
        assert (best[0], best[1], best[4]) == (new["contract"], new["level"], new["cards"][3])
        changed += bool((old["cards"] != new["cards"]).any())
    assert changed > 3


@pytest.mark.parametrize(
    ("tried", "by", "message"),
    [
        (-1, None, "tried -1: expected at least 0"),
        (3, None, "tried 3: expected a player"),
        (0, Player.rule(), "tried 0: expected a player .* or none if none is tried"),
    ],
)
def test_what_tries_nothing_out(tried: int, by: Player | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Kermit(0.6, WORTH, 1, tried, by)

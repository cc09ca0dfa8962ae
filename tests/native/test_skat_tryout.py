"""Discards and declarations tried out, against the same games played one by one."""

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import game_worth
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.cards import card_list, card_set
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat import Scoring, judge, matadors, scores
from vorhand.native.skat_card_location import Tastes, played_by_rule
from vorhand.native.skat_kermit import Kermit, games
from vorhand.native.skat_monte_carlo import Player
from vorhand.tests.native.test_skat_kermit import Way, points_of, tricks_of

ALL = (1 << 32) - 1
ROUNDS, WORLDS, PRIOR = 3, 64, 60
WORTH = game_worth("policy")


def numbers(seed: int, stream: int) -> Iterator[int]:
    """SplitMix64, one 64-bit number after another."""
    word = (1 << 64) - 1

    def mix(x: int) -> int:
        x = (x + 0x9E3779B97F4A7C15) & word
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & word
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & word
        return x ^ x >> 31

    for k in itertools.count():
        yield mix(((mix(seed) ^ mix(stream ^ word)) + k * 0x9E3779B97F4A7C15) & word)


def below(size: int, drawn: Iterator[int]) -> int:
    """Uniform below a small size: the upper half of a product of 32 bits, refused where it would
    favour some."""
    while True:
        product = (next(drawn) >> 32) * size
        if product % (1 << 32) >= (1 << 32) % size:
            return product >> 32


def slow_tryout(kermit: Kermit, twelve: int, bid: int, seat: int, n: int) -> list[Way]:
    """As the compiled one with the rule player at the cards."""
    ways = kermit.ways(twelve, bid, seat, (18, 0), n)
    nulls = [way for way in ways if way[0] == NULL]
    left = [(way, 0.0, 0, 0) for way in ways if way[0] != NULL]
    hidden = card_list(ALL & ~twelve)
    drawn = numbers(twelve, seat)
    for number in range(ROUNDS):
        if number:
            left = left[: (len(left) + 1) // 2]
        tens = []
        for _ in range(WORLDS << number):
            rest = list(hidden)
            tens.append(card_set(rest.pop(below(len(rest), drawn)) for _ in range(10)))
            next(drawn)  # for players who draw
        tried = []
        for way, total, won, worlds in left:
            paid = [pay(way, twelve, bid, seat, ten) for ten in tens]
            more = sum(each > 0 for each in paid)
            tried.append((way, total + sum(paid), won + more, worlds + len(paid)))
        left = sorted(tried, key=lambda each: -estimate(*each)[6])
    return sorted([*nulls, *itertools.starmap(estimate, left)], key=lambda way: -way[6])


def estimate(way: Way, total: float, won: int, worlds: int) -> Way:
    n = worlds + PRIOR
    return (*way[:5], (won + PRIOR * way[5]) / n, (total + PRIOR * way[6]) / n)


def pay(way: Way, twelve: int, bid: int, seat: int, ten: int) -> float:
    """The soloist's score less the mean of the two others'."""
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
    result = judge(
        soloist=seat,
        contract=contract,
        level=level,
        hand=False,
        matadors=top,
        bid=bid,
        points=points_of(played, plays),
        tricks=tricks_of(played, plays),
    )
    every = list(scores(Scoring.SEEGER_FABIAN, result))
    own = every.pop(seat)
    return float(own - sum(every) / 2)


def hands(n: int) -> Iterator[tuple[int, int, int]]:
    """Twelve cards, a bid and a seat."""
    rng = random.Random(12)
    for _ in range(n):
        yield card_set(rng.sample(range(32), 12)), rng.choice([18, 24, 40]), rng.randrange(3)


def test_ways_are_the_best_pairs_of_discards_and_declaration() -> None:
    kermit = Kermit(0.6, WORTH)
    for twelve, bid, seat in hands(20):
        ways = kermit.ways(twelve, bid, seat, (0, 20), 400)
        assert len({(way[0], way[1], way[4]) for way in ways}) == len(ways) >= 5 * 66
        assert [way[6] for way in ways] == sorted((way[6] for way in ways), reverse=True)
        for best in kermit.with_skat(twelve, bid, seat, (0, 20)):
            assert next(way for way in ways if way[:2] == best[:2]) == best
        assert sum(way[0] == NULL for way in ways) <= 2
        assert kermit.ways(twelve, bid, seat, (0, 20), 7) == ways[:7]


@pytest.mark.parametrize("n", [1, 5])
def test_tried_ways_are_worth_what_they_come_to(n: int) -> None:
    kermit = Kermit(0.6, WORTH, 1, n, Player.rule())
    for twelve, bid, seat in hands(6):
        found = kermit.tried(twelve, bid, seat, (18, 0))
        expected = slow_tryout(kermit, twelve, bid, seat, n)
        assert [way[:5] for way in found] == [way[:5] for way in expected]
        for way, slow in zip(found, expected, strict=True):
            assert way[5:] == pytest.approx(slow[5:], rel=1e-5)


def test_without_a_tryout_ways_are_those_of_the_estimate() -> None:
    kermit = Kermit(0.6, WORTH)
    for twelve, bid, seat in hands(5):
        assert kermit.tried(twelve, bid, seat, (0, 0)) == kermit.with_skat(
            twelve, bid, seat, (0, 0)
        )


def test_games_are_begun_as_the_tryout_says() -> None:
    """Bids and games from the hand are those of the same bidder without it."""
    usual, tries = Kermit(0.6, WORTH, 21), Kermit(0.6, WORTH, 21, 4, Player.rule())
    before, after = (
        np.asarray(games([bidder] * 3, 40, 8)[2]).view(DEAL)[:, 0] for bidder in (usual, tries)
    )
    assert (before["soloist"] == after["soloist"]).all()
    assert (before["bids"] == after["bids"]).all()
    from_hand = before["hand_game"] == 1
    assert (before["cards"] == after["cards"])[from_hand].all()
    changed = 0
    for old, new in zip(before[~from_hand], after[~from_hand], strict=True):
        if not old["cards"].any():
            continue  # passed in
        seat, bids = int(new["soloist"]), new["bids"].tolist()
        twelve = int(new["cards"][seat] | new["cards"][3])
        beside = (bids[(seat + 1) % 3], bids[(seat + 2) % 3])
        best = tries.tried(twelve, bids[seat], seat, beside)[0]
        assert (best[0], best[1], best[4]) == (new["contract"], new["level"], new["cards"][3])
        changed += bool((old["cards"] != new["cards"]).any())
    assert changed > 3


@pytest.mark.parametrize("tried", [-1, 3])
def test_ways_cannot_be_tried_by_nobody(tried: int) -> None:
    with pytest.raises(ValueError, match="tried: expected 0, or more and a player"):
        Kermit(0.6, WORTH, 1, tried)

"""The compiled Schnapsen against the slow reference, stored values, and enumeration."""

import itertools
import math
import random

import numpy as np
import pytest
from scipy import stats

from vorhand.native.errors import PositionError
from vorhand.native.schnapsen import (
    Deal,
    Rules,
    Solver,
    Worlds,
    kinder_rules,
    parse_position,
    position_text,
)
from vorhand.tests.games.schnapsen.deals import DATA, both, late_positions, variants
from vorhand.tests.games.schnapsen.reference import (
    USUAL,
    Reading,
    SlowDeal,
    eam,
    minimax,
    vector_minimax,
)
from vorhand.tests.sizes import LEAST_P, large, sizes

RULES = variants()
FILES = sorted(DATA.glob("*.positions"))


@pytest.mark.parametrize("name", RULES)
def test_play_agrees_with_the_slow_rules(name: str) -> None:
    rules, rng = RULES[name], random.Random(name)
    results = set()
    for number in range(150):
        deal, slow = both(rules, rng, number % 2)
        while not deal.terminal:
            actions = deal.legal_actions(rules)
            assert actions == slow.legal()
            assert deal.to_move == slow.to_move
            # Closing ends most deals early, so it is chosen less often.
            action = rng.choice([a for a in actions if a != 33 or rng.random() < 0.2] or actions)
            deal.apply(rules, action)
            slow.act(action)
            assert [deal.points(0), deal.points(1)] == slow.points
            assert deal.hand(0) == sum(1 << card for card in slow.hands[0])
        assert (deal.winner, deal.game_points) == slow.result
        results.add(slow.result)
    assert len(results) >= 4


def _stored(path: str) -> tuple[list[Deal], list[int]]:
    deals, values = [], []
    for line in (DATA / path).read_text().splitlines():
        text, _, value = line.rpartition(" ")
        deals.append(parse_position(Rules(), text))
        assert position_text(Rules(), deals[-1]) == text
        values.append(int(value))
    return deals, values


@pytest.mark.parametrize("path", [path.name for path in FILES])
def test_positions_as_text_are_views_like_any_other(path: str) -> None:
    """This includes positions with a card led, which is no longer hidden."""
    rules = Rules()
    for deal in _stored(path)[0]:
        player = deal.to_move
        known = Worlds(rules, deal.view(player), player)
        world = known.world(len(known) - 1)
        assert world.hand(player) == deal.hand(player)
        assert world.hand(1 - player).bit_count() == deal.hand(1 - player).bit_count()
        assert world.legal_actions(rules) == deal.legal_actions(rules)


@pytest.mark.parametrize("path", [path.name for path in FILES])
def test_stored_values_are_met(path: str) -> None:
    deals, values = _stored(path)
    assert len(deals) == 200
    assert Solver(Rules(), 2).values(deals).tolist() == values


def test_node_signature() -> None:
    """A change that is not meant to alter the search must keep this number."""
    solver = Solver(Rules(), 2)
    for path in FILES:
        solver.values(_stored(path.name)[0])
    assert solver.nodes == SIGNATURE


SIGNATURE = 2363761


@pytest.mark.parametrize("count", sizes(10, 30))
@pytest.mark.parametrize("name", RULES)
def test_late_values_agree_with_slow_minimax(name: str, count: int) -> None:
    rules = RULES[name]
    solver = Solver(rules, 1)
    for deal, slow in late_positions(rules, random.Random(7), count, 8):
        value = minimax(slow)
        assert solver.value(deal) == value
        sign = 1 if deal.to_move == 0 else -1
        for action in deal.legal_actions(rules):
            after = deal.copy()
            after.apply(rules, action)
            if not after.terminal:
                assert solver.value(after) * sign <= value * sign


READINGS = [Reading(**{field: True}) for field in Reading._fields]


@pytest.mark.parametrize(
    ("name", "depth", "reading"),
    [
        *(
            pytest.param(name, depth, USUAL, marks=pytest.mark.extended)
            for name in ("tompa", "kinder", "end")
            for depth in (-1, 1, 2)
        ),
        *(
            pytest.param(name, -1, reading, marks=pytest.mark.nightly)
            for name in ("tompa", "kinder")
            for reading in READINGS
        ),
    ],
)
def test_error_allowing_minimax_agrees_with_its_definition(
    name: str, depth: int, reading: Reading
) -> None:
    """Other readings of the definition are compared too."""
    rules = RULES[name]
    solver = Solver(rules, 1)
    errors = different = 0
    count = 60 if reading is USUAL else 150
    for deal, slow in late_positions(rules, random.Random(5), count, 7):
        player = deal.to_move
        world = Worlds(rules, deal.view(player), player)
        number = next(i for i in range(len(world)) if _same(world.world(i), deal))
        where = (deal.view(player), player, np.array([number], np.uint64), depth)
        m, p, a = solver.triples(*where, **reading._asdict())
        for column, action in enumerate(deal.legal_actions(rules)):
            expected = eam(slow.after(action), player, depth, reading)
            assert (m[0, column], a[0, column]) == (expected[0], expected[2])
            assert p[0, column] == pytest.approx(expected[1])
            errors += expected[1] > 0
        different += not np.array_equal(np.stack([m, p, a]), np.stack(solver.triples(*where)))
    assert errors > 5
    # With so few cards MAX's moves rank the same by chance and by gain.
    assert (different > 0) == (reading.winner_errors or reading.greatest_gain)


def _same(world: Deal, deal: Deal) -> bool:
    talon = world.talon == deal.talon or deal.closer >= 0
    return world.hand(0) == deal.hand(0) and world.hand(1) == deal.hand(1) and talon


@pytest.mark.parametrize(("name", "cards"), [("tompa", 8), ("kinder", 10), ("end", 8)])
@pytest.mark.parametrize("count", large(7, 40))
@pytest.mark.parametrize("depth", [-1, 1, 2])
def test_vector_searches_agree_with_the_slow_ones(
    name: str, count: int, cards: int, depth: int
) -> None:
    rules = RULES[name]
    solver = Solver(rules, 1)
    bound = reduced = 0
    for deal, slow in late_positions(rules, random.Random(3), count, cards):
        player = deal.to_move
        view = deal.view(player)
        known = Worlds(rules, view, player)
        if len(known) == 1:
            continue
        numbers = known.distinct(0, 4, 1)
        worlds = [slow_world(slow, known.world(int(number)), player) for number in numbers]
        minimaxes = solver.action_values(view, player, numbers)
        tables = []
        for reduce_payoffs in (False, True):
            tables.append(solver.vector_values(view, player, numbers, depth, reduce_payoffs))
            for column, action in enumerate(deal.legal_actions(rules)):
                after = [world.after(action) for world in worlds]
                caps = [3] * len(worlds)
                expected = vector_minimax(after, caps, player, depth, reduce_payoffs)
                assert tables[-1][:, column].tolist() == expected
        bound += bool((tables[0] != minimaxes).any())
        reduced += bool((tables[0] != tables[1]).any())
    if name == "kinder" and depth != 1:
        assert bound > reduced > 0  # a single strategy for all worlds gets less than open hands


def slow_world(slow: SlowDeal, world: Deal, player: int) -> SlowDeal:
    """Return a slow deal with the cards of a world that is possible for the player."""
    copied, other = slow.copy(), world.hand(1 - player)
    copied.hands[1 - player] = [card for card in range(32) if other >> card & 1]
    copied.talon = list(world.talon)
    return copied


def test_action_values_are_those_of_the_positions_after() -> None:
    rules, rng = Rules(), random.Random(3)
    solver = Solver(rules, 1)
    for deal, _ in late_positions(rules, rng, 80, 16):
        player = deal.to_move
        view = deal.view(player)
        worlds = Worlds(rules, view, player)
        numbers = worlds.distinct(0, 5, 1)
        table = solver.action_values(view, player, numbers)
        for row, number in enumerate(numbers):
            for column, action in enumerate(deal.legal_actions(rules)):
                after = worlds.world(int(number))
                after.apply(rules, action)
                value = after.game_points * (1 if after.winner == 0 else -1)
                if not after.terminal:
                    value = solver.value(after)
                assert table[row, column] == (value if player == 0 else -value)


def test_threads_change_nothing() -> None:
    deals, _ = _stored("after-2-tricks.positions")
    one, three = Solver(Rules(), 1), Solver(Rules(), 3)
    assert one.values(deals).tolist() == three.values(deals).tolist()
    assert one.nodes == three.nodes


@pytest.mark.parametrize("rules", [Rules(), kinder_rules()])
def test_worlds_are_all_there_and_none_twice(rules: Rules) -> None:
    rng = random.Random(11)
    sizes = []
    for deal, _ in late_positions(rules, rng, 40, 12):
        player = deal.to_move
        worlds = Worlds(rules, deal.view(player), player)
        expected = _enumerate(rules, deal, player)
        if len(worlds) > 3000:
            continue
        found = [worlds.world(i) for i in range(len(worlds))]
        keys = {(w.hand(1 - player), tuple(w.talon) if deal.closer < 0 else ()) for w in found}
        assert len(keys) == len(found) == len(expected)
        assert keys == expected
        order = worlds.distinct(0, len(worlds), 5).tolist()
        assert sorted(order) == list(range(len(worlds)))
        part = [*worlds.distinct(0, 3, 5).tolist(), *worlds.distinct(3, 10**6, 5).tolist()]
        assert part == order
        sizes.append(len(worlds))
    assert max(sizes) > 100


def _enumerate(rules: Rules, deal: Deal, player: int) -> set[tuple[int, tuple[int, ...]]]:
    """Return all hands and talons that fit, by trying every way to lay the unseen cards."""
    other = 1 - player
    seen = deal.hand(player) | deal.known(other) | deal.played(0) | deal.played(1)
    unseen = [c for c in rules.cards if not seen >> c & 1 and c != deal.up]
    hidden = (deal.hand(other) & ~deal.known(other)).bit_count()
    found = set()
    for hand in itertools.combinations(unseen, hidden):
        if any(deal.excluded(other) >> card & 1 for card in hand):
            continue
        mask = deal.known(other) | sum(1 << card for card in hand)
        rest = [card for card in unseen if card not in hand]
        orders = itertools.permutations(rest) if deal.closer < 0 else [()]
        if math.factorial(len(rest)) > 3000 and deal.closer < 0:
            return set()
        found |= {(mask, tuple(order)) for order in orders}
    return found


def test_distinct_worlds_are_equally_likely() -> None:
    rules = Rules()
    deal, _ = next(iter(late_positions(rules, random.Random(2), 1, 8)))
    worlds = Worlds(rules, deal.view(deal.to_move), deal.to_move)
    while len(worlds) < 4 or len(worlds) > 60:
        deal, _ = next(iter(late_positions(rules, random.Random(len(worlds)), 1, 10)))
        worlds = Worlds(rules, deal.view(deal.to_move), deal.to_move)
    counts = np.zeros(len(worlds))
    for seed in range(200 * len(worlds)):
        counts[worlds.distinct(0, 1, seed)[0]] += 1
    assert stats.chisquare(counts).pvalue > LEAST_P


GOOD = "S CTDTHTSJSK CQDJDKDAHK HQDQCKHJCJCAHASASQ ST 0 0 0 0 0 0 1 - -1 0 0"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((1, "CTDTHTSJSJ"), "SJ is in the position twice"),
        ((1, "CTDTHTSJ"), "do not fit the card led"),
        ((1, "CTDTHTSJSX"), "'SX' is not a card"),
        ((3, "HQDQCKHJCJCAHASA"), "talon: 8 face-down cards"),
        ((4, "-"), "without a face-up trump"),
        ((4, "DQ"), "twice"),
        ((5, "7"), "7 points without a trick"),
        ((0, "X"), "trump 'X'"),
        ((11, "2"), "leader '2': expected a number from 0 to 1"),
        ((14, "5"), ""),
    ],
)
def test_impossible_positions_are_named(change: tuple[int, str], message: str) -> None:
    fields = GOOD.split()
    fields[change[0]] = change[1]
    if not message:
        parse_position(Rules(), " ".join(fields))
        return
    with pytest.raises(PositionError, match=message):
        parse_position(Rules(), " ".join(fields))


def test_more_impossible_positions() -> None:
    with pytest.raises(PositionError, match="15 fields, expected 16"):
        parse_position(Rules(), GOOD.rsplit(" ", 1)[0])
    with pytest.raises(PositionError, match="closing needs a talon"):
        parse_position(Rules(), "S CTDTHTSJSK CQDJDKDAHK - - 30 30 1 1 0 0 1 - 0 0 0")
    with pytest.raises(PositionError, match="do not add up"):
        parse_position(Rules(), "S CTDTHTSJSK CQDJDKDAHK - - 30 31 1 1 0 0 1 - -1 0 0")

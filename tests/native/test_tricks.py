"""The engine of trick-taking games against plain lists and minimax; worlds against enumeration."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from vorhand.native.tricks import (
    DecisiveTerms,
    Duties,
    Layouts,
    Payoffs,
    Play,
    Restrictions,
    TarokGift,
    TarokTerms,
    Terms,
    WeightedLayouts,
)
from vorhand.tests.native.tricks_reference import KINDS, Game, Table
from vorhand.tests.sizes import LEAST_P, few, sizes

SIGNATURE = 193_156


def random_game(rng: random.Random, cards: int, seats: int = 0) -> Game:
    """Return a game with its own pack: suits of unlike length, some or all cards without points."""
    seats = seats or rng.choice((2, 3, 4, 4, 5))
    pack = rng.sample(range(64), min(64, seats * cards + rng.randrange(12)))
    num_suits = rng.randrange(1, 6)
    cuts = sorted(rng.choices(range(len(pack) + 1), k=num_suits - 1))
    suits = tuple(tuple(pack[a:b]) for a, b in itertools.pairwise([0, *cuts, len(pack)]))
    worth = rng.random() < 0.3
    most = rng.choice((0, 1) if worth else (0, 2, 11))
    side = rng.sample(range(seats), rng.randrange(1, seats))
    points = [rng.randrange(most + 1) * (not worth or rng.random() < 0.3) for _ in range(64)]

    def some() -> frozenset[int]:
        return frozenset(rng.choice(suits) if rng.random() < 0.4 else ())

    locked = some()
    return Game(
        seats=seats,
        suits=suits,
        trump=rng.randrange(-1, num_suits),
        points=tuple(points),
        side=frozenset(side),
        kind=rng.choice(list(KINDS)),
        trick_points=rng.choice((0, 1)),
        last_points=rng.choice((0, 1 if worth else 10)),
        all_tricks=0 if worth else rng.choice((0, 0, 9)),
        locked=locked,
        keys=locked | frozenset(rng.sample(pack, min(2, len(pack)))),
        barred=some(),
        worths=tuple(rng.randrange(8) for _ in range(64)) if worth else (),
    )


def random_game_of_seats(rng: random.Random, cards: int) -> Game:
    """Return a game whose payoffs often depend on which seats win tricks or points."""
    game = random_game(rng, cards)
    if not game.worths and rng.random() < 0.5:
        pack = [card for suit in game.suits for card in suit]
        watched = tuple(sorted(rng.sample(range(game.seats), rng.randrange(game.seats))))
        most = sum(game.points[card] for card in pack) + len(pack)
        payoffs = random_payoffs(rng, cards, most, 1 << len(watched))
        game = replace(game, last_points=0, all_tricks=0, watched=watched, payoffs=payoffs)
    if (game.worths or game.payoffs) and rng.random() < 0.7:
        most = cards * (max(game.points) + 1)
        game = replace(
            game,
            side=frozenset([min(game.side)]),
            limits=tuple(rng.randrange(1, most + 2) for _ in range(game.seats)),
            idle=rng.random() < 0.5,
            otherwise=rng.randrange(-9, 10),
        )
    return game


def random_payoffs(
    rng: random.Random, cards: int, most_points: int, tables: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return tables of payoffs by tricks and points, which all rise or all fall with the points."""
    falls = rng.random() < 0.5
    far = rng.choice((0, 0, -20_000, 20_000))

    def row() -> tuple[int, ...]:
        low, step = far + rng.randrange(-9, 10), rng.choice((0, 3, 8))
        steps = sorted(low + step * (rng.randrange(4)) for _ in range(most_points + 1))
        return tuple(reversed(steps) if falls else steps)

    return tuple(tuple(row() for _ in range(cards + 1)) for _ in range(tables))


def mask(cards: list[int]) -> int:
    """Return a set of cards."""
    return sum(1 << card for card in cards)


def dealt(game: Game, cards: int, rng: random.Random) -> Table:
    """Return random hands, and a random leader."""
    pack = [card for suit in game.suits for card in suit]
    drawn = rng.sample(pack, game.seats * cards)
    hands = [sorted(drawn[k * cards : (k + 1) * cards]) for k in range(game.seats)]
    return Table(game, hands, rng.randrange(game.seats), [])


@pytest.mark.parametrize("seed", few(1, range(4)))
def test_play_and_open_hand_values(seed: int) -> None:
    """Compare legal cards throughout, and the value of each of the last cards."""
    rng = random.Random(seed)
    compared = 0
    for _ in range(120):
        cards = rng.randrange(1, 8)
        compared += values_compared(random_game_of_seats(rng, cards), cards, 8, rng)
    assert compared > 300


@pytest.mark.parametrize("seats", [6, 7])
def test_six_and_seven_seats_play_as_fewer_do(seats: int) -> None:
    rng = random.Random(seats)
    games = [random_game(rng, 2, seats) for _ in range(15)]
    assert sum(values_compared(game, 2, 2 * seats, rng) for game in games) > 200


def values_compared(game: Game, cards: int, most: int, rng: random.Random) -> int:
    """Play a random deal; return the number of values compared with minimax."""
    table, compared = dealt(game, cards, rng), 0
    play = Play(game.terms(), [mask(hand) for hand in table.hands], cards, table.player)
    while any(table.hands):
        legal = sorted(table.legal())
        assert play.player == table.player
        assert play.legal_cards() == mask(legal)
        if sum(map(len, table.hands)) <= most:
            hands = [mask(hand) for hand in table.hands]
            values = play.values(np.array([hands], np.uint64))[0].tolist()
            assert values == [table.after(card).value() for card in legal], game
            compared += len(values)
        card = rng.choice(legal)
        play.play(card)
        table = table.after(card)
    assert play.is_over
    assert play.points == table.points
    assert sum(play.tricks(seat) for seat in range(game.seats)) == cards
    return compared


def test_the_search_has_a_signature() -> None:
    """A change that should not alter the search must keep these node counts."""
    rng = random.Random(1)
    points = [0, 0, 0, 2, 3, 4, 10, 11]
    terms = Terms(
        seats=4,
        suits=[[8 * suit + rank for rank in range(8)] for suit in range(4)],
        trump=2,
        points=points * 4,
        side=0b0101,
        last_points=10,
        duties=Duties(trump=True, overtrump=True, but_partner=True),
    )
    nodes = 0
    for _ in range(20):
        pack = rng.sample(range(32), 24)
        hands = [mask(pack[6 * seat : 6 * seat + 6]) for seat in range(4)]
        nodes += Play(terms, hands, 6, 0).nodes(np.array([hands], np.uint64))
    assert nodes == SIGNATURE


def test_bounds_from_single_suits_save_nodes() -> None:
    """Without trumps (Furtak's thesis, chapter 5); the values are compared with DDS at Bridge."""
    rng, nodes = random.Random(3), np.zeros(2, int)
    for _ in range(40):
        drawn = rng.sample([4 * rank + suit for rank in range(13) for suit in range(4)], 28)
        side = sum(1 << seat for seat in rng.choice(((0, 2), (1, 3))))
        suits = [[4 * rank + suit for rank in range(13)] for suit in range(4)]
        hands = [mask(drawn[7 * seat : 7 * seat + 7]) for seat in range(4)]
        terms = Terms(seats=4, suits=suits, side=side, trick_points=1)
        play, row = Play(terms, hands, 7, rng.randrange(4)), np.array([hands], np.uint64)
        nodes += play.nodes(row), play.nodes(row, single_suits=False)
    assert nodes.tolist() == [235_329, 422_233]


def triple(table: Table, ours: bool, depth: int) -> tuple[float, float, float]:
    """Return the triple of error-allowing minimax by its definition.

    See `agents/generic/evaluators/error_allowing.py`.
    """
    sign = 1 if ours else -1
    if depth == 0 or not any(table.hands):
        return sign * table.value(), 0.0, 0.0
    mine = (table.player in table.game.side) == ours
    after = [triple(table.after(card), ours, depth - (not mine)) for card in table.legal()]
    if mine:
        return max(after, key=lambda t: (t[0], t[1] * t[2], t[1]))
    m = min(t[0] for t in after)
    p = sum(1.0 if t[0] > m else t[1] for t in after) / len(after)
    gains = [t[0] - m if t[0] > m else t[2] for t in after if t[0] > m or t[1] > 0]
    return m, p, min(gains, default=0.0)


def test_errors_allowed_and_playouts() -> None:
    """Triples follow the definition; results of playouts lie between the side's best and worst."""
    rng = random.Random(11)
    for _ in range(70):
        game = random_game_of_seats(rng, 2)
        table = dealt(game, 2, rng)
        hands = [mask(hand) for hand in table.hands]
        play = Play(game.terms(), hands, 2, table.player)
        rows = np.array([hands], np.uint64)
        ours = table.player in game.side
        depth = rng.randrange(3)
        expected = [triple(table.after(card), ours, depth) for card in sorted(table.legal())]
        assert np.allclose(play.triples(rows, depth=depth)[0], expected)
        wanted = [rng.randrange(3) for _ in range(game.seats)] if rng.random() < 0.5 else []
        results = play.playouts(rows, wanted)[0].tolist()
        for card, result in zip(sorted(table.legal()), results, strict=True):
            assert result in outcomes(table.after(card))


def test_ends_are_those_of_the_rules_of_thumb_card_by_card() -> None:
    """The points of each seat agree, for several deals at once and from the middle of a deal."""
    rng = random.Random(13)
    for _ in range(70):
        game = random_game(rng, 3)
        tables = [dealt(game, 3, rng) for _ in range(3)]
        plays = [
            Play(game.terms(), [mask(hand) for hand in table.hands], 3, tables[0].player)
            for table in tables
        ]
        wanted = [rng.randrange(3) for _ in range(game.seats)] if rng.random() < 0.5 else []
        rows = np.array([[mask(hand) for hand in table.hands] for table in tables], np.uint64)
        expected = [
            played_by_thumb(play, table, wanted) for play, table in zip(plays, tables, strict=True)
        ]
        blank = Play(game.terms(), [0] * game.seats, 3, tables[0].player)
        assert blank.ends(rows, wanted, threads=2).tolist() == expected
        table = replace(tables[0])
        for _ in range(rng.randrange(1, 2 * game.seats)):
            card = rng.choice(sorted(table.legal()))
            table = table.after(card)
            plays[0].play(card)
        rest = np.array([[mask(hand) for hand in table.hands]], np.uint64)
        assert plays[0].ends(rest, wanted).tolist() == [played_by_thumb(plays[0], table, wanted)]


def played_by_thumb(play: Play, table: Table, wanted: list[int]) -> list[int]:
    """Return the points of each seat when `Play.thumb` plays every card."""
    play, table = play.copy(), replace(table, player=play.player)
    while not play.is_over:
        card = play.thumb(wanted)
        table = table.after(card)
        play.play(card)
    return list(table.taken[: table.game.seats])


def test_a_tree_finds_what_is_best_for_who_is_to_play() -> None:
    """With two sides in one world, the most visited card has the value of minimax."""
    rng = random.Random(19)
    compared = unlike = 0
    for _ in range(80):
        game = random_game(rng, 2)
        if game.all_tricks:
            continue
        table = dealt(game, 2, rng)
        play = Play(game.terms(), [mask(hand) for hand in table.hands], 2, table.player)
        rows = np.array([[mask(hand) for hand in table.hands]], np.uint64)
        values = play.values(rows)[0]
        ours = table.player in game.side
        most = 64 * (11 + game.trick_points) + game.last_points + 1
        goal = [float(worth) for worth in game.worths or range(most)]
        goal += goal[-1:] * (most - len(goal))
        side = sum(1 << seat for seat in game.side)
        worths = [
            goal if seat in game.side else [-worth for worth in goal] for seat in range(game.seats)
        ]
        found = play.tree(
            rows, [side] * game.seats, worths, simulations=6000, exploration=0.3, chance=0.2
        )
        assert found[:, 0].sum() == 6000
        best = int(np.argmax(found[:, 0]))
        assert values[best] == (max(values) if ours else min(values)), game
        compared += 1
        unlike += len(set(values)) > 1
        assert (
            found
            == play.tree(
                rows, [side] * game.seats, worths, simulations=6000, exploration=0.3, chance=0.2
            )
        ).all()
    assert compared > 40
    assert unlike > 10
    refused: list[tuple[dict[str, Any], str]] = [
        ({"sides": [1]}, "sides: expected one of each seat"),
        ({"worths": []}, "worths: expected those of each seat"),
        (
            {"worths": [[float("nan"), *row[1:]] for row in worths]},
            "worths: expected finite numbers",
        ),
        ({"wanted": [1, 2, 3, 4, 5, 6]}, "a number for each seat"),
        ({"simulations": 0}, "simulations: expected 1 or more"),
        ({"chance": 2.0}, "chance: expected 0 to 1"),
        ({"exploration": -1.0}, "exploration: expected 0"),
        ({"weights": [0.0]}, "weights: expected one a world, finite, at least 0 and not all 0"),
        ({"weights": [0.5, 0.5]}, "weights: expected one a world"),
        ({"weights": [-1.0]}, "weights: expected one a world"),
        ({"weights": [float("inf")]}, "weights: expected one a world"),
    ]
    for wrong, text in refused:
        given: dict[str, Any] = {"sides": [side] * game.seats, "worths": worths, **wrong}
        with pytest.raises(ValueError, match=text):
            play.tree(rows, **given)
    with pytest.raises(ValueError, match="expected a world"):
        play.tree(rows[:0], [side] * game.seats, worths)


def test_a_tree_draws_worlds_by_their_weights() -> None:
    """The last trick leaves no choice, so the mean is that of the drawn worlds."""
    rng = random.Random(23)
    unlike = 0
    for _ in range(120):
        game = random_game(rng, 2)
        if game.all_tricks:
            continue
        table = dealt(game, 1, rng)
        own = mask(table.hands[table.player])
        hidden = [card for hand in table.hands for card in hand if not own >> card & 1]
        rows = []
        for _ in range(5):
            rng.shuffle(hidden)
            rest = iter(hidden)
            rows.append([own if s == table.player else 1 << next(rest) for s in range(game.seats)])
        worlds = np.array(rows, np.uint64)
        weights = np.array([0.0, *(rng.random() ** 3 for _ in range(4))])
        known = [mask(hand) if s == table.player else 0 for s, hand in enumerate(table.hands)]
        play = Play(game.terms(), known, 1, table.player)
        most = 64 * (11 + game.trick_points) + game.last_points + 1
        worths = [[float(k) for k in range(most)]] * game.seats
        sides = [1 << seat for seat in range(game.seats)]
        points = np.asarray(play.ends(worlds))[:, table.player]
        found = play.tree(worlds, sides, worths, simulations=20_000, weights=weights.tolist())
        mean = np.average(points, weights=weights)
        spread = np.sqrt(np.average((points - mean) ** 2, weights=weights))
        assert abs(found[0, 1] - mean) <= 5 * spread / np.sqrt(20_000) + 1e-9
        unlike += spread > 0
    assert unlike > 3


def for_themselves(table: Table, worths: list[list[float]]) -> tuple[float, ...]:
    """Return max^n by its definition; of equal cards the first in the pack."""
    if not any(table.hands):
        game = table.game
        number = sum((table.tricks[seat] > 0) << i for i, seat in enumerate(game.watched))
        decided = [game.limits != () and table.decides(seat) for seat in range(game.seats)]
        return tuple(
            game.otherwise
            if any(decided) and not decided[seat]
            else worths[seat][number * (len(worths[seat]) >> len(game.watched)) + points]
            for seat, points in enumerate(table.taken[: game.seats])
        )
    order = [card for suit in table.game.suits for card in suit]
    values = [
        for_themselves(table.after(card), worths) for card in sorted(table.legal(), key=order.index)
    ]
    return max(values, key=lambda value: value[table.player])


def test_everyone_for_themselves() -> None:
    """Values equal max^n over lists, at the start and in the middle of a trick."""
    rng = random.Random(17)
    unlike_paranoid = 0
    for _ in range(80):
        game = random_game_of_seats(rng, 2)
        if game.all_tricks:
            continue
        table = dealt(game, 2, rng)
        hands = [mask(hand) for hand in table.hands]
        play = Play(game.terms(), hands, 2, table.player)
        most = sum(game.points[c] for suit in game.suits for c in suit) + game.last_points
        most += game.trick_points * 64
        size = (most + 1) << len(game.watched)
        worths = [[float(rng.randrange(4)) for _ in range(size)] for _ in range(game.seats)]
        for _ in range(rng.randrange(game.seats + 2)):
            card = rng.choice(sorted(table.legal()))
            table = table.after(card)
            play.play(card)
        rows = np.array([[mask(hand) for hand in table.hands]], np.uint64)
        found = play.for_themselves(rows, worths)[0]
        expected = [for_themselves(table.after(card), worths) for card in sorted(table.legal())]
        assert np.allclose(found, expected), game
        unlike_paranoid += len({value[table.player] for value in expected}) > 1
    assert unlike_paranoid > 4
    with pytest.raises(ValueError, match="worths: expected those of each seat"):
        play.for_themselves(rows, [])


def outcomes(table: Table) -> set[int]:
    """Return all possible results of a deal."""
    if not any(table.hands):
        return {table.value()}
    return set[int]().union(*(outcomes(table.after(card)) for card in table.legal()))


@pytest.mark.parametrize("count", sizes(8, 20))
def test_values_are_those_of_each_world_whatever_came_before(count: int) -> None:
    """Values of many worlds, together or in threads, equal those of each world alone."""
    rng = random.Random(3)
    for _ in range(count):
        game = random_game_of_seats(rng, 4)
        table = dealt(game, 4, rng)
        others = [card for k, hand in enumerate(table.hands) if k != table.player for card in hand]
        rows = []
        for _ in range(12):
            rng.shuffle(others)
            parts = iter([mask(others[k : k + 4]) for k in range(0, len(others), 4)])
            rows.append(
                [
                    mask(hand) if k == table.player else next(parts)
                    for k, hand in enumerate(table.hands)
                ]
            )
        play = Play(game.terms(), rows[0], 4, table.player).seen_by(table.player)
        together = play.values(np.array(rows, np.uint64))
        alone = [play.values(np.array([row], np.uint64))[0] for row in rows]
        assert (together == alone).all()
        assert (together == play.values(np.array(rows, np.uint64), threads=2)).all()


def test_what_a_play_shows_is_what_no_hand_could_have_played() -> None:
    """A play excludes exactly the cards with which no hand could have played it."""
    rng = random.Random(5)
    for _ in range(60):
        game = random_game(rng, 3)
        table = dealt(game, 3, rng)
        play = Play(game.terms(), [mask(hand) for hand in table.hands], 3, table.player)
        shown = [set[int]() for _ in range(game.seats)]
        while any(table.hands):
            card = rng.choice(table.legal())
            pack = {c for suit in game.suits for c in suit} - {card}
            shown[table.player] |= {
                other
                for other in pack
                if card not in game.legal([card, other], table.player, table.trick, table.avoided)
            }
            play.play(card)
            table = table.after(card)
        for seat, cards in enumerate(shown):
            assert play.excluded(seat) == mask(sorted(cards))
            blank = play.seen_by(seat)
            assert blank.history == play.history


def test_layouts_are_all_there_are_and_each_once() -> None:
    rng = random.Random(7)
    for _ in range(70):
        places = rng.randrange(1, 5)
        room = [rng.randrange(4) for _ in range(places)]
        hidden = rng.sample(range(64), sum(room))
        possible = [mask([c for c in hidden if rng.random() < 0.8]) for _ in range(places)]
        layouts = Layouts(mask(hidden), possible, room)
        expected = (
            {
                tuple(
                    mask([c for c, p in zip(hidden, at, strict=True) if p == place])
                    for place in range(places)
                )
                for at in set(
                    itertools.permutations([k for k, n in enumerate(room) for _ in range(n)])
                )
                if all(possible[p] >> c & 1 for c, p in zip(hidden, at, strict=True))
            }
            if len(hidden) <= 7
            else None
        )
        if expected is None:
            continue
        assert layouts.size == len(expected)
        rows = layouts.worlds(0, 10**6, 1)
        assert {tuple(row) for row in rows.tolist()} == expected
        assert len(rows) == len(expected)
        assert (layouts.worlds(1, 3, 1) == rows[1:3]).all()


def ways(hidden: list[int], possible: list[int], room: list[int]) -> int:
    """Count the ways to deal the cards, one by one, in Python's integers."""
    after = Counter({tuple(room): 1})
    for card in hidden:
        before, after = after, Counter()
        for rooms, count in before.items():
            for place, left in enumerate(rooms):
                if left and possible[place] >> card & 1:
                    after[(*rooms[:place], left - 1, *rooms[place + 1 :])] += count
    return after[(0,) * len(room)]


def test_counts_beyond_64_bits_are_exact() -> None:
    """Packs have up to 64 cards in up to eight places, with voids."""
    rng, sizes = random.Random(3), []
    for places in (2, 3, 3, 4, 4, 4, 5, 8):
        room = [rng.randrange(1, 20) for _ in range(places)]
        while sum(room) > 64 or math.prod(n + 1 for n in room) > 40_000:
            room[rng.randrange(places)] //= 2
        hidden = rng.sample(range(64), sum(room))
        suits = [mask([card for card in hidden if card % 4 == suit]) for suit in range(4)]
        possible = [sum(suit for suit in suits if rng.random() < 0.8) for _ in room]
        possible[-1] = mask(hidden)
        sizes.append(Layouts(mask(hidden), possible, room).size)
        assert sizes[-1] == ways(hidden, possible, room)
    every = (1 << 64) - 1
    sizes.append(Layouts(every, [every] * 8, [8] * 8).size)
    assert sizes[-1] == math.factorial(64) // math.factorial(8) ** 8
    assert sum(size > Layouts.MOST_NUMBERED for size in sizes) > 1


def test_worlds_beyond_64_bits_are_drawn_evenly() -> None:
    every = (1 << 64) - 1
    layouts = Layouts(every, [every] * 8, [8] * 8)
    rows = layouts.worlds(0, 2000, 5)
    assert (layouts.worlds(100, 103, 5) == rows[100:103]).all()
    assert (np.bitwise_or.reduce(rows, axis=1) == every).all()
    assert {row.bit_count() for row in rows.ravel().tolist()} == {8}
    for column in (0, 7):
        by_card = [int((rows[:, column] >> np.uint64(card) & 1).sum()) for card in range(64)]
        assert stats.chisquare(by_card).pvalue > LEAST_P / 2


def test_worlds_are_drawn_by_the_weights_of_their_cards() -> None:
    """Totals, and the share of each world among the draws, equal an enumeration."""
    rng, unlike = random.Random(9), 0
    for seed in range(25):
        places = rng.randrange(1, 4)
        room = [rng.randrange(3) for _ in range(places)]
        hidden = rng.sample(range(64), sum(room))
        weights = np.array([[rng.choice((0, 1, 2, 5)) for _ in range(64)] for _ in room], float)
        layouts = WeightedLayouts(mask(hidden), weights, room)
        expected: dict[tuple[int, ...], float] = {}
        for at in set(itertools.permutations([k for k, n in enumerate(room) for _ in range(n)])):
            placed = list(zip(hidden, at, strict=True))
            world = tuple(mask([c for c, p in placed if p == place]) for place in range(places))
            expected[world] = float(np.prod([weights[p, c] for c, p in placed]))
        assert np.isclose(layouts.total, sum(expected.values()))
        possible = [world for world, weight in expected.items() if weight]
        if not possible:
            with pytest.raises(ValueError, match="every world has weight 0"):
                layouts.draw(1, 0)
            continue
        drawn = Counter(tuple(row) for row in layouts.draw(2000, seed).tolist())
        assert set(drawn) <= set(possible)
        counts = [drawn[world] for world in possible]
        shares = np.array([expected[world] for world in possible]) / layouts.total
        assert len(counts) == 1 or stats.chisquare(counts, 2000 * shares).pvalue > LEAST_P / 25
        unlike += len(set(shares)) > 1
    assert unlike > 5
    for room, text in [([1], "2 hidden cards"), ([70], "room 70"), ([1, 1], "places, 64")]:
        with pytest.raises(ValueError, match=text):
            WeightedLayouts(3, np.ones((1, 64)), room)
    with pytest.raises(ValueError, match="at least 0"):
        WeightedLayouts(1, np.full((1, 64), -1.0), [1])


def test_terms_of_seats_that_do_not_fit_are_refused() -> None:
    common: dict[str, Any] = {"seats": 2, "suits": [[0, 1], [2, 3]]}
    rows, worths = [[0] * 5] * 3, [0] * 5
    both = DecisiveTerms(limits=[1, 1])
    watched = Payoffs(rows=rows * 2, watched=2)
    Play(Terms(**common, payoffs=watched, decisive=both), [0, 0], 2, 0)
    refused: dict[str, dict[str, Any]] = {
        "for each set of the watched seats": {"payoffs": Payoffs(rows=rows, watched=1)},
        "watched: expected a set of the seats": {"payoffs": Payoffs(rows=rows, watched=4)},
        "watched seats: expected payoffs": {"payoffs": Payoffs(rows=[], watched=1)},
        "limits: expected those of 2 seats": {
            "worths": worths,
            "decisive": DecisiveTerms(limits=[1]),
        },
        "limit 0: expected 1 or more": {"worths": worths, "decisive": DecisiveTerms(limits=[1, 0])},
        "a side of one seat": {"worths": worths, "decisive": both, "side": 3},
        "worths or payoffs": {"decisive": both},
        "otherwise 2000": {
            "worths": worths,
            "decisive": DecisiveTerms(limits=[1, 1], otherwise=2000),
        },
        "expected limits too": {"worths": worths, "decisive": DecisiveTerms(limits=[], idle=True)},
    }
    for text, more in refused.items():
        with pytest.raises(ValueError, match=text):
            Play(Terms(**common, **more), [0, 0], 2, 0)


def test_records_of_terms_are_compared_copied_and_pickled_by_their_fields() -> None:
    gift = TarokGift(card=1, points=2, worth=3, last=4, earlier=5)
    records: list[object] = [
        Duties(trump=True, overtrump=True),
        Restrictions(locked=1, keys=2, barred=4),
        Payoffs(rows=[[0, 1], [2, 3]], watched=1),
        DecisiveTerms(limits=[3, 4], idle=True, otherwise=-7),
        gift,
        TarokTerms(must_beat=True, emperor=7, last_cards=[(0, 9)], fined=(1, 20), gift=gift),
        Terms(seats=3, suits=[[0, 1, 2]], worths=[5, 6], decisive=DecisiveTerms(limits=[1, 1, 1])),
    ]
    for record in records:
        assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)
        assert [record == other for other in records].count(True) == 1
    assert Duties(trump=True) != Duties(trump=True, overtrump=True)
    plain = Terms(seats=2, suits=[[0, 1]])
    assert plain == Terms(seats=2, suits=[[0, 1]], duties=Duties(), tarok=TarokTerms())
    assert plain != Terms(seats=2, suits=[[0, 1]], tarok=TarokTerms(begin=1))
    with pytest.raises(TypeError):
        Terms(2, [[0, 1]])  # type: ignore[call-arg]


def test_bad_input_is_refused_by_name() -> None:
    terms = Terms(seats=2, suits=[[0, 1], [2, 3]])
    for hands, cards, leader, text in [
        ([3], 2, 0, "1 hands for 2 seats"),
        ([3, 3], 2, 0, "hand of seat 1: a card that is not there, or held twice"),
        ([3, 1 << 40 | 4], 2, 0, "hand of seat 1"),
        ([3, 4], 2, 0, "a hand of 1 cards"),
        ([3, 12], 2, 5, "leader 5"),
        ([3, 12], 40, 0, "cards 40"),
    ]:
        with pytest.raises(ValueError, match=text):
            Play(terms, hands, cards, leader)
    with pytest.raises(ValueError, match="trump 4: expected the number of a suit"):
        Play(Terms(seats=2, suits=[[0]], trump=4), [0, 0], 1, 0)
    with pytest.raises(ValueError, match="expected each once"):
        Play(Terms(seats=2, suits=[[0, 0]]), [0, 0], 1, 0)
    play = Play(terms, [3, 12], 2, 0)
    with pytest.raises(ValueError, match="card 2: seat 0 may not play it"):
        play.play(2)
    with pytest.raises(ValueError, match="world 0, seat 1: expected 2 cards"):
        play.values(np.array([[3, 4]], np.uint64))
    other = copy.deepcopy(play)
    other.play(0)
    assert (play.history, other.history) == ([], [(0, 0)])
    with pytest.raises(ValueError, match="3 hidden cards for 2 rooms"):
        Layouts(7, [7], [2])


def game_of_low_payoffs(rng: random.Random) -> Game:
    """Return a game of four cards a hand with watched seats and payoffs down to -20,000."""
    while True:
        game = random_game_of_seats(rng, 4)
        if game.watched:
            break
    lowest = min(value for table in game.payoffs for row in table for value in row)
    payoffs = [[[value - lowest - 20_000 for value in row] for row in t] for t in game.payoffs]
    return replace(game, payoffs=tuple(tuple(map(tuple, table)) for table in payoffs))


@pytest.mark.parametrize("seed", few(1, [39, 63, 139]))
def test_payoffs_far_below_zero_are_told_apart(seed: int) -> None:
    """Large negative payoffs of seats and tricks are not confused.

    With each seed, a faulty table once gave a wrong value.
    """
    rng = random.Random(seed)
    assert values_compared(game_of_low_payoffs(rng), 4, 12, rng) > 0

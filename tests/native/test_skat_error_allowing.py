"""Error-allowing minimax at Skat: the compiled search against its plain definition."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from vorhand.native.skat_monte_carlo import error_allowing, open_hand, worths

from .skat_endings import Game, random_ending, random_ending_worlds, rows_of
from .skat_positions import NULL, Position

OBJECTIVES = ("score", "win", "points")


class Triple(NamedTuple):
    m: Fraction
    p: Fraction
    a: Fraction


def triples(game: Game, start: Position, depth: int, objective: str) -> dict[int, Triple]:
    """Return the triple of each legal card for the side to move, from all lines, in fractions."""
    max_is_soloist = start.to_move == start.soloist
    trump_game = start.contract != NULL

    @cache
    def search(
        hands: tuple[int, int, int], leader: int, trick: tuple[int, ...], points: int,
        broken: bool, left: int,
    ) -> Triple:  # fmt: skip
        position = Position(hands, start.contract, start.soloist, leader, list(trick))
        if not any(hands) and not trick:
            pay = game.pay(start.contract, points, not broken, objective)
            return Triple(Fraction(pay if max_is_soloist else -pay), Fraction(0), Fraction(0))
        is_max = (position.to_move == start.soloist) == max_is_soloist
        below = left if is_max else left - 1
        found = [after(position, card, points, broken, below) for card in position.legal()]
        if is_max:
            best = max(found, key=lambda t: (t.m, t.p * t.a, t.p))
        else:
            m = min(t.m for t in found)
            p = sum((Fraction(1) if t.m > m else t.p for t in found), Fraction(0)) / len(found)
            gains = [t.m - m if t.m > m else t.a for t in found if t.m > m or t.p > 0]
            best = Triple(m, p, min(gains, default=Fraction(0)))
        return Triple(best.m, Fraction(0), Fraction(0)) if left == 0 else best

    def after(position: Position, card: int, points: int, broken: bool, left: int) -> Triple:
        following, won = position.play(card)
        if not following.trick:
            soloist_won = following.leader == start.soloist
            broken = broken or soloist_won != trump_game
        hands, trick = following.hands, tuple(following.trick)
        return search(hands, following.leader, trick, points + won, broken, left)

    points = game.points + game.skat_points
    return {card: after(start, card, points, False, depth) for card in start.legal()}


def check(game: Game, position: Position, depth: int, objective: str) -> float:
    """Compare all cards of a world; return the greatest probability of an error."""
    play, rows = game.card_play(position), rows_of(game, [position])
    m, p, a = error_allowing(play, rows, depth, objective=objective)
    expected = triples(game, position, depth, objective)
    assert set(np.flatnonzero(~np.isnan(m[0]))) == set(expected)
    for card, triple in expected.items():
        case = f"{game} {position} depth {depth} {objective} card {card}"
        assert np.floor(m[0, card] + (0 if position.to_move == position.soloist else 1e-5)) == (
            triple.m
        ), case
        assert p[0, card] == pytest.approx(float(triple.p), abs=1e-12), case
        assert a[0, card] == float(triple.a), case
    return float(np.nanmax(p))


@pytest.mark.extended
@pytest.mark.parametrize("contract", range(6))
@pytest.mark.parametrize("depth", [-1, 1, 2])
def test_the_search_follows_the_definition(contract: int, depth: int) -> None:
    rng = np.random.default_rng([contract, depth + 1])
    erring = 0
    for n in range(80):
        game, position = random_ending(rng, 4 if n % 8 == 0 else 2 + n % 2, contract)
        erring += check(game, position, depth, OBJECTIVES[n % 3]) > 0
    assert erring > 5


def test_m_is_what_open_hand_finds_and_the_rest_is_in_range() -> None:
    rng = np.random.default_rng(3)
    for n in range(300):
        game, positions = random_ending_worlds(rng, 5, 2 + n % 6)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        objective, values = OBJECTIVES[n % 3], ("levels", "exact")[n // 3 % 2]
        m, p, a = error_allowing(play, rows, 1 + n % 2, objective=objective, values=values)
        worth = worths(play, rows, open_hand(play, rows, values=values), objective)
        side = 1 if positions[0].to_move == positions[0].soloist else -1
        np.testing.assert_array_equal(m, side * worth)
        legal = ~np.isnan(m)
        np.testing.assert_array_equal(legal, ~np.isnan(p))
        np.testing.assert_array_equal(legal, ~np.isnan(a))
        assert ((p[legal] >= 0) & (p[legal] <= 1) & (a[legal] >= 0)).all()
        np.testing.assert_array_equal(a[legal] == 0, p[legal] == 0)


def test_more_depth_finds_more_errors() -> None:
    rng = np.random.default_rng(4)
    more = 0
    for n in range(100):
        game, positions = random_ending_worlds(rng, 4, 3 + n % 3)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        shallow, deep, all_of_it = (error_allowing(play, rows, d)[1] for d in (1, 2, -1))
        more += int(np.nansum(deep > shallow + 1e-9) + np.nansum(all_of_it > deep + 1e-9))
        np.testing.assert_array_equal(all_of_it, error_allowing(play, rows, 30)[1])
    assert more > 100


def test_threads_and_moves_change_no_bit() -> None:
    rng = np.random.default_rng(5)
    for n in range(20):
        game, positions = random_ending_worlds(rng, 24, 4 + n % 4)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        alone = error_allowing(play, rows, 2)
        card = 1 << int(np.flatnonzero(~np.isnan(alone[0][0]))[-1])
        order = rng.permutation(len(rows))
        shared = error_allowing(play, rows[order], 2, threads=3)
        single = error_allowing(play, rows, 2, moves=card)
        for left, right, one in zip(alone, shared, single, strict=True):
            np.testing.assert_array_equal(left[order], right)
            column = card.bit_length() - 1
            np.testing.assert_array_equal(left[:, column], one[:, column])
            assert np.isnan(np.delete(one, column, axis=1)).all()


def test_bad_arguments_are_named() -> None:
    game, position = random_ending(np.random.default_rng(6), 3)
    play, rows = game.card_play(position), rows_of(game, [position])
    with pytest.raises(ValueError, match="depth 0: expected at least 1, or -1"):
        error_allowing(play, rows, 0)
    with pytest.raises(ValueError, match="threads 0"):
        error_allowing(play, rows, 1, threads=0)
    with pytest.raises(ValueError, match="objective 'money'"):
        error_allowing(play, rows, 1, objective="money")
    with pytest.raises(ValueError, match="world 0: a card is in two places"):
        error_allowing(play, rows | np.uint32(1), 1)

"""Vector minimax and payoff reduction at Skat: the compiled search against the definition."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vorhand.native.skat_monte_carlo import error_allowing, vector_search
from vorhand.tests.sizes import sizes

from .skat_endings import Game, random_ending_worlds, rows_of
from .skat_positions import Position
from .skat_together import Cell, Together

OBJECTIVES = ("score", "win", "points")
Vector = list[float]


def vectors(
    game: Game, worlds: list[Position], weights: Sequence[float], depth: int, objective: str,
    reduce_payoffs: bool,
) -> dict[int, Vector]:  # fmt: skip
    """Return the payoff of each legal card to the player to move in each world, without pruning."""
    play = Together(game, worlds, objective)

    def search(cells: list[Cell], chances: Vector, left: int) -> Vector:
        if play.is_over(cells[0]) or left == 0:
            return [min(cell.cap, play.open_hands(cell)) for cell in cells]
        mover = play.position(cells[0]).to_move
        legal = [play.position(cell).legal() for cell in cells]
        if mover == play.me:
            found = [
                search([play.after(cell, card) for cell in cells], chances, left - 1)
                for card in legal[0]
            ]
            return max(found, key=lambda v: sum(w * x for w, x in zip(chances, v, strict=True)))
        friendly = play.friendly(mover)
        if reduce_payoffs and not friendly:
            cells = [cell._replace(cap=min(cell.cap, play.open_hands(cell))) for cell in cells]
        choose: Callable[[float, float], float] = max if friendly else min
        values = [-np.inf if friendly else np.inf] * len(cells)
        for card in sorted({card for cards in legal for card in cards}):
            able = [i for i, cards in enumerate(legal) if card in cards]
            children = [play.after(cells[i], card) for i in able]
            pays = search(children, [chances[i] for i in able], left - 1)
            for i, pay in zip(able, pays, strict=True):
                values[i] = choose(values[i], pay)
        return values

    return {
        card: search([play.after(cell, card) for cell in play.cells], list(weights), depth)
        for card in play.legal
    }


def check(
    game: Game, positions: list[Position], depth: int, objective: str, reduce_payoffs: bool
) -> None:
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    weights = np.random.default_rng(game.gone).integers(1, 4, len(rows)) / 4.0
    found = vector_search(
        play, rows, depth, objective=objective, reduce_payoffs=reduce_payoffs, weights=weights
    )
    expected = vectors(game, positions, weights.tolist(), depth, objective, reduce_payoffs)
    assert set(np.flatnonzero(~np.isnan(found[0]))) == set(expected)
    for card, vector in expected.items():
        case = f"{game} {positions} {weights} {objective} card {card}"
        assert found[:, card].tolist() == vector, case


def open_hands(game: Game, positions: list[Position]) -> NDArray[np.float64]:
    """Return the payoffs with all cards open, which no vector exceeds."""
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    return np.floor(error_allowing(play, rows)[0] + 1e-4)


@pytest.mark.extended
@pytest.mark.parametrize("reduce_payoffs", [False, True])
def test_the_search_follows_the_definition(reduce_payoffs: bool) -> None:
    rng = np.random.default_rng([1, reduce_payoffs])
    for n in range(80):
        game, positions = random_ending_worlds(rng, 2 + n % 4, 2 + n % 2)
        check(game, positions, (-1, 2, 5)[n % 3], OBJECTIVES[n // 3 % 3], reduce_payoffs)


@pytest.mark.parametrize("count", sizes(2, 8))
@pytest.mark.parametrize("depth", [-1, 4])
def test_it_does_where_what_is_hidden_matters(depth: int, count: int) -> None:
    rng = np.random.default_rng([2, depth + 1])
    checked = 0
    while checked < count:
        game, positions = random_ending_worlds(rng, 6, 3)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        hidden, seen = vector_search(play, rows, depth), open_hands(game, positions)
        assert not (hidden > seen).any()
        if not (hidden < seen).any():
            continue
        checked += 1
        for reduce_payoffs in (False, True):
            check(game, positions, depth, "score", reduce_payoffs)


@pytest.mark.parametrize("seed", [176, 520, 2337])
def test_payoff_reduction_does_where_it_differs(seed: int) -> None:
    game, positions = random_ending_worlds(np.random.default_rng([seed, 3]), 6, 3)
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    plain, reduced = (vector_search(play, rows, reduce_payoffs=reduce) for reduce in (False, True))
    assert (plain != reduced)[~np.isnan(plain)].any()
    for reduce_payoffs in (False, True):
        check(game, positions, -1, "score", reduce_payoffs)


def test_one_world_is_open_hand_play() -> None:
    rng = np.random.default_rng(7)
    for n in range(60):
        game, positions = random_ending_worlds(rng, 1, 2 + n % 8)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        m = error_allowing(play, rows, 1)[0]
        for reduce_payoffs in (False, True):
            found = vector_search(play, rows, reduce_payoffs=reduce_payoffs)
            np.testing.assert_allclose(found, m, atol=1e-4)


def test_threads_and_moves_change_no_bit() -> None:
    rng = np.random.default_rng(8)
    for n in range(12):
        game, positions = random_ending_worlds(rng, 10, 4)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        reduce_payoffs = n % 2 == 0
        alone = vector_search(play, rows, reduce_payoffs=reduce_payoffs)
        shared = vector_search(play, rows, threads=3, reduce_payoffs=reduce_payoffs)
        np.testing.assert_array_equal(alone, shared)
        column = int(np.flatnonzero(~np.isnan(alone[0]))[-1])
        single = vector_search(play, rows, moves=1 << column, reduce_payoffs=reduce_payoffs)
        np.testing.assert_array_equal(alone[:, column], single[:, column])
        assert np.isnan(np.delete(single, column, axis=1)).all()


def test_bad_arguments_are_named() -> None:
    game, positions = random_ending_worlds(np.random.default_rng(9), 2, 3)
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    with pytest.raises(ValueError, match="3 weights: expected one a world, 2"):
        vector_search(play, rows, weights=np.ones(3))
    with pytest.raises(ValueError, match="weights: expected none below 0"):
        vector_search(play, rows, weights=np.array([1.0, -1.0]))
    with pytest.raises(ValueError, match="objective 'money'"):
        vector_search(play, rows, objective="money")

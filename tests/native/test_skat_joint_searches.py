"""Alpha-mu and EPIMC at Skat: the compiled searches against their definitions, without any cut."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from vorhand.native.skat_monte_carlo import alpha_mu, epimc, vector_search
from vorhand.tests.sizes import sizes

from .skat_endings import Game, random_ending_worlds, rows_of
from .skat_positions import Position
from .skat_together import Cell, Together

OBJECTIVES = ("score", "win", "points")
ALL = 30  # more than any number of cards to come
Vector = tuple[float, ...]


def reached(play: Together, cells: list[Cell], plies: int) -> set[Vector]:
    """Return the payoffs of every strategy of the player, also of those that others exceed."""
    if play.is_over(cells[0]) or plies == 0:
        return {tuple(play.open_hands(cell) for cell in cells)}
    mover = play.position(cells[0]).to_move
    legal = [play.position(cell).legal() for cell in cells]
    if mover == play.me:
        found = [
            reached(play, [play.after(cell, card) for cell in cells], plies - 1)
            for card in legal[0]
        ]
        return set().union(*found)
    friendly = play.friendly(mover)
    choose: Callable[..., float] = max if friendly else min
    vectors: set[Vector] = {(-np.inf if friendly else np.inf,) * len(cells)}
    for card in sorted({card for cards in legal for card in cards}):
        able = [i for i, cards in enumerate(legal) if card in cards]
        replies = reached(play, [play.after(cells[i], card) for i in able], plies)
        joined = set()
        for vector, reply in product(vectors, replies):
            values = list(vector)
            for i, pay in zip(able, reply, strict=True):
                values[i] = choose(values[i], pay)
            joined.add(tuple(values))
        vectors = joined
    return vectors


def postponed(
    play: Together, cells: list[Cell], weights: Sequence[float], plies: int
) -> list[float]:
    """Return EPIMC's payoffs by its definition."""
    if play.is_over(cells[0]) or plies == 0:
        return [play.open_hands(cell) for cell in cells]
    mover = play.position(cells[0]).to_move
    sign = 1 if play.friendly(mover) else -1
    hands = [cell.hands[mover] for cell in cells]
    legal = [play.position(cell).legal() for cell in cells]
    best: dict[int, tuple[float, dict[int, float]]] = {}
    for card in sorted({card for cards in legal for card in cards}):
        able = [i for i, cards in enumerate(legal) if card in cards]
        after = [play.after(cells[i], card) for i in able]
        pays = postponed(play, after, [weights[i] for i in able], plies - 1)
        for hand in {hands[i] for i in able}:
            own = {i: pay for i, pay in zip(able, pays, strict=True) if hands[i] == hand}
            total = sign * sum(weights[i] * pay for i, pay in own.items())
            if hand not in best or total > best[hand][0] + 1e-9:
                best[hand] = total, own
    chosen = {i: pay for _, own in best.values() for i, pay in own.items()}
    return [chosen[i] for i in range(len(cells))]


def weights_of(game: Game, n: int) -> NDArray[np.float64]:
    return np.random.default_rng(game.gone).integers(1, 4, n) / 4.0


def check_alpha_mu(game: Game, positions: list[Position], plies: int, objective: str) -> int:
    """Compare the value of each card; return how many cards open hands overrate."""
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    weights = weights_of(game, len(rows))
    together = Together(game, positions, objective)
    found, done = alpha_mu(play, rows, plies, objective=objective, weights=weights)
    assert done == plies
    assert set(np.flatnonzero(~np.isnan(found[0]))) == set(together.legal)
    vectors, means = {}, {}
    for card in together.legal:
        cells = [together.after(cell, card) for cell in together.cells]
        vectors[card] = reached(together, cells, plies - 1)
        means[card] = max(float(weights @ vector) for vector in vectors[card])
    best, overrated = max(means.values()), 0
    for card in together.legal:
        case = f"{game} {positions} {weights} {objective} card {card}"
        mean = float(weights @ found[:, card])
        if mean >= best - 1e-9:
            assert tuple(found[:, card]) in vectors[card], case
        # A card that is worse than the best may keep a greater value of fewer plies.
        assert mean == pytest.approx(means[card]) or means[card] <= mean < best, case
        shown = [together.open_hands(together.after(cell, card)) for cell in together.cells]
        overrated += float(weights @ np.array(shown)) > means[card] + 1e-9
    return overrated


def check_epimc(game: Game, positions: list[Position], plies: int, objective: str) -> None:
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    weights = weights_of(game, len(rows))
    together = Together(game, positions, objective)
    found, done = epimc(play, rows, plies, objective=objective, weights=weights)
    assert done == plies
    for card in together.legal:
        cells = [together.after(cell, card) for cell in together.cells]
        expected = postponed(together, cells, weights.tolist(), plies - 1)
        assert weights @ found[:, card] == pytest.approx(weights @ expected), f"{game} {positions}"


def endings(seed: int, count: int) -> Iterator[tuple[Game, list[Position]]]:
    """Yield endings, most of them such that open hands overrate a card."""
    rng = np.random.default_rng([3, seed])
    for n in range(count):
        yield random_ending_worlds(rng, 2 + n % 4, 2 + n % 2)
    while count:
        game, positions = random_ending_worlds(rng, 6, 3)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        if (vector_search(play, rows) < vector_search(play, rows, 0)).any():
            count -= 1
            yield game, positions


@pytest.mark.parametrize("count", sizes(6, 60))
@pytest.mark.parametrize("plies", [1, 2, 3, ALL])
def test_alpha_mu_finds_the_best_of_all_strategies(plies: int, count: int) -> None:
    overrated = 0
    for n, (game, positions) in enumerate(endings(plies, count)):
        overrated += check_alpha_mu(game, positions, plies, OBJECTIVES[n // 3 % 3])
    assert (overrated > 0) == (plies > 1)


@pytest.mark.parametrize("count", sizes(6, 60))
@pytest.mark.parametrize("plies", [1, 2, 4, ALL])
def test_epimc_follows_the_definition(plies: int, count: int) -> None:
    for n, (game, positions) in enumerate(endings(plies, count)):
        check_epimc(game, positions, plies, OBJECTIVES[n // 3 % 3])


def test_open_hands_are_one_ply_of_both() -> None:
    for game, positions in endings(5, 20):
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        expected = vector_search(play, rows, 0)
        for search in (alpha_mu, epimc):
            np.testing.assert_array_equal(search(play, rows, 1)[0], expected)


def test_vector_minimax_never_finds_more_and_sometimes_less() -> None:
    """Alpha-mu finds strategies that are best together with play elsewhere (non-locality)."""
    less = 0
    for seed in (0, 1, 41, 61, 377):
        game, positions = random_ending_worlds(np.random.default_rng(seed), 6, 4)
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        local, best = vector_search(play, rows).sum(0), alpha_mu(play, rows, ALL)[0].sum(0)
        assert not (local > best + 1e-9).any()
        less += bool(np.nanmax(local) < np.nanmax(best) - 1e-9)
    assert less == 3


def test_limits_of_positions_and_vectors_never_promise_more() -> None:
    shorter = 0
    for game, positions in endings(6, 12):
        play, rows = game.card_play(positions[0]), rows_of(game, positions)
        whole, _ = alpha_mu(play, rows, ALL)
        few, _ = alpha_mu(play, rows, ALL, vectors=1)
        assert np.nanmax(few.sum(0)) <= np.nanmax(whole.sum(0))
        for search in (alpha_mu, epimc):
            limited, done = search(play, rows, ALL, positions=100)
            shorter += done < ALL
            np.testing.assert_array_equal(limited, search(play, rows, done)[0])
    assert shorter > 0


def test_bad_arguments_are_named() -> None:
    game, positions = random_ending_worlds(np.random.default_rng(9), 2, 3)
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    for search in (alpha_mu, epimc):
        with pytest.raises(ValueError, match="plies 0: expected at least 1"):
            search(play, rows, 0)
        with pytest.raises(ValueError, match="3 weights: expected one a world, 2"):
            search(play, rows, 1, weights=np.ones(3))
        with pytest.raises(ValueError, match="worlds: expected at least one row"):
            search(play, rows[:0], 1)

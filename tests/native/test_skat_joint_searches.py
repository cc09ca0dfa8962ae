"""Alpha-mu and EPIMC at Skat: the compiled searches against their definitions, without any cut."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vorhand.games.skat.cards import card_list
from vorhand.native.skat_monte_carlo import alpha_mu, epimc, vector_search
from vorhand.tests.sizes import sizes

from .skat_endings import Game, random_ending_worlds, rows_of
from .skat_positions import Position
from .skat_together import Together
from .together_reference import check_values

OBJECTIVES = ("score", "win", "points")
ALL = 30  # more than any number of cards to come


def weights_of(game: Game, n: int) -> NDArray[np.float64]:
    return np.random.default_rng(game.gone).integers(1, 4, n) / 4.0


def check(
    game: Game,
    positions: list[Position],
    plies: int,
    objective: str,
    postpone: bool,
    skats: Sequence[int] = (),
) -> int:
    """Compare the value of each card; return how many cards open hands overrate."""
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    if skats:
        rows[:, 3] = skats
    weights = weights_of(game, len(rows))
    together = Together(game, positions, objective, skats)
    search = epimc if postpone else alpha_mu
    found, done = search(play, rows, plies, objective=objective, weights=weights)
    assert done == plies
    assert set(np.flatnonzero(~np.isnan(found[0]))) == set(together.legal)
    after = {c: [together.after(cell, c) for cell in together.cells] for c in together.legal}
    columns = {card: found[:, card] for card in together.legal}
    return check_values(together, after, weights, plies, columns, postpone)


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


@pytest.mark.parametrize("count", sizes(3, 60))
@pytest.mark.parametrize("plies", [1, 2, 3, ALL])
def test_alpha_mu_finds_the_best_of_all_strategies(plies: int, count: int) -> None:
    overrated = 0
    for n, (game, positions) in enumerate(endings(plies, count)):
        overrated += check(game, positions, plies, OBJECTIVES[n % 3], False)
    assert (overrated > 0) == (plies > 1)


@pytest.mark.parametrize("count", sizes(3, 60))
@pytest.mark.parametrize("plies", [1, 2, 4, ALL])
def test_epimc_follows_the_definition(plies: int, count: int) -> None:
    for n, (game, positions) in enumerate(endings(plies, count)):
        check(game, positions, plies, OBJECTIVES[n % 3], True)


def with_other_skats(
    rng: np.random.Generator, game: Game, positions: list[Position]
) -> tuple[list[Position], list[int]]:
    """Exchange cards of the skat and of hidden hands that are worth no points."""
    me, soloist, others, skats = positions[0].to_move, positions[0].soloist, [], []
    for position in positions:
        hands, skat = list(position.hands), game.skat
        for card in card_list(skat):
            seat = int(rng.choice([s for s in range(3) if s not in (me, soloist)]))
            of_hand = [held for held in card_list(hands[seat]) if held % 8 < 3]
            if card % 8 < 3 and of_hand:
                both = 1 << card | 1 << int(rng.choice(of_hand))
                hands[seat] ^= both
                skat ^= both
        others.append(replace(position, hands=(hands[0], hands[1], hands[2])))
        skats.append(skat)
    return others, skats


TOLD_BY_THE_SKAT = (4504, 6953, 14369)  # seeds of endings with other values if the skat is seen


@pytest.mark.parametrize("count", sizes(3, 100))
@pytest.mark.parametrize("postpone", [False, True])
def test_the_skat_is_hidden_from_the_soloist_of_a_hand_game(postpone: bool, count: int) -> None:
    for seed in (*TOLD_BY_THE_SKAT, *range(count)):
        rng = np.random.default_rng([12, seed])
        game, positions = random_ending_worlds(rng, 6, 3)
        positions, skats = with_other_skats(rng, game, positions)
        # A soloist to move would know the skat without a hand game, and the worlds would share it.
        hand = positions[0].to_move == positions[0].soloist or seed % 2 == 0
        check(replace(game, hand=hand), positions, ALL, "score", postpone, skats)


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


def test_strategy_fusion_misleads_pimc_in_an_ending() -> None:
    """Open hands win most worlds with two cards after which no strategy wins as many."""
    game, positions = random_ending_worlds(np.random.default_rng(5776), 8, 5)
    play, rows = game.card_play(positions[0]), rows_of(game, positions)
    promised = vector_search(play, rows, 0, objective="win").sum(0)
    kept = alpha_mu(play, rows, ALL, objective="win")[0].sum(0)
    postponed = epimc(play, rows, 6, objective="win")[0].sum(0)
    for won in (kept, postponed):
        assert won[np.nanargmax(promised)] < np.nanmax(won)
    assert np.nanmax(kept) < np.nanmax(promised)


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

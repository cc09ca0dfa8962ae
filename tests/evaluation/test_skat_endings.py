"""Endings of Skat as array games, against play through the compiled deal."""

import itertools

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation import array_game, skat_endings
from vorhand.evaluation.array_game import ArrayGame
from vorhand.native import skat

MAX_NODES = 1_000_000


def endings(tricks: int, count: int) -> list[skat.Deal]:
    found = []
    for seed in itertools.count():
        deal = skat_endings.play_to(seed, tricks)
        if not deal.is_over:
            found.append(deal)
        if len(found) == count:
            return found
    raise AssertionError


def true_game(deal: skat.Deal) -> ArrayGame:
    world = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
    return skat_endings.as_game(deal, world, MAX_NODES)


def margin(deal: skat.Deal) -> float:
    scores = skat.scores(skat.Scoring.SEEGER_FABIAN, deal.result())
    return scores[deal.soloist] - scores[(deal.soloist + 1) % 3]


def by_the_deal(deal: skat.Deal) -> tuple[float, float]:
    """Minimax and the mean over random play, by applying cards to the deal."""
    if deal.is_over:
        return margin(deal), margin(deal)
    results = []
    for action in deal.legal_actions():
        child = deal.copy()
        child.apply(action)
        results.append(by_the_deal(child))
    values, means = zip(*results, strict=True)
    best = max(values) if deal.player == deal.soloist else min(values)
    return best, sum(means) / len(means)


@pytest.mark.parametrize("tricks", [1, 2, 3])
def test_one_world_is_the_deal_itself(tricks: int) -> None:
    """Values of random and of best play; with one world PIMC and CFR+ see everything."""
    for deal in endings(tricks, 25):
        best, at_random = by_the_deal(deal)
        game = true_game(deal)
        assert array_game.value(game, array_game.uniform(game)) == pytest.approx(at_random)
        pimc = array_game.pimc(game)
        assert array_game.value(game, pimc) == pytest.approx(best)
        for seat in range(3):
            sign = 1 if seat == deal.soloist else -1
            assert array_game.best_response(game, pimc, seat) == pytest.approx(sign * best)


def worlds_by_brute_force(deal: skat.Deal) -> set[tuple[int, ...]]:
    cards = [c for c in range(32) if deal.in_play >> c & 1]
    played = deal.played(0) | deal.played(1) | deal.played(2)
    left = [card for card in cards if not played >> card & 1]
    sizes = [deal.hand(0).bit_count()] * 3 + [deal.skat.bit_count()]
    voids = [deal.voids(seat) for seat in range(3)] + [0]
    found = set()
    for places in itertools.product(range(4), repeat=len(left)):
        if all(places.count(place) == sizes[place] for place in range(4)):
            world = [0, 0, 0, 0]
            for card, place in zip(left, places, strict=True):
                world[place] |= 1 << card
            if not any(hand & void for hand, void in zip(world, voids, strict=True)):
                found.add(tuple(world))
    return found


def test_public_worlds_are_all_there() -> None:
    for deal in endings(2, 4):
        worlds = [tuple(map(int, row)) for row in skat_endings.public_worlds(deal)]
        assert len(set(worlds)) == len(worlds)
        assert set(worlds) == worlds_by_brute_force(deal)
        assert (*(deal.hand(seat) for seat in range(3)), deal.skat) in worlds


def test_every_set_belongs_to_one_level_and_seat() -> None:
    for deal in endings(2, 6):
        game = skat_endings.as_game(deal, skat_endings.public_worlds(deal), MAX_NODES)
        level = np.searchsorted(game.levels, np.arange(game.mover.size), side="right")
        for name in range(game.seat.size):
            members = np.flatnonzero(game.sets == name)
            assert len(set(level[members])) == 1
            assert set(game.mover[members]) == {game.seat[name]}
            assert set(game.moves[members]) == {np.diff(game.first_move)[name]}


def test_cfr_leaves_little_to_gain_and_pimc_loses() -> None:
    total = 0.0
    for deal in endings(2, 12):
        found = skat_endings.examine(deal, 200, MAX_NODES)
        if not found.undecided:
            continue
        assert not found.sampled
        assert -1e-9 <= found.gap < 0.02
        assert min(found.losses) > -0.1
        total += sum(found.losses)
    assert total > 0


def test_too_many_worlds_are_drawn_from() -> None:
    (deal,) = endings(3, 1)
    found = skat_endings.examine(deal, 5, 20_000)
    assert found.sampled
    again = skat_endings.examine(deal, 5, 20_000)
    assert found == again


def test_workers_do_not_matter() -> None:
    alone, together = (
        skat_endings.examine_many(2, 4, 20, MAX_NODES, 3, workers) for workers in (1, 2)
    )
    assert repr(alone) == repr(together)


def test_bad_numbers() -> None:
    with pytest.raises(ValueError, match="tricks=6: expected 1 to 5"):
        skat_endings.examine_many(6, 1)
    with pytest.raises(ValueError, match="deals=0"):
        skat_endings.examine_many(2, 0)


def test_command() -> None:
    arguments = ["lab", "skat-endings", "--tricks", "2", "--deals", "5", "--workers", "1"]
    result = CliRunner().invoke(app, [*arguments, "--iterations", "20"])
    assert result.exit_code == 0, result.output
    assert "winner undecided as the cards lie" in result.output

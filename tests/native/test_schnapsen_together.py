"""Alpha-mu and EPIMC at Schnapsen against their definitions over slow deals."""

import random

import numpy as np
import pytest

from vorhand.native.schnapsen import Solver, Worlds
from vorhand.tests.games.schnapsen.deals import late_positions, variants
from vorhand.tests.games.schnapsen.reference import SlowDeal, minimax
from vorhand.tests.native.interrupts import check_interrupt
from vorhand.tests.native.test_schnapsen import slow_world
from vorhand.tests.native.together_reference import check_values
from vorhand.tests.sizes import sizes

ALL = 40  # more than any number of moves to come


class Together:
    """Slow deals that the player to move cannot tell apart."""

    def __init__(self, worlds: list[SlowDeal]) -> None:
        self.player = worlds[0].to_move
        self.own = frozenset([self.player])

    def is_over(self, cell: SlowDeal) -> bool:
        return cell.result is not None

    def mover(self, cell: SlowDeal) -> int:
        return cell.to_move

    def moves(self, cell: SlowDeal) -> list[int]:
        return cell.legal()

    def after(self, cell: SlowDeal, move: int) -> SlowDeal:
        return cell.after(move)

    def seen(self, cell: SlowDeal) -> tuple[int, ...]:
        return tuple(sorted(cell.hands[cell.to_move]))

    def friendly(self, seat: int) -> bool:
        return seat == self.player

    def open_hands(self, cell: SlowDeal) -> float:
        return float(minimax(cell) * (1 if self.player == 0 else -1))


@pytest.mark.parametrize("count", sizes(2, 15))
@pytest.mark.parametrize("plies", [1, 2, 3, ALL])
@pytest.mark.parametrize(("name", "cards"), [("tompa", 8), ("kinder", 10), ("end", 8)])
def test_searches_follow_their_definitions(name: str, cards: int, plies: int, count: int) -> None:
    rules, overrated, plain, revealing = variants()[name], 0, 0, 0
    solver = Solver(rules, 1)
    for deal, slow in late_positions(rules, random.Random(3), 20 * count, cards):
        player = deal.to_move
        view = deal.view(player)
        known = Worlds(rules, view, player)
        if len(known) == 1:
            continue
        numbers = known.distinct(0, 5, 1)
        weights = np.random.default_rng(plain).integers(1, 4, len(numbers)) / 4.0
        given = (view, player, numbers, False)
        few, all_ = (
            weights @ solver.together(*given, most, weights.tolist())[0] for most in (1, ALL)
        )
        if (all_ < few - 1e-9).any():
            revealing += 1
        else:
            plain += 1
            if plain > count:
                continue
        worlds = [slow_world(slow, known.world(int(number)), player) for number in numbers]
        play = Together(worlds)
        after = {move: [world.after(move) for world in worlds] for move in worlds[0].legal()}
        for postponed in (False, True):
            found, done = solver.together(view, player, numbers, postponed, plies, weights.tolist())
            assert done == plies
            columns = {move: found[:, i] for i, move in enumerate(after)}
            overrated += check_values(play, after, weights, plies, columns, postponed)
    assert plain > 0
    assert name != "kinder" or revealing > 1
    assert (overrated > 0) == (plies > 1 and revealing > 0)


def test_bad_arguments_are_named() -> None:
    rules = variants()["end"]
    (deal, _), *_ = late_positions(rules, random.Random(3), 1, 8)
    view = deal.view(deal.to_move)
    numbers = Worlds(rules, view, deal.to_move).distinct(0, 2, 1)
    solver = Solver(rules, 1)
    with pytest.raises(ValueError, match="plies: expected 1 or more"):
        solver.together(view, deal.to_move, numbers, False, 0, [1.0] * len(numbers))
    with pytest.raises(ValueError, match="weights: expected one a world"):
        solver.together(view, deal.to_move, numbers, False, 1, [])
    with pytest.raises(ValueError, match="worlds: expected at least one row"):
        solver.together(view, deal.to_move, numbers[:0], False, 2, [])


@pytest.mark.parametrize("postponed", [False, True])
def test_an_interrupt_ends_a_long_search(postponed: bool) -> None:
    rules = variants()["tompa"]
    (deal, _), *_ = late_positions(rules, random.Random(8), 1, 20)
    view = deal.view(deal.to_move)
    numbers = Worlds(rules, view, deal.to_move).distinct(0, 1000, 1)
    weights = [1.0] * len(numbers)
    solver = Solver(rules, 1)
    check_interrupt(solver.together, view, deal.to_move, numbers, postponed, ALL, weights, 0, 64)

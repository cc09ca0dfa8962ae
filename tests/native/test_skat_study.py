"""Trump games with an oracle of endings, and with generalised transposition tables."""

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from vorhand.native import skat, skat_solver, studies
from vorhand.native.errors import PositionError
from vorhand.tests.native.skat_positions import DEALS, Position, load_deals, random_worlds
from vorhand.tests.sizes import sizes

TRUMP_GAMES = range(5)


@pytest.mark.parametrize(
    ("oracle", "table"), [(2, "own"), (4, "own"), (0, "owners"), (0, "lowest_rank")]
)
@pytest.mark.parametrize("count", sizes(2, 8))
def test_every_search_finds_the_value(oracle: int, table: str, count: int) -> None:
    rng = np.random.default_rng(3)
    for cards, contract, leader in product(range(1, 9), TRUMP_GAMES, range(3)):
        worlds, _ = random_worlds(rng, count, cards, (contract, 0, leader), 0)
        expected = skat_solver.solve(worlds, contract, 0, leader)[0]
        found = studies.study(worlds, contract, 0, leader, oracle=oracle, table=table, rounds=1)
        assert np.array_equal(found[0], expected), (cards, contract, leader)


@pytest.mark.parametrize("margin", [1, 3, 20, 120])
def test_a_black_box_changes_no_value(margin: int) -> None:
    rng = np.random.default_rng(9)
    for cards, contract, leader in product((3, 5, 7), TRUMP_GAMES, range(3)):
        worlds, _ = random_worlds(rng, 4, cards, (contract, 0, leader), 0)
        expected = skat_solver.solve(worlds, contract, 0, leader)[0]
        found = studies.study(worlds, contract, 0, leader, oracle=4, rounds=1, margin=margin)
        assert np.array_equal(found[0], expected), (cards, contract, leader)


def test_a_wide_black_box_saves_nothing_and_a_narrow_one_much() -> None:
    rng = np.random.default_rng(10)
    worlds, _ = random_worlds(rng, 20, 7, (0, 0, 1), 0)

    def nodes(**box: Any) -> int:
        return int(np.asarray(studies.study(worlds, 0, 0, 1, rounds=1, **box)[1]).sum())

    exact, one, eight = (nodes(oracle=4, margin=margin) for margin in (0, 1, 8))
    assert exact < one < eight < nodes()
    assert nodes(oracle=4, margin=120) == nodes(margin=5) == nodes()


def control_points(position: Position) -> int:
    """Return the points taken for sure while the side keeps the lead, by plain minimax."""
    ours = position.leader == position.soloist

    def best(now: Position) -> int:
        if now.trick:
            return best_card(now)
        if not any(now.hands):
            return 0
        return max(0, best_card(now))

    def best_card(now: Position) -> int:
        found = []
        for card in now.legal():
            after, _ = now.play(card)
            if after.trick:
                found.append(best(after))
            elif (after.leader == after.soloist) == ours:
                trick = sum(1 << c for c in (*now.trick, card))
                found.append(skat.card_points(trick) + best(after))
            else:
                found.append(0)
        choose = max if (now.to_move == now.soloist) == ours else min
        return choose(found)

    return best(position)


@pytest.mark.parametrize("count", sizes(6, 40))
def test_control_points_are_those_of_minimax(count: int) -> None:
    rng = np.random.default_rng(11)
    lasting = 0
    for cards, contract, leader in product((2, 3), TRUMP_GAMES, range(3)):
        worlds, _ = random_worlds(rng, count, cards, (contract, 0, leader), 0)
        found = np.asarray(studies.control_points(worlds, contract, 0, leader))
        for world, points in zip(worlds, found.tolist(), strict=True):
            hands = (int(world[0]), int(world[1]), int(world[2]))
            assert points == control_points(Position(hands, contract, 0, leader)), (hands, contract)
            lasting += points > 0
    assert lasting > count


@pytest.mark.parametrize("side", [1, 2, 3])
def test_control_bounds_change_no_value(side: int) -> None:
    rng = np.random.default_rng(12)
    for cards, contract, leader in product((3, 6), TRUMP_GAMES, range(3)):
        worlds, _ = random_worlds(rng, 5, cards, (contract, 0, leader), 0)
        expected = skat_solver.solve(worlds, contract, 0, leader)[0]
        for cashes in (True, False):
            found = studies.study(worlds, contract, 0, leader, rounds=1, sides=side, cashes=cashes)
            assert np.array_equal(found[0], expected), (cards, contract, leader)


@pytest.mark.extended
def test_what_is_known_and_what_is_kept_save_nodes() -> None:
    """Oracle and tables save nodes in 40 random suit deals; without them nodes are the solver's."""
    deals = load_deals(DEALS / "random-suit.deals")[:40]
    worlds = np.concatenate([deal.worlds for deal in deals])
    contract, soloist, leader = (
        np.array([deal.setting[i] for deal in deals], np.int32) for i in range(3)
    )

    def nodes(oracle: int = 0, table: str = "own", megabytes: int = 0) -> int:
        counted = studies.study(
            worlds, contract, soloist, leader,
            oracle=oracle, table=table, megabytes=megabytes, rounds=1,
        )  # fmt: skip
        return int(np.asarray(counted[1]).sum())

    solver = skat_solver.solve(worlds, contract, soloist, leader)[2]
    assert nodes() == int(np.asarray(solver).sum())
    assert nodes(oracle=4) == nodes(oracle=4, megabytes=1)
    known = [nodes(oracle=cards) for cards in (0, 2, 4, 5)]
    assert all(more > fewer for more, fewer in combinations(known, 2))
    assert (nodes(table="owners"), nodes(table="lowest_rank")) == (756_830, 597_489)


def test_an_oracle_has_no_ranks() -> None:
    worlds = np.array([[1, 2, 4]], np.uint32)
    with pytest.raises(PositionError, match="an oracle with the table 'owners'"):
        studies.study(worlds, 4, 0, 1, oracle=3, table="owners")
    with pytest.raises(PositionError, match="table 'all': expected own, owners or lo"):
        studies.study(worlds, 4, 0, 1, table="all")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("megabytes", -1, "0 to 10000"),
        ("megabytes", 10_001, "0 to 10000"),
        ("oracle", -1, "0 to 10"),
        ("oracle", 11, "0 to 10"),
        ("rounds", 0, "1 to 1000"),
        ("rounds", -1, "1 to 1000"),
        ("rounds", 1001, "1 to 1000"),
        ("margin", -1, "0 to 120"),
        ("margin", 121, "0 to 120"),
        ("sides", 4, "0 to 3"),
    ],
)
def test_numbers_out_of_range_are_refused(name: str, value: int, expected: str) -> None:
    message = f"{name} {value}: expected {expected}"
    changed: dict[str, Any] = {name: value}
    with pytest.raises(PositionError, match=message):
        studies.study(np.array([[1, 2, 4]], np.uint32), 4, 0, 1, **changed)

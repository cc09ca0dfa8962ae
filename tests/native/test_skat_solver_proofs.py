"""Proofs of the Skat solver: plain minimax on endings, switched techniques, theorems."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vorhand.native import skat_solver, studies
from vorhand.native.errors import NodeBudgetError
from vorhand.tests.native.skat_positions import NULL, Position, random_position, random_worlds

TECHNIQUES = studies.techniques()
ALL = studies.ALL_TECHNIQUES
POINTS = (0, 0, 0, 3, 4, 10, 11, 2)
TRUMP_GAMES, JACK = range(5), 7

Worlds = NDArray[np.uint32]
Setting = tuple[int, int, int, list[int]]


def solve(worlds: Worlds, setting: Setting, question: str = "value", **options: Any) -> np.ndarray:
    by = studies.solve if "techniques" in options else skat_solver.solve
    return np.asarray(by(worlds, *setting, question, **options)[0])


def settings(contracts: Iterator[int] | range) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield all contracts, soloists and leaders, with 0, 1 and 2 cards on the table."""
    for contract, soloist, leader, played in product(contracts, range(3), range(3), range(3)):
        yield (contract, soloist, leader), played


# --- Plain minimax ---


def minimax(position: Position) -> int:
    """Return the soloist's points to come (null: 1 without a trick), by plain recursion."""
    if not position.hands[position.to_move]:
        return 1 if position.contract == NULL else 0
    values = []
    for move in position.legal():
        after, won = position.play(move)
        if position.contract == NULL:
            took = not after.trick and after.leader == after.soloist
            values.append(0 if took else minimax(after))
        else:
            values.append(won + minimax(after))
    return max(values) if position.to_move == position.soloist else min(values)


def test_compiled_minimax_is_minimax() -> None:
    rng = np.random.default_rng(1)
    for i in range(300):
        position = random_position(rng, 1 + i % 3)
        compiled = studies.minimax(position.worlds, *position.setting)
        assert compiled[0] == minimax(position), position


def questions(contract: int) -> list[str]:
    """Return the questions that compiled minimax answers."""
    plain = ["value", "takes_all", "takes_none"] + ["time_to_live"] * (contract == NULL)
    return [*plain, "moves", *(f"moves_{question}" for question in plain[1:])]


def check_against_minimax(
    worlds: Worlds, setting: Setting, rng: np.random.Generator, remember: bool
) -> None:
    """Compare every question of the solver, for all worlds and their moves."""
    for question in questions(setting[0]):
        expected = studies.minimax(worlds, *setting, question, remember=remember)
        assert np.array_equal(solve(worlds, setting, question), expected), (question, setting)
    if setting[0] == NULL:
        return
    values = studies.minimax(worlds, *setting, remember=remember)
    moves = studies.minimax(worlds, *setting, "moves", remember=remember)
    top = 1 + max(int(values.max(initial=0)), 10)
    threshold = int(rng.integers(0, top))
    low, high = sorted(int(x) for x in rng.integers(0, top, 2))
    assert np.array_equal(solve(worlds, setting, "at_least", low=threshold), values >= threshold)
    window = solve(worlds, setting, "window", low=low, high=high)
    assert np.array_equal(window, np.clip(values, low, high))
    at_least = solve(worlds, setting, "moves_at_least", low=threshold)
    assert np.array_equal(at_least, np.where(moves >= 0, moves >= threshold, -1))


@pytest.mark.parametrize(
    ("cards", "worlds"),
    [
        *[(1, 15), (2, 15)],
        pytest.param(3, 15, marks=pytest.mark.extended),
        *(pytest.param(*case, marks=pytest.mark.nightly) for case in [(4, 12), (5, 1)]),
    ],
)
def test_all_questions_on_small_endings(cards: int, worlds: int) -> None:
    """Over 7,000 endings cover all contracts, seats and cards on the table equally."""
    rng = np.random.default_rng(cards)
    checked = 0
    for setting, played in settings(range(6)):
        some = random_worlds(rng, worlds, cards, setting, played)
        check_against_minimax(*some, rng, remember=False)
        checked += len(some[0])
    assert checked > 0.75 * 162 * worlds


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("contracts", "cards", "worlds"),
    [(range(5, 6), 6, 90), (range(5, 6), 7, 3), (range(5), 6, 1)],
    ids=["null-6", "null-7", "trump-6"],
)
def test_larger_endings(contracts: range, cards: int, worlds: int) -> None:
    """Endings of five cards have few cut-offs; a faulty null search was wrong in 1 of 2000."""
    rng = np.random.default_rng(cards)
    for setting, played in settings(contracts):
        some, common = random_worlds(rng, worlds, cards, setting, played)
        question = "time_to_live" if setting[0] == NULL else "value"
        expected = studies.minimax(some, *common, question, remember=True)
        assert np.array_equal(solve(some, common, question), expected)
        if setting[0] == NULL:
            assert np.array_equal(solve(some, common), expected == 0)


# --- Techniques ---

# Nodes of a search without most techniques; longer searches are not compared.
NODES = 60_000
SETS = {
    "all off": 0,
    **{f"without {name}": ALL & ~bit for name, bit in TECHNIQUES.items()},
    **{f"only {name}": bit for name, bit in TECHNIQUES.items()},
    "bare table": TECHNIQUES["transpositions"],
    "table and similarity": TECHNIQUES["transpositions"] | TECHNIQUES["payoff_similarity"],
    "table and ranks": TECHNIQUES["transpositions"] | TECHNIQUES["lowest_rank"],
}


@pytest.mark.extended
@pytest.mark.parametrize("name", SETS)
def test_techniques_change_no_value(name: str) -> None:
    """Values stay equal without one technique, without all others, and without all.

    Positions have 6 to 10 cards, within the node budget.
    """
    rng = np.random.default_rng(sum(map(ord, name)))
    compared = np.zeros(11, int)
    for i in range(45):
        cards = 6 + i % 5
        position = random_position(rng, cards, contract=NULL if i % 3 == 0 else i % 6)
        for question in ("value", "takes_none", "takes_all"):
            try:
                found = solve(
                    position.worlds, position.setting, question,
                    techniques=SETS[name], node_budget=NODES,
                )  # fmt: skip
            except NodeBudgetError:
                continue
            assert found == solve(position.worlds, position.setting, question), position
            compared[cards] += question == "value"
    assert compared[6] >= 7
    assert compared[6:].min() >= 2


def test_random_sets_of_techniques_change_no_move_value() -> None:
    rng = np.random.default_rng(5)
    for setting, played in settings(range(6)):
        worlds, common = random_worlds(rng, 2, 6, setting, played)
        some = int(rng.integers(ALL)) | TECHNIQUES["transpositions"]
        for question in ("moves", "moves_time_to_live" if setting[0] == NULL else "moves_at_least"):
            found = solve(worlds, common, question, low=20, techniques=some)
            assert np.array_equal(found, solve(worlds, common, question, low=20)), (common, some)


def test_equivalent_cards_across_a_card_on_the_table() -> None:
    """Stored proofs with seven cards once omitted ranks on which an equal card depends."""
    position = Position((0x80C18101, 0x48303010, 0x20A0C0C), NULL, 0, 2, [])
    expected = studies.minimax(position.worlds, *position.setting, "moves")[0]
    assert expected[19] == 1
    assert np.array_equal(solve(position.worlds, position.setting, "moves")[0], expected)


# --- Theorems ---


def test_value_is_the_best_over_the_moves() -> None:
    rng = np.random.default_rng(7)
    for setting, played in settings(range(6)):
        worlds, common = random_worlds(rng, 2, 7, setting, played)
        moves = solve(worlds, common, "moves")
        legal = np.ma.masked_equal(moves, -1)
        soloist_moves = (common[2] + len(common[3])) % 3 == common[1]
        best = legal.max(axis=1) if soloist_moves else legal.min(axis=1)
        assert np.array_equal(solve(worlds, common), best)
        for world, values, value in zip(worlds, moves, best, strict=True):
            line = skat_solver.principal_variation(world[None, :], *common)
            assert values[line[0]] == value


def test_principal_variation_reaches_the_value() -> None:
    rng = np.random.default_rng(8)
    for i in range(100):
        position = random_position(rng, 3 + i % 6)
        value = solve(position.worlds, position.setting)[0]
        points, lost = 0, False
        for move in skat_solver.principal_variation(position.worlds, *position.setting):
            assert move in position.legal()
            position, won = position.play(move)
            points += won
            lost = lost or (not position.trick and position.leader == position.soloist)
        assert value == ((not lost) if position.contract == NULL else points)

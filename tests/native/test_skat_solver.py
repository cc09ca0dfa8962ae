"""The Skat solver: stored values, node counts, and arguments. Its proofs are in another file."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vorhand.native import skat_solver
from vorhand.native.errors import NodeBudgetError, PositionError, SearchCancelledError
from vorhand.tests.native.skat_positions import (
    DEAL_FILES,
    DEALS,
    GRAND,
    Position,
    load_deals,
    load_solved,
)


def ask(position: Position, question: str = "value", **options: Any) -> np.ndarray:
    values, _, _ = skat_solver.solve(position.worlds, *position.setting, question, **options)
    return np.asarray(values[0])


# --- Stored values ---


def test_stored_positions_of_all_phases() -> None:
    positions = load_solved()
    assert len(positions) == 341
    for position in positions:
        assert ask(position) == position.value, position


# Nodes of all deals of a file with one core and tables of 2^15 entries. A change that should not
# alter the search must keep these numbers.
SIGNATURE = {
    "plausible-grand": 4_916_335,
    "plausible-null": 161_922,
    "plausible-suit": 6_838_491,
    "random-grand": 2_898_548,
    "random-null": 90_945,
    "random-suit": 4_111_413,
}


@pytest.mark.parametrize("path", DEAL_FILES, ids=lambda path: path.stem)
def test_stored_deals_and_their_signature(path: Path) -> None:
    nodes = 0
    for position in load_deals(path):
        values, _, searched = skat_solver.solve(position.worlds, *position.setting)
        assert values[0] == position.value, position
        nodes += int(searched[0])
    assert nodes == SIGNATURE[path.stem]


# --- The call ---


def test_threads_and_order_change_nothing() -> None:
    rng = np.random.default_rng(11)
    worlds = np.concatenate(
        [load_deals(path)[i].worlds for path in DEAL_FILES[:1] for i in range(60)]
    )
    order = rng.permutation(len(worlds))
    values, legal, nodes = skat_solver.solve(worlds, GRAND, 0, 0, [], "moves_at_least", low=61)
    again = skat_solver.solve(worlds, GRAND, 0, 0, [], "moves_at_least", low=61, threads=3)
    mixed = skat_solver.solve(worlds[order], GRAND, 0, 0, [], "moves_at_least", low=61)
    for i, one in enumerate((values, legal, nodes)):
        assert np.array_equal(np.asarray(one), np.asarray(again[i]))
        assert np.array_equal(np.asarray(one)[order], np.asarray(mixed[i]))


def test_a_setting_for_each_world() -> None:
    positions = [p for path in DEAL_FILES for p in load_deals(path)[:12]]
    worlds = np.concatenate([p.worlds for p in positions])
    contracts, soloists, leaders = (
        np.array([p.setting[i] for p in positions], np.int32) for i in range(3)
    )
    for threads in (1, 2):
        values, legal, nodes = skat_solver.solve(
            worlds, contracts, soloists, leaders, [], "moves", threads=threads
        )
        for i, p in enumerate(positions):
            alone = skat_solver.solve(p.worlds, *p.setting, "moves")
            assert np.array_equal(np.asarray(values)[i], np.asarray(alone[0])[0])
            assert (legal[i], nodes[i]) == (alone[1][0], alone[2][0])
    with pytest.raises(PositionError, match="soloists of 2 worlds: expected one"):
        skat_solver.solve(worlds, contracts, soloists[:2], leaders)
    contracts[3] = 9
    with pytest.raises(PositionError, match="contract 9: expected 0..3"):
        skat_solver.solve(worlds, contracts, soloists, leaders)


def deal(index: int = 0) -> Position:
    return load_deals(DEALS / "random-suit.deals")[index]


def test_node_budget() -> None:
    position = deal()
    with pytest.raises(NodeBudgetError, match="^node budget of 50 used up"):
        ask(position, node_budget=50)
    worlds = np.repeat(position.worlds, 2, axis=0)
    with pytest.raises(NodeBudgetError, match="^world 0: node budget of 50"):
        skat_solver.solve(worlds, *position.setting, node_budget=50)
    worlds[1, 0] = worlds[1, 1]
    with pytest.raises(PositionError, match="^world 1: .* there twice"):
        skat_solver.solve(worlds, *position.setting)


def test_cancelling() -> None:
    position = deal()
    worlds = np.repeat(position.worlds, 3000, axis=0)
    with pytest.raises(SearchCancelledError):
        skat_solver.solve(worlds, *position.setting, cancelled=lambda: True, threads=2)
    with pytest.raises(ZeroDivisionError):
        skat_solver.solve(worlds, *position.setting, cancelled=lambda: bool(1 // 0), threads=2)


def test_interpreter_lock_is_released() -> None:
    position = deal()
    worlds = np.repeat(position.worlds, 60, axis=0)
    steps = 0
    thread = threading.Thread(target=skat_solver.solve, args=(worlds, *position.setting))
    thread.start()
    while thread.is_alive():
        steps += 1
    assert steps > 100


@pytest.mark.parametrize(
    ("hands", "setting", "message"),
    [
        ((1, 1, 2), (4, 0, 0, []), "D7: there twice"),
        ((1, 2, 12), (4, 0, 0, []), "seat 2 has 2 cards: expected 1"),
        ((1, 2, 4), (4, 0, 0, [5]), "seat 0 has 1 cards: expected 0"),
        ((1, 2, 4), (6, 0, 0, []), "contract 6"),
        ((1, 2, 4), (4, 3, 0, []), "soloist 3"),
        ((1, 2, 4), (4, 0, -1, []), "leader -1"),
        ((0, 2, 4), (4, 0, 0, [40]), "trick card 40"),
        ((0, 2, 4), (4, 0, 0, [1]), "D8: there twice"),
        ((0, 2, 4), (4, 0, 0, [8, 9, 10]), "trick of 3 cards"),
        ((8, 2, 48), (4, 0, 0, [0, 8]), "H7: seat 1 had to follow D7"),
        ((0x7FF, 0, 0), (4, 0, 0, []), "11 cards"),
    ],
)
def test_bad_positions_are_refused(
    hands: tuple[int, int, int], setting: tuple[int, int, int, list[int]], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        ask(Position(hands, *setting))


@pytest.mark.parametrize(
    ("contract", "question", "options", "message"),
    [
        (4, "best", {}, "question 'best': expected one of value, window"),
        (5, "at_least", {}, "null"),
        (4, "time_to_live", {}, "expected the contract null"),
        (4, "window", {"low": 50, "high": 40}, "window 50..40"),
        (4, "value", {"threads": 0}, "threads 0"),
        (4, "value", {"table_bits": 40}, "table_bits 40"),
    ],
)
def test_bad_questions_are_refused(
    contract: int, question: str, options: dict[str, int], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        ask(Position((1, 2, 4), contract, 0, 0), question, **options)


def test_no_cards_no_points() -> None:
    assert ask(Position((0, 0, 0), GRAND, 0, 0)) == 0

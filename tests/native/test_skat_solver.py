"""The Skat solver against plain minimax, stored values, and what theory says."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vorhand.native import skat, skat_solver
from vorhand.tests.native.skat_positions import (
    DATA,
    DEAL_FILES,
    GRAND,
    NULL,
    Position,
    load_deals,
    load_solved,
    random_position,
)

TECHNIQUES = skat_solver.techniques()
ALL = skat_solver.ALL_TECHNIQUES


def ask(position: Position, question: str = "value", **options: Any) -> np.ndarray:
    values, _, _ = skat_solver.solve(position.worlds, *position.setting, question, **options)
    return np.asarray(values[0])


# --- Plain minimax ---


def minimax(position: Position) -> int:
    """Soloist's points still to come (null: 1 if he takes no trick), in plain sight."""
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
        compiled = skat_solver.minimax(position.worlds, *position.setting)
        assert compiled[0] == minimax(position), position


POINT_QUESTIONS = ["value", "takes_all", "takes_none"]
NULL_QUESTIONS = [*POINT_QUESTIONS, "time_to_live"]


def check_against_minimax(position: Position, rng: np.random.Generator) -> None:
    """Every question of the solver, for the position and each move."""
    null = position.contract == NULL
    for question in NULL_QUESTIONS if null else POINT_QUESTIONS:
        for name in (question, "moves" if question == "value" else f"moves_{question}"):
            expected = skat_solver.minimax(position.worlds, *position.setting, name)[0]
            assert np.array_equal(ask(position, name), expected), (position, name)
    if null:
        return
    values = skat_solver.minimax(position.worlds, *position.setting, "moves")[0]
    legal = values[values >= 0]
    value = legal.max() if position.to_move == position.soloist else legal.min()
    threshold = int(rng.integers(0, 61))
    low, high = sorted(int(x) for x in rng.integers(0, 61, 2))
    assert ask(position, "at_least", low=threshold) == (value >= threshold)
    assert ask(position, "window", low=low, high=high) == min(max(value, low), high)
    at_least = ask(position, "moves_at_least", low=threshold)
    assert np.array_equal(at_least, np.where(values >= 0, values >= threshold, -1))


@pytest.mark.parametrize(("cards", "count"), [(1, 3000), (2, 6000), (3, 6000), (4, 4500), (5, 600)])
def test_all_questions_on_random_endings(cards: int, count: int) -> None:
    """20,100 endings: all contracts and seats, 0 to 2 cards on the table."""
    rng = np.random.default_rng(cards)
    for _ in range(count):
        check_against_minimax(random_position(rng, cards), rng)


# --- Stored values ---


@pytest.mark.parametrize("path", DEAL_FILES, ids=lambda path: path.stem)
def test_stored_deals(path: Path) -> None:
    for position in load_deals(path):
        assert ask(position) == position.value, position


def test_stored_positions_of_all_phases() -> None:
    positions = load_solved()
    assert len(positions) == 341
    for position in positions:
        assert ask(position) == position.value, position


# Nodes of all deals of a file with one core and tables of 2^15 entries. A change that should
# not alter the search must keep these numbers; one that should says so.
SIGNATURE = {
    "plausible-grand": 10_043_973,
    "plausible-null": 182_087,
    "plausible-suit": 15_450_636,
    "random-grand": 6_124_237,
    "random-null": 109_952,
    "random-suit": 9_417_459,
}


@pytest.mark.parametrize("path", DEAL_FILES, ids=lambda path: path.stem)
def test_signature(path: Path) -> None:
    nodes = 0
    for position in load_deals(path):
        nodes += int(skat_solver.solve(position.worlds, *position.setting)[2][0])
    assert nodes == SIGNATURE[path.stem]


# --- Techniques ---


@pytest.mark.parametrize("off", [*TECHNIQUES, "all", "some"])
def test_techniques_change_no_value(off: str) -> None:
    rng = np.random.default_rng(6)
    for i in range(250):
        cards = 6 if off in ("all", "transpositions") else 6 + i % 5
        position = random_position(rng, cards)
        left = {"all": 0, "some": int(rng.integers(ALL))}.get(off)
        if left is None:
            left = ALL & ~TECHNIQUES[off]
        elif off == "some":
            left |= TECHNIQUES["transpositions"] | TECHNIQUES["payoff_similarity"]
        assert ask(position, techniques=left) == ask(position), position


def test_equivalent_cards_across_a_card_on_the_table() -> None:
    """Seven cards each; a stored proof once left out ranks that an equal card rests on."""
    position = Position((0x80C18101, 0x48303010, 0x20A0C0C), NULL, 0, 2, [])
    expected = skat_solver.minimax(position.worlds, *position.setting, "moves")[0]
    assert expected[19] == 1
    assert np.array_equal(ask(position, "moves"), expected)


# --- Theory ---


def test_value_is_the_best_over_the_moves() -> None:
    rng = np.random.default_rng(7)
    for i in range(150):
        position = random_position(rng, 4 + i % 6)
        moves = ask(position, "moves")
        legal = moves[moves >= 0]
        best = legal.max() if position.to_move == position.soloist else legal.min()
        assert ask(position) == best
        line = skat_solver.principal_variation(position.worlds, *position.setting)
        assert moves[line[0]] == best


def test_principal_variation_reaches_the_value() -> None:
    rng = np.random.default_rng(8)
    for i in range(100):
        position = random_position(rng, 3 + i % 6)
        value = ask(position)
        points, lost = 0, False
        for move in skat_solver.principal_variation(position.worlds, *position.setting):
            assert move in position.legal()
            position, won = position.play(move)
            points += won
            lost = lost or (not position.trick and position.leader == position.soloist)
        assert value == ((not lost) if position.contract == NULL else points)


POINTS = (0, 0, 0, 3, 4, 10, 11, 2)


def minimax_with_worth(position: Position, worth: list[int]) -> int:
    """Plain minimax when each card is worth what the list says."""
    if not position.hands[position.to_move]:
        return 0
    values = []
    for move in position.legal():
        after, _ = position.play(move)
        won = 0
        if not after.trick and after.leader == position.soloist:
            won = sum(worth[c] for c in [*position.trick, move])
        values.append(won + minimax_with_worth(after, worth))
    return max(values) if position.to_move == position.soloist else min(values)


def test_raising_a_card_by_d_raises_the_value_by_0_to_d() -> None:
    """What one-sided widening of stored bounds rests on."""
    rng = np.random.default_rng(12)
    for i in range(150):
        position = random_position(rng, 1 + i % 3, contract=int(rng.integers(5)))
        worth = [POINTS[c % 8] for c in range(32)]
        value = minimax_with_worth(position, worth)
        assert value == ask(position)
        rise = int(rng.integers(1, 12))
        cards = [c for c in range(32) if sum(position.hands) >> c & 1] + position.trick
        worth[int(rng.choice(cards))] += rise
        assert value <= minimax_with_worth(position, worth) <= value + rise


def permuted(position: Position, suits: list[int]) -> Position:
    def move(card: int) -> int:
        return suits[card // 8] * 8 + card % 8

    def moved(cards: int) -> int:
        return sum(1 << move(c) for c in range(32) if cards >> c & 1)

    first, second, third = (moved(h) for h in position.hands)
    contract = suits[position.contract] if position.contract < GRAND else position.contract
    trick = [move(c) for c in position.trick]
    return Position((first, second, third), contract, position.soloist, position.leader, trick)


def test_suits_may_change_places() -> None:
    """Unless jacks are trumps and would change their order: endings without them."""
    rng = np.random.default_rng(9)
    for _ in range(100):
        position = random_position(rng, 5)
        if position.contract != NULL and (sum(position.hands) & skat.trump_mask(GRAND)):
            continue
        if position.contract != NULL and any(c % 8 == 7 for c in position.trick):
            continue
        suits = [int(s) for s in rng.permutation(4)]
        assert ask(permuted(position, suits)) == ask(position)


def test_equivalent_cards_may_change_places() -> None:
    """Seven and eight, eight and nine of one suit differ only in who holds the lower one."""
    rng = np.random.default_rng(10)
    swapped = 0
    for _ in range(400):
        position = random_position(rng, 6, contract=int(rng.integers(5)))
        base = 8 * int(rng.integers(4)) + int(rng.integers(2))
        pair = 3 << base
        owners = [h for h in position.hands if h & pair]
        if len(owners) != 1 or (owners[0] & pair) == pair or position.trick:
            continue
        first, second, third = (h ^ (pair if h & pair else 0) for h in position.hands)
        other = Position((first, second, third), *position.setting)
        swapped += 1
        assert ask(other) == ask(position)
    assert swapped > 20


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


def deal(index: int = 0) -> Position:
    return load_deals(DATA / "random-suit.deals")[index]


def test_node_budget() -> None:
    position = deal()
    with pytest.raises(skat_solver.NodeBudgetError, match="world 0: node budget of 50"):
        ask(position, node_limit=50)


def test_cancelling() -> None:
    position = deal()
    worlds = np.repeat(position.worlds, 3000, axis=0)
    with pytest.raises(skat_solver.Cancelled):
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
    with pytest.raises(skat_solver.PositionError, match=message):
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
    with pytest.raises(skat_solver.PositionError, match=message):
        ask(Position((1, 2, 4), contract, 0, 0), question, **options)


def test_no_cards_no_points() -> None:
    assert ask(Position((0, 0, 0), GRAND, 0, 0)) == 0

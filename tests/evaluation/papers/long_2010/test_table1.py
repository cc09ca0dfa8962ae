"""PIMC and random in Kuhn poker, exactly."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import exploitability
from scipy.optimize import linprog

from vorhand.evaluation.papers.long_2010.table1 import equilibrium
from vorhand.tests.evaluation.papers.small import reproduce


@pytest.mark.extended
def test_long_table1(tmp_path: Path) -> None:
    """Long et al., AAAI 2010, table 1: six of eight figures agree, a seventh with another PIMC."""
    report = reproduce("long-table1", tmp_path)
    agreeing = {row.name for row in report.rows if row.verdict.startswith("agrees")}
    differing = {
        "random in seat 0 against Nash": -1 / 6,
        "PIMC in seat 0 against best response": -1 / 6,
        "PIMC by votes in seat 1 against Nash": 1 / 108,
        "PIMC by votes in seat 1 against best response": -1 / 12,
    }
    for row in report.rows:
        assert (row.name in agreeing) != (row.name in differing)
        if row.name in differing:
            assert row.ours.value == pytest.approx(differing[row.name], abs=1e-3)
    assert len({name.replace(" by votes", "") for name in agreeing}) == 7
    assert [finding.verdict for finding in report.findings] == ["does not hold"]
    notes = {row.name: row.note for row in report.rows}
    assert notes["random in seat 0 against Nash"] == (
        "any equilibrium gives -0.167: -0.161 is not reachable"
    )
    assert notes["random in seat 1 against Nash"] == "any equilibrium gives -0.167 to -0.056"
    assert notes["PIMC in seat 1 against Nash"] == "any equilibrium gives 0.056"


def test_the_line_of_equilibria_of_kuhn_poker() -> None:
    game = pyspiel.load_game("kuhn_poker")
    for jack in (0, 0.1, 0.22, 1 / 3):
        assert exploitability(game, equilibrium(game, jack)) == pytest.approx(0, abs=1e-12)


def test_no_early_end_of_cfr_gives_what_random_gets_in_the_first_seat() -> None:
    """A solver stopped early, at any of 500 iterations, does not explain the figure -0.161."""
    solver = pyspiel.CFRSolver(pyspiel.load_game("kuhn_poker"))
    plans = (0.5, 0.25, 0.25)  # of the random player
    for _ in range(500):
        solver.evaluate_and_update_policy()
        average = solver.average_policy()
        second = [
            dict(average.get_state_policy(f"{card}{history}"))[1]
            for history in "pb"
            for card in range(3)
        ]
        gets = sum(np.dot(plans, first_seat_wins(second, card)) for card in range(3)) / 6
        assert abs(gets + 0.161) > 0.0005
    assert gets == pytest.approx(-1 / 6, abs=1e-3)


Strategy: TypeAlias = Sequence[Any] | npt.NDArray[np.float64]
"""For the cards J, Q, K: probability to bet when nobody has, then to call a bet."""


def showdown(own: int, other: int) -> int:
    return 1 if own > other else -1


def second_seat_wins(first: Strategy, card: int) -> list[tuple[Any, Any]]:
    """Return the second seat's winnings by answer: (pass, bet) after a pass, (fold, call)."""
    others = [other for other in range(3) if other != card]
    checked = sum((1 - first[o]) * showdown(card, o) for o in others)
    bet = sum(
        (1 - first[o]) * (first[3 + o] * 2 * showdown(card, o) + 1 - first[3 + o]) for o in others
    )
    fold = -sum(first[o] for o in others)
    call = sum(first[o] * 2 * showdown(card, o) for o in others)
    return [(checked, bet), (fold, call)]


def first_seat_wins(second: Strategy, card: int) -> tuple[Any, Any, Any]:
    """Return the first seat's winnings by plan: bet, pass and fold, pass and call."""
    others = [other for other in range(3) if other != card]
    bet = sum(second[3 + o] * 2 * showdown(card, o) + 1 - second[3 + o] for o in others)
    checked = sum((1 - second[o]) * showdown(card, o) for o in others)
    called = sum(second[o] * 2 * showdown(card, o) for o in others)
    return bet, checked - sum(second[o] for o in others), checked + called


def test_no_pimc_gets_what_the_table_says_in_both_seats() -> None:
    """No PIMC gets the table's figures in both seats, under any treatment of equal values.

    All strategies that keep the Nash value are tried. The jack never bets or calls, and the king
    calls, because that is best in every world. The queen does not open, because that would lose
    against Nash. Two probabilities are free: the king's to open, which may differ by seat, and the
    queen's to call, which may not.
    """
    steps = [Fraction(k, 24) for k in range(25)]
    calls: dict[int, set[Fraction]] = {1: set(), 2: set()}
    zero, one = Fraction(0), Fraction(1)
    for call in steps:
        for open_king in steps:
            player = (zero, zero, open_king, zero, call, one)
            won = sum(max(pair) for card in range(3) for pair in second_seat_wins(player, card))
            if abs(won / 6 - Fraction("0.083")) < Fraction("0.001"):
                calls[1].add(call)
        player = (zero, zero, one, zero, call, one)  # with the king's bet the figure is 0.056
        won = sum(max(first_seat_wins(player, card)) for card in range(3))
        if abs(won / 6 - Fraction("0.166")) < Fraction("0.001"):
            calls[2].add(call)
    assert calls[1]
    assert calls[2] == {zero, one}
    assert not calls[1] & calls[2]


def test_what_random_gets_in_the_first_seat_fits_no_equilibrium() -> None:
    """The table's -0.161 needs a second seat that loses 0.0025 a game to a best response.

    A linear program has the second seat's strategy and the value of each card against it.
    """
    zeros = np.zeros(6)
    rows, limits = [], []
    against_random = np.zeros(6)
    constant = 0.0
    for card in range(3):
        base = np.array(first_seat_wins(zeros, card))
        slopes = np.array([first_seat_wins(unit, card) for unit in np.eye(6)]) - base
        for plan in range(3):
            rows.append(np.concatenate([slopes[:, plan], -np.eye(3)[card]]))
            limits.append(-base[plan])
        plans = np.array([0.5, 0.25, 0.25]) / 6  # of the random player
        against_random += slopes @ plans
        constant += float(base @ plans)
    rows.append(np.concatenate([-against_random, np.zeros(3)]))
    bounds = [(0.0, 1.0)] * 6 + [(None, None)] * 3

    def exploited(random_gets: float) -> float:
        least = linprog(
            np.repeat([0.0, 1 / 6], [6, 3]),
            A_ub=np.array(rows),
            b_ub=[*limits, constant - random_gets],
            bounds=bounds,
        )
        return float(least.fun) + 1 / 18

    assert exploited(-1 / 6) == pytest.approx(0, abs=1e-9)
    assert exploited(-0.1615) > 0.0025

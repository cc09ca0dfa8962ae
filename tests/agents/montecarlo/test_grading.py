"""Verdicts on moves against paired differences counted out by hand."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from vorhand.agents.montecarlo.choice import Choice, Estimates, Evidence, Verdict
from vorhand.agents.montecarlo.frame import Values, Worlds
from vorhand.agents.montecarlo.grading import critical_values, grade_of, graded
from vorhand.tests.sizes import few

VIEW = SimpleNamespace(legal_actions=(1, 2, 3), action_name=str)


def choice(worth: Sequence[Sequence[float]], move: int, possible: int | None = None) -> Choice:
    """Return a choice with these values in equally likely worlds."""
    values = np.array(worth)
    worlds = Worlds(np.arange(len(values)), np.full(len(values), 1 / len(values)), possible)
    return Choice.of(
        VIEW,
        move,
        "worlds",
        scores=tuple(values.mean(axis=0)),
        evidence=Evidence(VIEW, worlds, Values(values), values),
        stake=10.0,
    )


@pytest.mark.parametrize(
    ("loss", "threshold", "grade"),
    [
        (0.049, 0.0, ""),
        (0.05, 0.0, "inaccuracy"),
        (0.10, 0.01, "mistake"),
        (0.20, 0.01, "blunder"),
        (1.5, 0.1, "blunder"),
        (0.30, 0.30, ""),
        (0.30, 0.299, "blunder"),
        (0.30, float("nan"), ""),
        (0.0, 0.0, ""),
    ],
)
def test_grades(loss: float, threshold: float, grade: str) -> None:
    assert grade_of(loss, threshold) == grade


@pytest.mark.parametrize(
    ("moves", "size", "expected"),
    [(2, 11, 2.228), (2, 1e9, 1.960), (3, 31, 2.536), (5, 1e9, 2.807), (10, 1e9, 3.261)],
)
def test_critical_values_are_those_of_tables(moves: int, size: float, expected: float) -> None:
    """Student's two-sided quantiles at 5% over 1, 1, 3, 10 and 45 comparisons."""
    assert critical_values(moves, np.array([size])) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("size", few(1, [(4, 20), (10, 100)]))
def test_equal_moves_are_seldom_graded(size: tuple[int, int]) -> None:
    """In at most 5% of decisions between equal moves is a move graded, whatever the reference.

    The stake is so small that every loss would be a blunder without the sampling error.
    """
    moves, worlds = size
    rng, n = np.random.default_rng(moves), 400
    view = SimpleNamespace(legal_actions=tuple(range(moves)), action_name=str)
    paired = unpaired = 0
    for _ in range(n):
        values = rng.normal(size=(worlds, moves))
        means = values.mean(axis=0)
        best = int(np.argmax(means))
        drawn = Worlds(np.arange(worlds), np.full(worlds, 1 / worlds), None)
        told = Choice.of(view, best, "worlds", scores=tuple(means), stake=1e-3)
        evidence = Evidence(view, drawn, Values(values), values)
        errors = tuple(values.std(axis=0, ddof=1) / np.sqrt(worlds))
        estimates = Estimates(tuple(means), errors, worlds)
        paired += any_grade(graded(replace(told, evidence=evidence)))
        unpaired += any_grade(graded(replace(told, comparable=estimates)))
    chance = 3 * np.sqrt(0.05 * 0.95 / n)
    assert paired / n <= 0.05 + chance
    assert unpaired / n <= 0.05 + chance
    assert paired + unpaired > 0


def any_grade(choice: Choice) -> bool:
    """Return True if a move of the choice is graded."""
    return any(verdict and verdict.grade for verdict in choice.verdicts)


def verdict_on(place: int, of: Choice, alike: Sequence[Sequence[int]] = ()) -> Verdict:
    """Return the verdict on the move at this place."""
    found = graded(of, alike).verdicts[place]
    assert found is not None
    return found


def test_losses_are_paired_differences_in_parts_of_the_stake() -> None:
    """Move 2 trails by 1 and 3 in two worlds: 2 on average, with a standard error of 1."""
    worth = [[9, 8, 9], [5, 2, 6]]
    best, behind, ahead = (verdict_on(place, choice(worth, move=1)) for place in range(3))
    assert (best.loss, best.error, best.grade) == (0, 0, "")
    assert (behind.loss, behind.error) == pytest.approx((0.2, 0.1))
    assert behind.grade == ""  # two standard errors; with two worlds this may be chance
    assert (ahead.loss, ahead.grade) == (0, "")  # better than the recommended move
    # All possible worlds leave no sampling error; a single one of many has no estimate of it.
    behind = verdict_on(1, choice(worth, move=1, possible=2))
    assert (behind.error, behind.grade) == (0, "blunder")
    alone = verdict_on(1, choice([[9, 2, 9]], move=1))
    assert alone.loss == pytest.approx(0.7)
    assert (alone.error, alone.grade) == (None, "")


def test_equal_moves_share_their_mean() -> None:
    """A difference between two equal moves in playouts is noise."""
    values: list[list[float]] = [[9, 8, 2], [9, 2, 8], [9, 6, 4], [9, 5, 5]]
    alone = choice(values, move=1)
    assert verdict_on(1, alone) != verdict_on(2, alone)
    together = verdict_on(1, alone, [(2, 3)])
    assert together == verdict_on(2, alone, [(2, 3)])
    assert (together.loss, together.error) == pytest.approx((0.4, 0))
    assert verdict_on(1, alone, [(1, 2)]).loss == 0  # equal to the recommended move


def test_moves_that_were_dropped_are_compared_where_they_were_looked_at() -> None:
    nan = float("nan")
    dropped = choice([[9, 8, nan], [5, nan, nan], [7, 3, nan]], move=1)
    assert verdict_on(1, dropped).loss == pytest.approx((1 + 4) / 2 / 10)
    assert graded(dropped).verdicts[2] is None


def test_trees_are_judged_by_estimates_of_equal_effort() -> None:
    """The raw scores average over all visits, and the chosen move has the most visits."""
    tree = Choice.of(
        VIEW,
        2,
        "tree",
        scores=(0.0, 0.9, 0.1),
        errors=(0.0, 0.0, 0.0),
        comparable=Estimates((0.1, 0.4, 0.2), (0.03, 0.04, 0.3), 400),
        stake=0.5,
    )
    first, best, third = (verdict_on(place, tree) for place in range(3))
    assert (first.loss, first.error) == pytest.approx((0.6, 0.1))
    assert (first.grade, best.grade, third.grade) == ("blunder", "", "")
    assert (best.loss, best.error) == (0, 0)


def test_what_has_no_stake_or_no_errors_is_not_graded() -> None:
    with_stake = choice([[9, 8, 9], [5, 2, 6]], move=1)
    assert graded(replace(with_stake, stake=None)).verdicts == ()
    assert graded(replace(with_stake, evidence=None)).verdicts == ()
    assert graded(Choice.of(VIEW, 1, "rule", stake=1.0)).verdicts == ()
    assert "loss" not in with_stake.to_dict()["moves"][1]
    assert graded(with_stake).to_dict()["moves"][1]["loss"] == pytest.approx(0.2)

"""Faults of parts written by others are reported by name."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from vorhand.agents.montecarlo.checks import PartError, check_scores, check_values, check_worlds
from vorhand.agents.montecarlo.frame import GaugeSource, Meaning, Scores, Values, Worlds
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.montecarlo.ties.first import first


@pytest.mark.parametrize(
    ("worlds", "message"),
    [
        (None, "gave NoneType, expected Worlds"),
        (Worlds(np.arange(5), np.ones(5)), "add up to 5.0: expected"),
        (Worlds(np.arange(2), np.array([np.nan, 1])), "weights from nan on"),
        (Worlds(np.arange(2), np.array([-1.0, 2.0])), "weights from -1.0 on"),
        (Worlds(np.arange(2), np.full(3, 1 / 3)), r"2 worlds with weights of shape \(3,\)"),
        (Worlds(np.arange(0), np.zeros(0)), "0 worlds"),
    ],
)
def test_worlds_that_are_none_are_refused(worlds: Any, message: str) -> None:
    with pytest.raises(PartError, match=message):
        check_worlds(worlds)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (np.zeros((2, 3)), "gave ndarray, expected Values"),
        (Values(np.zeros((3, 2))), r"worth of shape \(3, 2\): expected \(2, 3\)"),
        (Values(np.zeros((2, 3)), {"p": np.zeros(3)}), r"p of shape \(3,\): expected"),
        (Values(np.full((2, 3), np.nan)), "nan alone"),
        (
            Values(np.zeros((2, 3)), meaning=Meaning(chance=GaugeSource("playouts", "won"))),
            "chance 'won': expected one of its diagnostics: none",
        ),
    ],
)
def test_values_of_another_shape_are_refused(values: Any, message: str) -> None:
    with pytest.raises(PartError, match=f"evaluator: .*{message}"):
        check_values(values, 2, 3)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        (Scores(np.zeros(2)), r"scores of shape \(2,\): expected \(3,\)"),
        (Scores(np.zeros((2, 3))), r"scores of shape \(2, 3\)"),
        (Scores(np.zeros(3), {"m": np.zeros(4)}), r"m of shape \(4,\)"),
        (Scores(np.full(3, np.nan)), "nan alone"),
    ],
)
def test_scores_of_another_shape_are_refused(scores: Scores, message: str) -> None:
    with pytest.raises(PartError, match=f"decision: .*{message}"):
        check_scores(scores, 3)


@dataclass
class Three:
    """A view with three moves."""

    legal_actions: tuple[int, ...] = (0, 1, 2)


@pytest.mark.parametrize("more", [{}, {"eliminate": True}, {"seconds": 0.01}])
def test_a_decision_checks_its_parts(more: dict[str, Any]) -> None:
    def belief(view: Any, n: int, seed: int) -> Worlds[Any]:
        return Worlds(np.arange(40), np.full(40, 1 / 40), 40, seed)

    def flat(view: Any, worlds: Worlds[Any], moves: Any) -> Values:
        return Values(np.zeros(len(moves)))

    def zeros(view: Any, worlds: Worlds[Any], moves: Any) -> Values:
        return Values(np.zeros((len(worlds), len(moves))))

    def one_score(values: Values, weights: Any) -> Any:
        return np.zeros(1)

    view: Any = Three()
    for evaluator, decision, named in ((flat, one_score, "evaluator"), (zeros, one_score, "decis")):
        with pytest.raises(PartError, match=named):
            MonteCarlo(belief, evaluator, decision, first(), 40, **more)(view, 1)

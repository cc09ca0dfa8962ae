"""Decision rules against the equations of the papers."""

import numpy as np
import pytest

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.decisions.presumed import Presumed, lexicographic
from vorhand.agents.montecarlo.decisions.votes import most_votes
from vorhand.agents.montecarlo.frame import MissingDiagnosticError, Scores, Values


def random_values(rng: np.random.Generator) -> tuple[Values, np.ndarray]:
    """Return random triples with increasing worths of payoffs, and random weights of the worlds."""
    shape = (int(rng.integers(1, 6)), int(rng.integers(2, 7)))
    m, p = rng.integers(-3, 4, shape), rng.choice([0, 0.25, 1 / 3, 1], shape)
    a = np.where(p > 0, rng.integers(1, 4, shape), 0)
    worth = np.sort(rng.random(10))
    diagnostics = {"m": m, "p": p, "a": a}
    diagnostics |= {"worth now": worth[m + 3], "worth after": worth[m + a + 3]}
    return Values(m.astype(float), diagnostics), rng.dirichlet(np.ones(shape[0]))


@pytest.mark.parametrize("by_worth", [False, True])
def test_presumed_scores_lie_between_the_average_and_that_of_an_opponent_who_knows_nothing(
    by_worth: bool,
) -> None:
    """Wisser, IJCAI 2015, equations 2, 4 and 5: ap <= pp <= tp; k = 1: pp = ap; k = 0: pp = tp."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        values, weights = random_values(rng)
        knowledge = float(rng.choice([0.0, rng.random(), 1.0]))
        scores = Presumed(knowledge, by_worth)(values, weights)
        assert isinstance(scores, Scores)
        presumed, average, nothing = scores.parts.values()
        m, p = values["m"], values["p"]
        now, after = (
            (values["worth now"], values["worth after"]) if by_worth else (m, m + values["a"])
        )
        assert average == pytest.approx(weights @ now)
        assert nothing == pytest.approx(weights @ ((1 - p) * now + p * after))
        assert (average <= presumed + 1e-12).all()
        assert (presumed <= nothing + 1e-12).all()
        if knowledge == 1:
            assert presumed == pytest.approx(average)
        if knowledge == 0:
            assert presumed == pytest.approx(nothing)


def test_votes_count_worlds_and_not_values() -> None:
    """The second move is far better in one world, and no better in the others."""
    values, weights = np.array([[0.0, 9.0], [1.0, 0.0], [2.0, 2.0]]), np.array([0.2, 0.3, 0.5])
    assert most_votes(Values(values), weights) == pytest.approx([0.8, 0.7])
    assert weighted_mean(Values(values), weights) == pytest.approx([1.3, 2.8])


def test_ties_of_presumed_payoffs_go_to_the_safer_move() -> None:
    """Equal pp at k = 1/2: (m, p a) = (1, 0) has a greater average than (0, 2)."""
    triples = {"m": np.array([[1, 0]]), "p": np.array([[0, 1]]), "a": np.array([[0, 2]])}
    scores = Presumed(0.5)(Values(triples["m"].astype(float), triples), np.ones(1))
    assert isinstance(scores, Scores)
    assert scores.parts["pp"].tolist() == [1, 1]
    assert scores.total[0] > scores.total[1]
    assert lexicographic(np.array([1.0, 1, 0]), np.array([0.0, 1, 9])).tolist() == [1, 2, 0]


def test_values_without_triples_are_refused_by_name() -> None:
    with pytest.raises(MissingDiagnosticError, match="values without 'p': .* known: points"):
        Presumed(0.0)(Values(np.zeros((1, 2)), {"points": np.zeros((1, 2))}), np.ones(1))

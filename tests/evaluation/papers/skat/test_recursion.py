"""Gains of recursive PIMC per decision: points by the rules, and more worlds."""

import numpy as np
import pytest

from vorhand.agents.skat.outcomes import open_hand
from vorhand.evaluation.papers.skat import recursion
from vorhand.evaluation.papers.skat.recursion import gain_jobs, gains
from vorhand.evaluation.papers.skat.regrets import Question, question
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat import Scoring, scores


def test_who_chooses_as_pimc_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recursion, "_playouts", lambda inner: open_hand())
    jobs = gain_jobs(4, 12, 50, 5, 20, [(20, 2), (20, 5)])
    assert all(gains(job)[2:] == [0, 0] for job in jobs)


@pytest.mark.extended
def test_points_are_the_soloists_by_the_rules() -> None:
    told = 0
    for deal in range(30):
        asked = question(9, deal, 40, 20)
        if asked.view.contract == NULL:
            continue
        points = recursion.points_played_out(asked, 2, [0, 1])
        by_rules = [_by_rules(asked, k) for k in (0, 1)]
        if not np.isnan(by_rules).any():
            assert points[0] - points[1] == pytest.approx(by_rules[0] - by_rules[1], abs=1e-3)
            told += abs(points[0] - points[1]) > 0.1
    assert told >= 4


def _by_rules(asked: Question, choice: int) -> float:
    """Return the mean of the soloist's score from the mover's view; nan if a side took no trick."""
    view = asked.view
    move = view.legal_actions[choice]
    outcomes = recursion._outcomes(
        asked, recursion._playouts(2), recursion._REFERENCE, asked.reference, view.legal_actions
    )[asked.reference, move]
    if not ((outcomes > 0) & (outcomes < 120)).all():
        return float("nan")
    worlds = asked.rows[asked.reference].tolist()
    results = [
        view.deal(world).result_with(int(points), 5)  # matadors are those of the sampled world
        for world, points in zip(worlds, outcomes, strict=True)
    ]
    made = [scores(Scoring.SEEGER_FABIAN, result)[view.soloist] for result in results]
    return float(np.mean(made)) * (1 if view.is_soloist else -1)

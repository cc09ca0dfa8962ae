"""Players that use estimates of open-hand values."""

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.evaluators.estimated import WHICH, Which, pruning, shipped
from vorhand.evaluation.papers.skat.regrets import question
from vorhand.games.loading import load_game
from vorhand.games.skat.contracts import NULL
from vorhand.native import skat_solver, studies


@pytest.mark.nightly
@pytest.mark.parametrize("which", WHICH)
def test_shipped_estimates_are_as_far_off_as_they_say(which: Which) -> None:
    """Shipped estimates have the stated error in new positions, also the weakest of them."""
    estimators, deviations = shipped(which)
    for grand in (False, True):
        setting = studies.self_play_positions(grand, 7, 600, 1, 99)
        value = np.asarray(skat_solver.solve(*setting)[0])
        points, least, most = map(np.asarray, estimators.points(*setting))
        off = np.sqrt(np.mean((np.clip(points, least, most) - value) ** 2))
        said = np.sqrt(np.mean(deviations.reshape(2, 3, 5)[int(grand), :, 3] ** 2))
        assert 0.75 * said < off < 1.3 * said


def test_a_confidence_is_a_share() -> None:
    with pytest.raises(ValueError, match="confidence 1: expected a number between 0 and 1"):
        pruning(1)


def test_sure_estimates_choose_as_exact_values_do() -> None:
    game = load_game("python_skat")
    same = 0
    decisions = [question(4, deal, 10, 10) for deal in range(12)]
    for deal, decision in enumerate(decisions):
        exact, pruned = (
            make_bot(f"mc(evaluator={evaluator},worlds=6)", game, decision.view.player, deal)
            .explain(decision.view)
            .move
            for evaluator in ("open_hand", "estimated(confidence=0.99)")
        )
        same += exact == pruned
        if decision.view.contract == NULL:
            assert exact == pruned
    assert same >= 9


def test_announced_schwarz_is_asked_exactly() -> None:
    """A grand that takes all tricks for sure gets its exact payoff, whatever an estimate says."""
    cards = "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT/C7.C8.C9.CQ.CK.S7.S8.S9.SQ.SK/"
    cards += "H7.H8.H9.HQ.HK.D7.D8.D9.DQ.DK/DA.DT"
    for declared in ("GHZ", "GO"):
        start = f"play {declared} by 0 cards {cards} leader 0 tricks 0 points 0"
        game = load_game(f"python_skat(start={start})")
        view = game.new_initial_state().view(0)
        worth = [
            make_bot(f"mc(evaluator={evaluator},worlds=3,belief=uniform)", game, 0, 1)
            .explain(view)
            .scores
            for evaluator in ("open_hand", "estimated(confidence=0.99)")
        ]
        assert worth[0] == worth[1]
        assert min(worth[0]) > 0

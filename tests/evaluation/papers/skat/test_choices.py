"""Players held against each other decision by decision."""

import numpy as np
import pytest

from vorhand.agents.parameters import AgentError
from vorhand.evaluation.papers.skat.choices import choose, compare


def test_a_player_gains_nothing_over_itself() -> None:
    compared = compare("pimc(worlds=4)", "pimc(worlds=4)", 6, reference=20, seed=3)
    assert [decision.points for decision in compared] == [0] * 6


@pytest.mark.parametrize("players", [("random", "rule"), ("rule", "random")])
def test_who_gives_no_reasons_is_refused(players: tuple[str, str]) -> None:
    with pytest.raises(AgentError, match="agent random: gives no reasons"):
        compare(*players, 2, reference=2)


@pytest.mark.nightly
def test_many_worlds_gain_over_random_cards() -> None:
    jobs = [(3, deal, "pimc(worlds=20)", "iimc(worlds=1,playout=random)", 60) for deal in range(40)]
    compared = [choose(job) for job in jobs]
    assert np.mean([decision.choices * decision.points for decision in compared]) > 20
    assert {decision.soloist for decision in compared} == {True, False}

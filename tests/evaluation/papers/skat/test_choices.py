"""Players compared decision by decision."""

import pytest

from vorhand.agents.parameters import AgentError
from vorhand.evaluation.papers.skat.choices import compare


def test_a_player_gains_nothing_over_itself() -> None:
    compared = compare("pimc(worlds=4)", "pimc(worlds=4)", 6, reference=20, seed=3)
    assert [decision.points for decision in compared] == [0] * 6


@pytest.mark.parametrize("players", [("random", "rule"), ("rule", "random")])
def test_who_gives_no_reasons_is_refused(players: tuple[str, str]) -> None:
    with pytest.raises(AgentError, match="agent random: gives no reasons"):
        compare(*players, 2, reference=2)

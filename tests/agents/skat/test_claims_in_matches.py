"""Agents of any kind play games in which claims are made, in matches too."""

import pytest

from vorhand.evaluation.arena import Match, play_deal


@pytest.mark.parametrize(
    "agents", [["rule", "random", "first"], ["pimc(worlds=2,bidder=rule)"] * 3]
)
def test_matches_with_claims_are_played_to_their_end(agents: list[str]) -> None:
    match = Match.create("python_skat(claims=true)", agents, seed=5)
    states = [state for deal in range(2) for state in play_deal(match, deal)]
    assert all(state.is_terminal() for state in states)

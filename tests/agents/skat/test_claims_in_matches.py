"""Agents of any kind play games in which claims are made, in matches too."""

import random

import pyspiel
import pytest

from vorhand.agents.montecarlo.explanations import adviser
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.skat.claims import answer
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import LAY_OPEN, rule_action

CLAIMS = pyspiel.load_game("python_skat(claims=true)")


@pytest.mark.parametrize(
    "agents", [["rule", "random", "first"], ["pimc(worlds=2,bidder=rule)"] * 3]
)
def test_matches_with_claims_are_played_to_their_end(agents: list[str]) -> None:
    match = Match.create("python_skat(claims=true)", agents, seed=5)
    states = [state for deal in range(2) for state in play_deal(match, deal)]
    assert all(state.is_terminal() for state in states)


def asked() -> SkatView:
    """What a defender sees who is to answer the soloist's claim of the rest."""
    state = CLAIMS.new_initial_state()
    for card in random.Random(3).sample(range(32), 32):
        state.apply_action(card)
    while LAY_OPEN not in state.legal_actions():
        state.apply_action(rule_action(state.deal))
    state.apply_action(LAY_OPEN)
    view: SkatView = state.view(state.current_player())
    return view


def test_who_is_asked_about_an_offer_gets_a_hint() -> None:
    view = asked()
    assert view.offer is not None
    choice = adviser("vorhand(worlds=40)", CLAIMS, view.player, 0)(view)
    assert choice.move == answer(view)
    assert choice.names == ("agree", "play on")
    assert choice.reason == "claim"


@pytest.mark.parametrize("spec", ["sure", "sure(agent=rule)"])
def test_the_player_of_sure_games_plays_with_claims(spec: str) -> None:
    match = Match.create("python_skat(claims=true)", [spec, "rule", "rule"], seed=5)
    assert all(state.is_terminal() for state in play_deal(match, 0))

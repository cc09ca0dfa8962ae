"""Agents of any kind play games in which claims are made, in matches too."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.bots import Explains
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.skat.claims import answer, offer
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import LAY_OPEN, Phase, action_name, rule_action
from vorhand.service.server.judging import judged_by
from vorhand.tests.games.skat.test_claims import GRAND, SAFE

CLAIMS = pyspiel.load_game("python_skat(claims=true)")


@pytest.mark.parametrize(
    "agents",
    [["rule", "random", "first"], ["pimc(worlds=2,bidder=rule)", "sure(agent=rule)", "rule"]],
)
def test_matches_with_claims_are_played_to_their_end(agents: list[str]) -> None:
    match = Match.create("python_skat(claims=true)", agents, seed=5)
    assert all(state.is_terminal() for state in play_deal(match, 0))


def asked() -> SkatView:
    """Return the view of a defender who is to answer the soloist's claim of the rest."""
    state = asked_state()
    view: SkatView = state.view(state.current_player())
    return view


def asked_state() -> pyspiel.State:
    """Return the state in which a defender answers the soloist's claim of the rest."""
    state = CLAIMS.new_initial_state()
    for card in random.Random(3).sample(range(32), 32):
        state.apply_action(card)
    while LAY_OPEN not in state.legal_actions():
        state.apply_action(rule_action(state.deal))
    state.apply_action(LAY_OPEN)
    return state


def test_who_is_asked_about_an_offer_gets_a_hint() -> None:
    view = asked()
    assert view.offer is not None
    choice = adviser("vorhand(worlds=40)", CLAIMS, view.player, 0)(view)
    assert choice.move == answer(view)
    assert choice.names == ("agree", "play on")
    assert choice.reason == "claim"


def sure_of_the_rest() -> pyspiel.State:
    """Return a state in which the soloist is sure of all remaining tricks."""
    state = pyspiel.load_game("python_skat", {"start": SAFE, "claims": True}).new_initial_state()
    for name in GRAND:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(names[name])
    while state.current_player() != 0 or offer(state.view(0)) is None:
        state.apply_action(rule_action(state.deal))
    return state


@pytest.mark.parametrize("state_of", [asked_state, sure_of_the_rest])
def test_who_claims_explains_it_as_all_they_do(state_of: Callable[[], pyspiel.State]) -> None:
    state = state_of()
    game, player = state.get_game(), state.current_player()
    view: SkatView = state.view(player)
    claim = LAY_OPEN if view.offer is None else answer(view)
    bot = make_bot("pimc(worlds=4,bidder=rule)", game, player, 1)
    explaining: Any = bot
    assert isinstance(bot, Explains)
    choice = explaining.explain(view)
    assert choice == explaining.explain_state(state)
    assert (choice.move, choice.reason) == (claim, "claim")
    assert choice.name == action_name(claim)
    assert choice.moves == tuple(state.legal_actions())
    assert explaining.decide(view) == explaining.step(state) == claim
    assert explaining.provides_policy()
    assert explaining.get_policy(state) == [(claim, 1.0)]
    assert explaining.step_with_policy(state) == ([(claim, 1.0)], claim)
    assert judged_by(explaining, state).best == claim
    with pytest.raises(ValueError, match="is not to act"):
        explaining.explain(state.view((player + 1) % 3))


def test_beside_claims_a_player_is_asked_what_they_are_asked_alone() -> None:
    state = CLAIMS.new_initial_state()
    for card in random.Random(4).sample(range(32), 32):
        state.apply_action(card)
    while state.deal.phase != Phase.PLAY:
        state.apply_action(rule_action(state.deal))
    player = state.current_player()
    beside, alone = (
        make_bot("pimc(worlds=4,bidder=rule)", CLAIMS, player, 1, seated=seated)
        for seated in (True, False)
    )
    assert beside.player_id() == player
    beside.restart()
    beside.restart_at(state)
    assert beside.explain_state(state) == alone.explain_state(state)
    assert beside.get_policy(state) == alone.get_policy(state)
    assert beside.step_with_policy(state) == alone.step_with_policy(state)
    assert beside.decide(state.view(player)) == alone.decide(state.view(player))


def test_who_gives_no_reasons_gives_none_beside_claims() -> None:
    bot = make_bot("random", CLAIMS, 2, 1)
    assert not isinstance(bot, Explains)
    assert bot.player_id() == 2
    assert bot.provides_policy() == make_bot("random", CLAIMS, 2, 1, seated=False).provides_policy()
    bot.restart_at(CLAIMS.new_initial_state())

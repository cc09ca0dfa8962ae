"""Agents announce Kontra and Re by the chance that the soloist wins."""

import random
from collections.abc import Callable

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.skat.kontra import soloist_wins
from vorhand.agents.skat.outcomes import card_play, is_to_play, true_world
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import KONTRA, NO_RE, RE, Deal, rule_action
from vorhand.native.skat_monte_carlo import TOOK_ALL, TOOK_NONE, worths

GAME = "python_skat(kontra=true,claims=true)"
# Forehand, who holds the first hand, plays hearts; middlehand has named 18.
STRONG = "CJ.SJ.HJ.DJ.HA.HT.HK.CA.CT.SA"
WEAK = "H7.H8.C7.C8.S7.S8.D7.D8.D9.C9"


def asked(own: str, others: str) -> SkatState:
    """Return the state in which middlehand may say Kontra to forehand's hearts."""
    start = f"deal cards {own}/{others}"
    parameters = {"start": start, "kontra": True}
    state: SkatState = pyspiel.load_game("python_skat", parameters).new_initial_state()
    for name in ("18", "hold", "pass", "pass", "hand", "hearts"):
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(names[name])
    state.apply_action(state.legal_actions()[0])
    assert KONTRA in state.legal_actions()
    return state


def hopeless() -> SkatState:
    """Return a state whose soloist can hardly win a trick."""
    return asked(WEAK, f"{STRONG}/HQ.H9.CK.CQ.SK.SQ.ST.DA.DT.DK/DQ.S9")


def certain() -> SkatState:
    """Return a state whose soloist cannot lose."""
    return asked(STRONG, f"{WEAK}/HQ.H9.CK.CQ.SK.SQ.ST.DA.DT.DK/DQ.S9")


@pytest.mark.parametrize("agent", ["rule", "pimc(worlds=3)", "random"])
def test_kontra_is_said_where_the_soloist_loses(agent: str) -> None:
    for state, says in ((hopeless(), True), (certain(), False)):
        bot = make_bot(agent, state.get_game(), 1, 0)
        assert (bot.step(state) == KONTRA) is says
        assert (soloist_wins(state.view(1)) < 0.2) is says


@pytest.mark.parametrize(("state_of", "answer"), [(hopeless, NO_RE), (certain, RE)])
def test_re_is_said_where_the_soloist_wins(state_of: Callable[[], SkatState], answer: int) -> None:
    state = state_of()
    state.apply_action(KONTRA)
    for agent in ("rule", "random"):
        assert make_bot(agent, state.get_game(), 0, 0).step(state) == answer
    choice = adviser("pimc(worlds=3)", state.get_game(), 0, 0)(state.view(0))
    assert (choice.move, choice.names, choice.reason) == (answer, ("re", "no re"), "playouts")


@pytest.mark.parametrize("agents", [["rule", "random", "first"]])
def test_matches_with_kontra_are_played_to_their_end(agents: list[str]) -> None:
    match = Match.create(GAME, agents, seed=5)
    assert all(state.is_terminal() for deal in range(3) for state in play_deal(match, deal))


@pytest.mark.parametrize("multiplier", [1, 2, 4])
def test_searches_count_the_doubled_value(multiplier: int) -> None:
    """The worth of the true outcome is the soloist's score less the mean of the others'."""
    game, compared = pyspiel.load_game("python_skat(kontra=true)"), 0
    for seed in range(40):
        state, seen = game.new_initial_state(), []
        cards = random.Random(seed).sample(range(32), 32)
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                action = cards.pop()
            elif RE in legal:
                action = RE if multiplier == 4 else NO_RE
            elif KONTRA in legal and multiplier > 1:
                action = KONTRA
            else:
                action = rule_action(state.deal)
                view = state.view(state.current_player())
                if is_to_play(view) and view.multiplier == multiplier:
                    seen.append((view, true_world(state.deal)))
            state.apply_action(action)
        if not seen:
            continue
        returns, soloist = state.returns(), state.deal.soloist
        others = sum(returns) - returns[soloist]
        outcomes = np.full((1, 32), outcome_of(state.deal), np.int16)
        for view, world in seen:
            worth = np.asarray(worths(card_play(view), world, outcomes, "score"))
            assert np.floor(worth[0, 0]) == returns[soloist] - others / 2
            compared += 1
    assert compared > 50


def outcome_of(deal: Deal) -> int:
    """Return the outcome of a finished deal as searches number them."""
    if deal.contract == NULL:
        return deal.tricks_played if deal.soloist_tricks else 0
    if not deal.soloist_tricks or not deal.defender_tricks:
        return TOOK_ALL if deal.soloist_tricks else TOOK_NONE
    return deal.result().points

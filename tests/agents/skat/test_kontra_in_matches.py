"""Agents announce Kontra and Re by the chance that the soloist wins."""

from collections.abc import Callable

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.skat.kontra import soloist_wins
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import KONTRA, NO_RE, RE

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
    """Return a hand that has hardly a trick."""
    return asked(WEAK, f"{STRONG}/HQ.H9.CK.CQ.SK.SQ.ST.DA.DT.DK/DQ.S9")


def certain() -> SkatState:
    """Return a hand that cannot lose."""
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

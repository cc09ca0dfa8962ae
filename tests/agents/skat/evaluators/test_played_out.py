"""Playouts of Skat by agents that are not compiled: Python calls, and no hidden information."""

import functools
from typing import ClassVar

import numpy as np
import pyspiel
import pytest

from vorhand.agents import Spec, make, make_bot
from vorhand.agents.generic.players.first import FirstActionBot
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.compiled_players import is_compiled
from vorhand.agents.skat.evaluators.values import valued
from vorhand.agents.skat.outcomes import played_out, played_out_by
from vorhand.games.skat.cards import ALL_CARDS
from vorhand.native import skat_monte_carlo as native
from vorhand.tests.agents.skat.played import GAME, states, view_of
from vorhand.tests.agents.skat.players.test_players import stands_for


def test_any_agent_can_play_the_playouts() -> None:
    """The rule player in Python agrees with its compiled twin."""
    differ = 0
    for tricks in (3, 8):
        for state in states(3, tricks):
            view = view_of(state)
            rows = np.asarray(view.worlds().distinct(0, 3, 5))
            make = functools.partial(make_bot, "mc_bidder", GAME)
            slow = played_out_by(make, GAME)(view, rows, 7, 0, ALL_CARDS)
            fast = played_out(native.Player.rule())(view, rows, 7, 0, ALL_CARDS)
            stand_ins = [stands_for(view, move) for move in view.legal_actions]
            np.testing.assert_array_equal(slow[:, stand_ins], fast[:, list(view.legal_actions)])
            some = played_out_by(make, GAME)(view, rows[1:], 7, 1, 1 << view.legal_actions[-1])
            np.testing.assert_array_equal(
                some[:, view.legal_actions[-1]], slow[1:, view.legal_actions[-1]]
            )
            first = make_bot("iimc(worlds=2,playout=first)", GAME, view.player, 1).explain(view)
            again = make_bot("iimc(worlds=2,playout=first)", GAME, view.player, 1).explain(view)
            assert first == again
            differ += first.scores != make_bot("iimc(worlds=2)", GAME, 0, 1).explain(view).scores
    assert differ > 2


@pytest.mark.extended
@pytest.mark.parametrize(
    "playout",
    [
        "pimc(worlds=2,belief=declared)",
        "iimc(worlds=2,doubt=1.0)",
        "mc(blended,worlds=2,doubt=1.0)",
        "pimc(worlds=2,decision=votes)",
        "pimc(worlds=2,ties=last)",
        "iimc(worlds=2,eliminate=true)",
        "iimc(worlds=2,playout=pimc(worlds=2,decision=votes))",
    ],
)
def test_what_is_not_compiled_of_an_agent_is_played_out_in_python(playout: str) -> None:
    """A playout uses the parameters of the spec; the compiled player replaces only the defaults."""
    assert not is_compiled(Spec.parse(playout))
    assert is_compiled(Spec.parse("pimc(worlds=2,belief=uniform,doubt=0.0,decision=mean)"))
    view = next(v for v in map(view_of, states(20, 7)) if len(v.legal_actions) > 1)
    evaluate = make("evaluator", f"played_out({playout})", GAME)
    worlds = uniform(view, 2, 5)
    found = evaluate(view, worlds, view.legal_actions)
    make_player = functools.partial(make_bot, playout, GAME)
    slow = valued(played_out_by(make_player, GAME), "score")(view, worlds, view.legal_actions)
    np.testing.assert_array_equal(found.worth, slow.worth)
    np.testing.assert_array_equal(found["won"], slow["won"])


def test_own_agents_in_playouts_may_be_remembered() -> None:
    """The agent's own moves follow from its views, compiled or not, so they may be cached."""
    spec = "iimc(remember=true,own_seed=1,worlds=2,playout=first)"
    for view in map(view_of, states(3, 7)):
        choices = [make_bot(spec, GAME, view.player, seed).explain(view) for seed in range(2)]
        plain = make_bot(spec.replace("true", "false"), GAME, view.player, 3).explain(view)
        assert choices[0] == choices[1] == plain


class Recorder(FirstActionBot):
    """Plays the lowest card and records the states that it receives."""

    shown: ClassVar[list[pyspiel.State]] = []

    def step(self, state: pyspiel.State) -> int:
        self.shown.append(state.clone())
        return super().step(state)


def test_no_player_of_playouts_sees_the_world() -> None:
    """The states that players receive depend on their views only, not on the playout's world."""
    view = next(v for v in map(view_of, states(20, 5)) if len(v.legal_actions) > 2)
    rows = np.asarray(view.worlds().distinct(0, 4, 5))
    Recorder.shown.clear()
    played_out_by(lambda seat, _: Recorder(seat), GAME)(view, rows, 1, 0, ALL_CARDS)
    assert len(Recorder.shown) > 50
    for state in Recorder.shown:
        again = GAME.state_of(view_of(state))
        assert str(again) == str(state)

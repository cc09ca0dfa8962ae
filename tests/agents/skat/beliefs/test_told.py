"""Beliefs that cheat: they are given the true world, and nothing else may use them."""

import numpy as np
import pyspiel
import pytest

from vorhand.agents import AgentError, make, make_bot
from vorhand.agents.registry import sees_hidden_cards
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.beliefs.told import ToldCards, told_view
from vorhand.agents.skat.open_view import open_view
from vorhand.agents.skat.worlds import Rows
from vorhand.tests.agents.skat.played import GAME, states


def truth_of(state: pyspiel.State) -> Rows:
    deal = state.deal
    return np.array([*(deal.hand(seat) for seat in range(3)), deal.skat], np.uint32)


@pytest.mark.parametrize("what", ["partner", "skat", "all"])
def test_told_cards_are_known(what: ToldCards) -> None:
    belief = make("belief", f"told({what})", GAME)
    for state in states(12, 5):
        view, truth = open_view(state, state.current_player()), truth_of(state)
        worlds = belief(view, 200, 1)
        told = [3] if what == "skat" else []
        if what == "partner" and not view.is_soloist:
            told = [seat for seat in range(3) if seat not in (view.player, view.soloist)]
        if what == "all":
            told = [0, 1, 2, 3]
        assert (worlds.rows[:, told] == truth[told]).all()
        every = np.asarray(view.worlds().slice(0, int(view.worlds().count)))
        if len(every) > 5000:
            continue
        fits = every[(every[:, told] == truth[told]).all(axis=1)]
        chances = np.exp(belief.log_probability(view, every))
        assert np.count_nonzero(chances) == len(fits) == told_view(view, what).worlds().count
        assert chances.sum() == pytest.approx(1)
        np.testing.assert_allclose(
            belief.marginals(view)[:, 3],
            np.mean([(fits[:, 3] >> card) & 1 for card in range(32)], axis=1),
            atol=1e-9,
        )


def test_the_true_world_has_its_share() -> None:
    belief = make("belief", "peek(0.3)", GAME)
    for state in states(12, 6):
        view, truth = open_view(state, state.current_player()), truth_of(state)
        count = int(view.worlds().count)
        for n in (10, count):
            worlds = belief(view, n, 2)
            same = (worlds.rows == truth).all(axis=1)
            inside = (uniform(view, n, 2).rows == truth).all(axis=1).any()
            assert worlds.weights[same].sum() == pytest.approx(
                0.3 + (0.7 / min(n, count) if inside else 0)
            )
            assert worlds.weights.sum() == pytest.approx(1)
        every = np.asarray(view.worlds().slice(0, min(count, 3000)))
        total = np.exp(belief.log_probability(view, every)).sum()
        if count <= 3000:
            assert total == pytest.approx(1)


def test_bots_are_shown_the_cards_and_others_are_refused() -> None:
    spec = "pimc(worlds=5,belief=told(partner))"
    assert sees_hidden_cards(spec, "python_skat")
    assert not sees_hidden_cards("pimc(worlds=5,belief=ki)", "python_skat")
    (state,) = states(1, 3)
    bot = make_bot(spec, GAME, state.current_player(), 1)
    assert bot.step(state) in state.legal_actions()
    with pytest.raises(AgentError, match="sees hidden cards"):
        bot.explain(state.view(state.current_player()))
    with pytest.raises(AgentError, match="sees hidden cards"):
        make_bot(f"iimc(worlds=2,playout={spec})", GAME, 0, 1)

"""The rule player as an OpenSpiel bot."""

import doctest
from pathlib import Path

import numpy as np
import pytest
from open_spiel.python.algorithms import evaluate_bots

from vorhand.agents import make_bot
from vorhand.games.loading import load_game
from vorhand.native.skat import rule_action

DOCUMENT = Path(__file__).parents[4] / "docs" / "rule-player.md"


def test_plays_whole_deals_with_random_bots() -> None:
    game = load_game("python_skat")
    for seat in range(3):
        bots = [make_bot("rule" if s == seat else "random", game, s, s) for s in range(3)]
        for seed in range(1):
            scores = evaluate_bots.evaluate_bots(
                game.new_initial_state(), bots, np.random.RandomState(seed)
            )
            assert len(scores) == 3


def test_is_the_compiled_player() -> None:
    game = load_game("python_skat")
    state = game.new_initial_state()
    for card in range(32):
        state.apply_action(card)
    bots = [make_bot("rule", game, seat, 0) for seat in range(3)]
    while not state.is_terminal():
        player = state.current_player()
        action = bots[player].step(state)
        assert action == rule_action(state.deal)
        decision = bots[player].explain(state.view(player))
        assert (decision.move, list(decision.moves)) == (action, state.legal_actions())
        with pytest.raises(ValueError, match="not to act"):
            bots[player].explain(state.view((player + 1) % 3))
        state.apply_action(action)


@pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents are not installed")
def test_session_of_the_document() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted == 5
    assert result.failed == 0

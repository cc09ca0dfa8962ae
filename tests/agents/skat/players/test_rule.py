"""The rule player as an OpenSpiel bot."""

import pytest

from vorhand.agents import make_bot
from vorhand.games.loading import load_game
from vorhand.native.skat import rule_action


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

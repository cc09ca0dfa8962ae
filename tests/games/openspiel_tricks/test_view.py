"""Max^n at OpenSpiel's trick-taking games without partners."""

from __future__ import annotations

import pytest

from vorhand.agents import make_bot
from vorhand.agents.registry import AgentError, make
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.tests.games.plain_search import max_n
from vorhand.tests.games.trick_games import as_it_lies, states


@pytest.mark.parametrize("game", ["hearts", "oh_hell(num_tricks_fixed=3)"])
def test_others_may_play_for_themselves(game: str) -> None:
    """In the last two tricks the values are those of max^n over the states."""
    selfish = make("evaluator", "open_hand(others=selfish)", load_game(game), 1)
    compared = 0
    for seed in range(12):
        for state in states(game, seed, 1):
            view = TableView.of(state, state.current_player())
            if (
                view.play is None
                or sum(view.play.cards_left(s) for s in range(view.rules.seats)) > 7
            ):
                continue
            found = selfish(view, as_it_lies(state), view.legal_actions).worth[0].tolist()
            suits = view.rules.num_suits

            def weakest(card: int, suits: int = suits) -> tuple[int, int]:
                return card % suits, card // suits

            expected = [max_n(state.child(a), weakest)[view.player] for a in view.legal_actions]
            assert found == expected
            compared += len(expected) > 1
    assert compared > 10
    with pytest.raises(AgentError, match="others=selfish: euchre.* has partners"):
        make_bot("pimc(others=selfish)", load_game("euchre"), 0, 1)

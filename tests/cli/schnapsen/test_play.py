"""The screen of Schnapsen: what is typed and what is refused."""

import random

import pyspiel
import pytest

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.cli.screens import RefusedError, screen_of


def test_typed_moves() -> None:
    game, screen = pyspiel.load_game("python_schnapsen"), screen_of("python_schnapsen")
    rng, announced = random.Random(1), 0
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            seen = screen.look(state, state.current_player())
            for action in state.legal_actions():
                assert screen.parse(seen, state.action_to_string(action).lower()[:10]) == [action]
            marriage = next((a for a in state.legal_actions() if a >= 34), None)
            if marriage is not None:
                king = 8 * (marriage - 34) + 2
                assert screen.parse(seen, f"m {game.rules.card_name(king)}") == [marriage, king]
                announced += 1
            with pytest.raises(RefusedError, match="expected one of"):
                screen.parse(seen, "ZZ")
            assert screen.picture(seen) is not None
            state.apply_action(rng.choice(state.legal_actions()))
        assert screen.outcome(state, 0) is not None
    assert announced > 5

"""The paper's depths: errors are looked for ever further down during a deal of Schnapsen."""

import random

from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.schnapsen.evaluators.error_allowing import depth_at
from vorhand.games.loading import load_game


def test_the_depth_grows_with_the_tricks() -> None:
    """From 1 by one after every two tricks; no limit once the talon is closed or used up."""
    game, seen = load_game("python_schnapsen"), set()
    for seed in range(40):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                view = view_of(state, state.current_player())
                depth = depth_at(view, 1)
                played = sum(view.seen.movers.count(p) for p in range(2))
                assert (depth == -1) == (view.deal.closer >= 0 or not view.deal.talon)
                assert depth == -1 or 1 <= depth <= 1 + played // 4
                assert depth_at(view, -1) == -1
                seen.add(depth)
            state.apply_action(rng.choice(state.legal_actions()))
    assert seen == {-1, 1, 2, 3}

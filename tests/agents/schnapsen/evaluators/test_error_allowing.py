"""The paper's depths: errors are looked for ever further down during a deal of Schnapsen."""

import random

from vorhand.agents import make_bot
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


def test_agents_with_the_papers_settings_decide() -> None:
    game, rng = load_game("python_kinderschnapsen"), random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    view = view_of(state, state.current_player())
    tree = "simulations=60,exploration=1.4142135623730951"
    for spec in ("ppp(worlds=3,depth=5)", "ppp(worlds=3,growing=true)"):
        assert make_bot(spec, game, view.player, 1).explain(view).move in view.legal_actions
    for one_tree in ("true", "false"):
        bot = make_bot(f"mcts(worlds=3,one_tree={one_tree},{tree})", game, view.player, 1)
        choice = bot.explain(view)
        assert choice.move in view.legal_actions
        assert abs(sum(choice.scores) - 1) < 1e-9

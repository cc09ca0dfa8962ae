"""States drawn from an information set of the laboratory's games are equally likely."""

import random

import pytest
from scipy import stats

from vorhand.agents.generic.views import StateView
from vorhand.games.loading import load_game
from vorhand.tests.sizes import LEAST_P


@pytest.mark.extended
@pytest.mark.parametrize(
    "name", ["python_bcd_tree(seed=7,depth=5,worlds=4,disambiguation=0.8)", "python_xx"]
)
def test_resampling_is_uniform_over_the_information_set(name: str) -> None:
    """Chi-square against every state of the set, found by walking the game."""
    rng, game, tested = random.Random(6), load_game(name), 0
    while tested < 6:
        state = game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or rng.random() < 0.5):
            state.apply_action(rng.choice(state.legal_actions()))
        player = state.current_player()
        if player < 0:
            continue
        worlds, _ = StateView(state, player).all_worlds()
        counts = dict.fromkeys((world.history_str() for world in worlds), 0)
        for _ in range(60 * len(counts)):
            counts[state.resample_from_infostate(player, rng.random).history_str()] += 1
        if len(counts) > 1:
            assert stats.chisquare(list(counts.values())).pvalue > LEAST_P / 6
            tested += 1

"""The simplest players and OpenSpiel's own searches."""

import random

import pyspiel
import pytest
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  (they register)

from vorhand.agents import AgentError, make_bot, registry
from vorhand.evaluation.arena import play_game


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("native", "pyspiel.ISMCTSBot at python_schnapsen: .*; expected openspiel:ismcts"),
        ("native(tree=true)", "pyspiel.MCTSBot at python_schnapsen: .*; expected openspiel:mcts"),
    ],
)
def test_an_agent_that_would_end_the_process_is_refused(agent: str, said: str) -> None:
    with registry.temporary():

        @registry.register("native")
        def native(
            game: pyspiel.Game, player: int, seed: int, *, tree: bool = False
        ) -> pyspiel.Bot:
            """Play by OpenSpiel's searches in C++."""
            playouts = pyspiel.RandomRolloutEvaluator(1, seed)
            if tree:
                return pyspiel.MCTSBot(game, playouts, 1.4, 10, 100, True, seed, False)
            return pyspiel.ISMCTSBot(seed, playouts, 1.4, 10)

        with pytest.raises(AgentError, match=said):
            make_bot(agent, pyspiel.load_game("python_schnapsen"), 0, 1)
        assert make_bot(agent, pyspiel.load_game("leduc_poker"), 0, 1) is not None


def test_a_bot_that_would_end_the_process_does_not_play() -> None:
    game = pyspiel.load_game("python_schnapsen")
    search = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 3), 1.4, 10)
    bots = [make_bot("random", game, 0, 1), search]
    with pytest.raises(AgentError, match="expected openspiel:ismcts"):
        play_game(game.new_initial_state(), bots, random.Random(1))
    # OpenSpiel's binding names the missing method. Drop this check once it supports resampling.
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        search.get_policy(state)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "tic_tac_toe"])
def test_openspiels_mcts_is_openspiels(name: str) -> None:
    """Actions equal those of OpenSpiel's own step where it is available."""
    game, rng = pyspiel.load_game(name), random.Random(1)
    for seed in range(2):
        evaluator = pyspiel.RandomRolloutEvaluator(2, seed)
        theirs = pyspiel.MCTSBot(game, evaluator, 1.5, 60, 1000, True, seed, False)
        ours = make_bot("openspiel:mcts(max_simulations=60,uct_c=1.5,rollouts=2)", game, 0, seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
                continue
            action = theirs.step(state)
            assert ours.step(state) == action
            state.apply_action(action)


@pytest.mark.parametrize("agent", ["ismcts", "openspiel:ismcts"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "python_tic_tac_toe", "connect_four"])
def test_information_sets_are_searched_where_there_are_any(agent: str, name: str) -> None:
    said = f"game {name}: nothing is hidden in it.*expected openspiel:mcts"
    with pytest.raises(AgentError, match=said):
        make_bot(agent, pyspiel.load_game(name), 0, 1)


def test_first_plays_the_lowest() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    bot = make_bot("first", state.get_game(), 0, 1)
    state.apply_action(0)
    assert bot.step(state) == 1
    assert bot.player_id() == 0

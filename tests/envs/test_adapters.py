"""Adapters by the checks of PettingZoo and Gymnasium, and against the states of OpenSpiel."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from vorhand.agents import AgentError
from vorhand.envs import GymnasiumEnv, PettingZooEnv
from vorhand.games.packs import own_games
from vorhand.games.turns import ActionError
from vorhand.native.errors import InputError

GAMES = (*own_games(), "python_skat(scoring=zero_sum)", "python_schnapsen(match=true)", "spades")


def others(game: str, spec: str = "random") -> dict[int, str]:
    """Return agents for all seats but the first."""
    return dict.fromkeys(range(1, PettingZooEnv(game).max_num_agents), spec)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_the_environment(game: str) -> None:
    with warnings.catch_warnings():
        # The check knows the action masks of PettingZoo's own environments only.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # Observations are all zeros at the end of a game and at the root of a tree.
        warnings.filterwarnings("ignore", r".* numpy array is all zeros")
        api_test(PettingZooEnv(game), num_cycles=100)
        seed_test(lambda: PettingZooEnv(game), num_cycles=20)


@pytest.mark.parametrize("game", own_games())
def test_gymnasium_accepts_the_environment(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*A Box observation space m.* is -?infinity")
        check_env(GymnasiumEnv(game, others(game)), skip_render_check=True)


def play(env: PettingZooEnv, seed: int) -> tuple[list[int], list[dict[str, float]]]:
    """Play a game with the highest legal actions; return them and the rewards of each step."""
    env.reset(seed=seed)
    actions, rewards = [], []
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        assert observation is not None
        if terminated:
            env.step(None)
            continue
        actions.append(int(np.flatnonzero(observation["action_mask"])[-1]))
        assert agent == env.agent_selection
        env.step(actions[-1])
        rewards.append(dict(env.rewards))
    return actions, rewards


@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen", "python_belote"])
def test_pettingzoo_plays_the_states_of_openspiel(game: str) -> None:
    env = PettingZooEnv(game, render_mode="ansi")
    env.reset(seed=5)
    total = dict.fromkeys(env.agents, 0.0)
    last = None
    while not all(env.terminations.values()):
        state = env._play.state
        seat = int(env.agent_selection.removeprefix("player_"))
        assert seat == state.current_player()
        observation = env.observe(env.agent_selection)
        np.testing.assert_array_equal(
            observation["observation"], np.float32(state.observation_tensor(seat))
        )
        legal = np.flatnonzero(observation["action_mask"])
        assert legal.tolist() == state.legal_actions()
        assert env.render() == str(state)
        others_mask = env.observe(f"player_{(seat + 1) % env.num_agents}")["action_mask"]
        assert not others_mask.any()
        env.step(int(legal[len(state.history()) % len(legal)]))
        for agent, reward in env.rewards.items():
            total[agent] += reward
        last = state
    assert last is not None
    assert list(total.values()) == last.returns()


def test_seeds_determine_the_games() -> None:
    env = PettingZooEnv("python_schnapsen")
    assert play(env, 3) == play(env, 3)
    assert play(env, 3) != play(env, 4)
    agents = {0: "rule", 2: "random"}
    seen = []
    for _ in range(2):
        learner = GymnasiumEnv("python_skat", agents)
        observation, _ = learner.reset(seed=8)
        texts, over = [observation["observation"].tobytes()], False
        while not over:
            action = np.flatnonzero(observation["action_mask"])[0]
            observation, reward, over, _, _ = learner.step(action)
            texts.append(observation["observation"].tobytes())
        seen.append((texts, reward))
        next_deal, _ = learner.reset()
        assert next_deal["observation"].tobytes() != texts[0]
    assert seen[0] == seen[1]


def test_agents_play_the_other_seats() -> None:
    env = GymnasiumEnv("python_skat", {0: "rule", 1: "rule"}, render_mode="ansi")
    assert env.seat == 2
    rewards = []
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert env._play.state.current_player() == 2
            assert env.render() == str(env._play.state)
            assert not reward
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert not info
        assert env._play.state.is_terminal()
        assert reward == env._play.state.returns()[2]
        rewards.append(reward)
    assert any(rewards)


def test_bots_learn_of_the_actions_of_others() -> None:
    env = GymnasiumEnv("kuhn_poker", {1: "random"})
    heard: list[tuple[int, int]] = []

    class Listener:
        def restart(self) -> None:
            heard.clear()

        def inform_action(self, state: object, player: int, action: int) -> None:
            heard.append((player, action))

        def step(self, state: object) -> int:
            return 0

    env._seat_bots = lambda rng: env._play.bots.update({1: Listener()})  # type: ignore[method-assign]
    env.reset(seed=1)
    env.step(1)
    deals = env._play.state.history()[:2]
    assert heard == [(-1, deals[0]), (-1, deals[1]), (0, 1)]


def test_a_learner_without_a_turn_is_refused() -> None:
    game = "python_skat(start=play G by 0 cards -/SA/HA/- leader 0 trick CA past ?)"
    env = GymnasiumEnv(game, {1: "rule", 2: "rule"})
    with pytest.raises(InputError, match="seat 0: no turn in 1000 games, expected one to act"):
        env.reset(seed=1)
    with pytest.raises(InputError, match="expected reset first"):
        env.step(0)


def test_bad_input_is_refused() -> None:
    env = PettingZooEnv("python_schnapsen")
    for call in (env.last, lambda: env.step(0)):
        with pytest.raises(InputError, match="no game is in progress, expected reset first"):
            call()
    env.reset(seed=1)
    before = env._play.state.history()
    with pytest.raises(ActionError, match="action 37: expected one of"):
        env.step(37)
    assert env._play.state.history() == before
    for agents in ({}, {0: "rule", 1: "rule"}, {5: "rule"}):
        with pytest.raises(InputError, match="expected all but one of 0 to 1"):
            GymnasiumEnv("python_schnapsen", agents)
    with pytest.raises(InputError, match="agents: 'rule', expected a dictionary by seat"):
        GymnasiumEnv("python_schnapsen", "rule")  # type: ignore[arg-type]
    with pytest.raises(AgentError, match="nobody"):
        GymnasiumEnv("python_schnapsen", {1: "nobody"})
    with pytest.raises(InputError, match="take turns"):
        PettingZooEnv("goofspiel")
    with pytest.raises(InputError, match="observation tensor"):
        PettingZooEnv("bridge_uncontested_bidding")


def test_an_illegal_action_ends_the_learners_game() -> None:
    env = GymnasiumEnv("python_schnapsen", {1: "rule"})
    with pytest.raises(InputError, match="expected reset first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(InputError, match="action 38: expected 0 to 37"):
        env.step(38)
    _, reward, over, truncated, info = env.step(37)
    assert (reward, over, truncated) == (-3.0, True, False)
    assert "action 37: expected one of" in info["illegal"]
    with pytest.raises(InputError, match="expected reset first"):
        env.step(0)
    env.reset(seed=1)
    assert env.step(env._play.state.legal_actions()[0])[4] == {}

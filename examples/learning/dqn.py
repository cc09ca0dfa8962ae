"""Train OpenSpiel's DQN at Schnapsen against random play, and print its points per deal."""

import sys

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch.dqn import DQN

import vorhand  # registers the games

seen = rl_environment.ObservationType.OBSERVATION
env = rl_environment.Environment(vorhand.load_game("python_schnapsen"), observation_type=seen)
size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
settings = {"optimizer_str": "adam", "learning_rate": 5e-4, "epsilon_decay_duration": 20_000}
agents = [DQN(0, size, actions, [128], **settings), random_agent.RandomAgent(1, actions)]
won: list[float] = []
for deal in range(1, int(sys.argv[1]) + 1):
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    agents[0].step(step)
    won.append(step.rewards[0])
    if deal % 500 == 0:
        print(f"{deal} deals, the last 500: {sum(won[-500:]) / 500:+.2f} points a deal", flush=True)

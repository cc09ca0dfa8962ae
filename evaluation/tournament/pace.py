"""The thinking time of agents: processor time per decision, in positions of random play."""

import random
import time

import numpy as np

from vorhand.agents import make_bot
from vorhand.evaluation.arena.estimates import Estimate, mean
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game

_SHARE = 0.3  # the share of decisions at which the agent is timed


def seconds_a_decision(game: str, agent: str, decisions: int = 30) -> Estimate:
    """Measure the mean time over decisions with a choice, the same ones for all agents."""
    loaded, rng, taken = load_game(game), random.Random(0), list[float]()
    while True:
        bots = [make_bot(agent, loaded, seat, 0) for seat in range(loaded.num_players())]
        state = first_state(loaded, len(taken))
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            if len(state.legal_actions()) > 1 and rng.random() < _SHARE:
                started = time.process_time()
                bots[state.current_player()].step(state)
                taken.append(time.process_time() - started)
                if len(taken) == decisions:
                    return mean(np.array(taken))
            state.apply_action(rng.choice(state.legal_actions()))

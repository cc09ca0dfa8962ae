"""The time of an agent's decisions in deals: the slowest and the mean."""

import random
import time
from typing import NamedTuple

import pyspiel

from vorhand.agents import make_bot
from vorhand.evaluation.equilibrium.properties import plausible_deal
from vorhand.evaluation.equilibrium.subjects import subject_of
from vorhand.evaluation.equilibrium.tricks import engine_games
from vorhand.games.chance import draw, first_state
from vorhand.games.loading import load_game
from vorhand.native.errors import InputError

AGENTS = ("pimc", "iimc", "ppp", "ismcts")


class Thought(NamedTuple):
    """Processor seconds of decisions with a choice: the slowest, and the mean.

    Attributes:
        what: the slowest decision's number in its deal, from 1, and the deal's number of decisions.
    """

    slowest: float
    mean: float
    what: tuple[int, int]


def games() -> list[str]:
    """Return the game strings of the games that use the engine for trick-taking games."""
    return [str(subject_of(name).game) for name in engine_games()]


def thought(game: str, agent: str, deals: int, seed: int, cards: bool = False) -> Thought:
    """Measure an agent in all seats of the deals; raise ValueError if there was no decision.

    With ``cards`` only decisions from the first card on count; the calls before are the same for
    all agents.
    """
    loaded = load_game(game)
    taken: list[tuple[float, int, int]] = []
    for number in range(deals):
        deal = seed + number
        if cards:
            state = plausible_deal(subject_of(game), random.Random(deal))
        else:
            state = first_state(loaded, deal)
        times = _of_deal(state, agent, deal)
        taken += [(seconds, k, len(times)) for k, seconds in enumerate(times, 1)]
    if not taken:
        raise InputError(f"game {game}: there was nothing to decide")
    slowest, at, decisions = max(taken)
    return Thought(slowest, sum(each[0] for each in taken) / len(taken), (at, decisions))


def _of_deal(state: pyspiel.State, agent: str, seed: int) -> list[float]:
    """Return the seconds of the decisions with a choice in a deal, in order."""
    rng, game = random.Random(seed), state.get_game()
    bots = [make_bot(agent, game, seat, seed * 8 + seat) for seat in range(game.num_players())]
    times = list[float]()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state.chance_outcomes(), rng.random()))
            continue
        started = time.process_time()
        action = bots[state.current_player()].step(state)
        if len(state.legal_actions()) > 1:
            times.append(time.process_time() - started)
        state.apply_action(action)
    return times

"""The test of a game and its agents before use at a table, in a process with limits."""

import random
import time
from collections.abc import Sequence

import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.generic.views import ResamplingError, check_can_resample
from vorhand.games.packs import own_games, register_all
from vorhand.games.process_memory import peak_memory_mb
from vorhand.native.errors import InputError
from vorhand.service.games.observations import cached_game

_MOST_ACTIONS = 20_000
_MOST_S = 2.0  # processor time to create a game and play it once
_MOST_MB = 256


class TrialError(InputError):
    """A game or agent that needs too many resources or does not work."""


def try_out(text: str, specs: Sequence[str]) -> int:
    """Create a game, play it once at random, create the agents; return the MiB the game takes.

    Raises:
      TrialError: the game does not end, takes too much time or memory, or cannot resample states
        for an agent that needs it.
      GameError: the game string is invalid.
      AgentError: an agent cannot play it.
    """
    register_all()
    _load_code(text)
    memory, started = peak_memory_mb(), time.process_time()
    game = cached_game(text)
    _play(text, game)
    seconds, grown = time.process_time() - started, peak_memory_mb() - memory
    if seconds > _MOST_S or grown > _MOST_MB:
        raise TrialError(
            f"game {text}: too large: takes {seconds:.1f} s and {grown:,} MiB; "
            f"expected at most {_MOST_S:g} s and {_MOST_MB} MiB"
        )
    for spec in specs:
        _check_decides(spec, game)
    return grown


def _load_code(text: str) -> None:
    """Load the code of one of this project's games, so that it does not count as cost."""
    name = text.partition("(")[0].strip()
    if name in own_games():
        cached_game(name)


def _check_decides(spec: str, game: pyspiel.Game) -> None:
    """Create an agent; if the game cannot resample states, test that the agent does not need it."""
    state, rng = game.new_initial_state(), random.Random(0)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    bot = make_bot(spec, game, state.current_player(), 0)
    try:
        check_can_resample(game)
    except ResamplingError as error:
        try:
            bot.step(state)
        except Exception as failure:
            raise TrialError(f"agent {spec}: {error}") from failure


def _play(text: str, game: pyspiel.Game) -> None:
    rng = random.Random(0)
    state = game.new_initial_state()
    for _ in range(_MOST_ACTIONS):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))
    raise TrialError(f"game {text}: goes on for more than {_MOST_ACTIONS:,} actions")

"""Trying a game and its agents out before they may sit at a table, in a process with limits."""

from __future__ import annotations

import contextlib
import random
import resource
import time
from collections.abc import Sequence
from pathlib import Path

import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.generic.views import ResamplingError, check_can_resample
from vorhand.games.packs import own_games, register_all
from vorhand.service.games.observations import cached_game

_MOST_ACTIONS = 20_000
_MOST_S = 2.0  # of processor time, to make a game and play it once
_MOST_MB = 256


class TrialError(ValueError):
    """A game or an agent that asks for too much, or cannot do what it is there for."""


def try_out(text: str, specs: Sequence[str]) -> int:
    """Makes a game, plays it once at random, and makes its agents.

    Returns:
      MiB that the game took.

    Raises:
      TrialError: the game does not end, or takes too much.
      GameError: the game string is not one.
      AgentError: an agent cannot play it, say for want of a way to resample.
    """
    register_all()
    _load_code(text)
    memory, started = _memory_mb(), time.process_time()
    game = cached_game(text)
    _play(text, game)
    seconds, grown = time.process_time() - started, _memory_mb() - memory
    if seconds > _MOST_S or grown > _MOST_MB:
        raise TrialError(
            f"game {text}: too large: takes {seconds:.1f} s and {grown:,} MiB; "
            f"expected at most {_MOST_S:g} s and {_MOST_MB} MiB"
        )
    for spec in specs:
        _check_decides(spec, game)
    return grown


def _load_code(text: str) -> None:
    """Makes a game of ours as it is by default: what its code takes is not for one game to answer.

    Numba, say, is imported with the first tree and takes more than most trees do.
    """
    name = text.partition("(")[0].strip()
    if name in own_games():
        cached_game(name)


def _check_decides(spec: str, game: pyspiel.Game) -> None:
    """Makes an agent; where a game cannot resample, whether the agent needs that is tried."""
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


def _memory_mb() -> int:
    """The most memory that this process has used, in MiB."""
    with contextlib.suppress(OSError, IndexError):  # there is no such file, or line
        # Linux. What `resource` tells begins with what the process that started this one had used.
        status = Path("/proc/self/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

"""Chance outcomes from random numbers."""

import bisect
import itertools
import operator
from collections.abc import Sequence

import pyspiel

_SEED = "rng_seed"  # OpenSpiel's name of the parameter
_PROBABILITY = operator.itemgetter(1)


def draw(outcomes: Sequence[tuple[int, float]], uniform: float) -> int:
    """Return the chance outcome that corresponds to a number from 0 (included) to 1 (excluded)."""
    sums = list(itertools.accumulate(map(_PROBABILITY, outcomes)))
    place = bisect.bisect_right(sums, uniform * sums[-1])
    return outcomes[min(place, len(outcomes) - 1)][0]


def hides_chances(kind: pyspiel.GameType) -> bool:
    """Return whether chance actions hide their outcomes (OpenSpiel's sampled stochastic games)."""
    sampled = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    return bool(kind.chance_mode == sampled)


def takes_seed(game: pyspiel.Game) -> bool:
    """Return whether the game has hidden chances that a parameter, the seed, determines."""
    kind = game.get_type()
    return hides_chances(kind) and _SEED in kind.parameter_specification


def seeded(game: str, seed: int) -> str:
    """Return the game string with a seed, 0 to 2^31 - 1, for its hidden chances.

    A game loaded from the string always deals the same cards to its first state, so each deal needs
    a game of its own.
    """
    given = pyspiel.game_parameters_from_string(game)
    return str(pyspiel.game_parameters_to_string({**given, _SEED: seed}))


def first_state(game: pyspiel.Game, seed: int) -> pyspiel.State:
    """Return the initial state; ``seed`` determines hidden chances if the game takes a seed."""
    if not takes_seed(game):
        return game.new_initial_state()
    return pyspiel.load_game(seeded(str(game), seed % 2**31)).new_initial_state()


def sets_seed(game: str) -> bool:
    """Return whether the game string has a seed."""
    return _SEED in pyspiel.game_parameters_from_string(game)


def unseeded(game: str) -> str:
    """Return the game string without its seed, which would reveal hidden information."""
    given = pyspiel.game_parameters_from_string(game)
    given.pop(_SEED, None)
    return str(pyspiel.game_parameters_to_string(given))

"""Limits of searches that walk whole game trees."""

import random
import statistics

import pyspiel

from vorhand.native.errors import InputError

MOST_STATES = 300_000
MOST_WALKED = 1_000_000
_PROBES = 15
_FAR_BEYOND = 100


class TooLargeError(InputError):
    """A game too large for a search that walks it to the end."""


class Budget:
    """A counter of the states of one search, with a limit that takes some seconds to reach."""

    def __init__(self, state: pyspiel.State) -> None:
        self._game = state.get_game()
        self._left = MOST_STATES

    def spend(self) -> None:
        """Count one state; raise TooLargeError if the limit is exceeded."""
        self._left -= 1
        if self._left < 0:
            raise TooLargeError(
                f"{self._game.get_type().short_name} is too large to be searched to the end: "
                f"more than {MOST_STATES:,} states in one search"
            )


def check_size(game: pyspiel.Game, most: int | None = None) -> int:
    """Count the histories of a game; refuse a game with too many for a walk over all of them.

    A game far beyond the limit is refused by an estimate from some random games.

    Raises:
        TooLargeError: the game has more than `most` histories; the default of `most` is
            `MOST_WALKED`.
    """
    most = MOST_WALKED if most is None else most
    name = game.get_type().short_name
    expected = "expected a game that can be walked to its end"
    probes = [_probed_states(game, random.Random(number)) for number in range(_PROBES)]
    if statistics.median(probes) > _FAR_BEYOND * most:
        about = statistics.mean(probes)
        raise TooLargeError(
            f"game {name}: about {about:.0e} states, by games at random; {expected}"
        )
    count, left = 0, [game.new_initial_state()]
    while left:
        state = left.pop()
        count += 1
        if count + len(left) > most:
            raise TooLargeError(f"game {name}: more than {most:,} states; {expected}")
        if not state.is_terminal():
            left += [state.child(action) for action in state.legal_actions()]
    return count


def _probed_states(game: pyspiel.Game, rng: random.Random) -> float:
    """Estimate the number of states from one random game, without bias (Knuth 1975).

    The number at each depth is estimated by the product of the numbers of choices on the way there.
    The probability that an estimate is more than k times too high is at most 1 / k (Markov), and
    for the median of many estimates it is tiny.
    """
    state, here, total = game.new_initial_state(), 1.0, 1.0
    while not state.is_terminal():
        choices = state.legal_actions()
        here *= len(choices)
        total += here
        state.apply_action(rng.choice(choices))
    return total

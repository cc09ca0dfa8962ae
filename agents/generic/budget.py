"""A bound on searches that walk whole game trees: a game too big is refused and does not hang."""

from __future__ import annotations

import random
import statistics

import pyspiel

MOST_STATES = 300_000
MOST_WALKED = 1_000_000
_PROBES = 15
_FAR_BEYOND = 100


class TooLargeError(ValueError):
    """A game too large for a search that walks it to the end."""


class Budget:
    """Counts the states of one search; seconds' worth of them are allowed."""

    def __init__(self, state: pyspiel.State) -> None:
        self._game = state.get_game()
        self._left = MOST_STATES

    def spend(self) -> None:
        """Counts one state.

        Raises:
            TooLargeError: there were too many.
        """
        self._left -= 1
        if self._left < 0:
            raise TooLargeError(
                f"{self._game.get_type().short_name} is too large to be searched to the end: "
                f"more than {MOST_STATES:,} states in one search"
            )


def check_size(game: pyspiel.Game, most: int | None = None) -> int:
    """Counts the states of a game, so that what walks them all is not begun in vain.

    Games far beyond the bound are refused after some games at random, with about how many states
    they have.

    Args:
        game: in turns, with explicit chances.
        most: where the count ends; None: `MOST_WALKED`.

    Returns:
        How many histories there are.

    Raises:
        TooLargeError: more than `most`.
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
    """An unbiased guess at the number of states from one game at random (Knuth 1975).

    At each depth there are as many as the choices so far multiplied. A guess is more than k times
    too high with probability 1 / k at most (Markov), the median of many hardly ever.
    """
    state, here, total = game.new_initial_state(), 1.0, 1.0
    while not state.is_terminal():
        choices = state.legal_actions()
        here *= len(choices)
        total += here
        state.apply_action(rng.choice(choices))
    return total

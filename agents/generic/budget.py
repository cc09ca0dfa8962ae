"""A bound on searches that walk whole game trees: a game too big is refused and does not hang."""

from __future__ import annotations

import pyspiel

MOST_STATES = 300_000


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

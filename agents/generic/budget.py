"""A bound on searches that walk whole game trees: a game too big is refused and does not hang."""

from __future__ import annotations

import pyspiel

MOST_STATES = 300_000
MOST_WALKED = 1_000_000


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

    Args:
        game: in turns, with explicit chances.
        most: where the count ends; None: `MOST_WALKED`.

    Returns:
        How many histories there are.

    Raises:
        TooLargeError: more than `most`.
    """
    most = MOST_WALKED if most is None else most
    count, left = 0, [game.new_initial_state()]
    while left:
        state = left.pop()
        count += 1
        if count + len(left) > most:
            raise TooLargeError(
                f"game {game.get_type().short_name}: more than {most:,} states; expected a game "
                "that can be walked to its end"
            )
        if not state.is_terminal():
            left += [state.child(action) for action in state.legal_actions()]
    return count

"""Legal actions and refused ones, in all games as OpenSpiel specifies."""

from __future__ import annotations

from collections.abc import Sequence

import pyspiel

from vorhand.native.errors import InputError


class ActionError(InputError):
    """An action that is not legal; the message quotes it and states what was expected."""


class TurnState(pyspiel.State):  # type: ignore[misc]
    """A state in which only the player to act has legal actions.

    OpenSpiel's interface (`spiel.h`) promises an empty list for everyone else at every node, and
    all its games in C++ comply. Its base class of games in Python instead gives every player the
    outcomes of a chance node, and fails for chance at a player's turn.
    """

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the player to act; none for any other player, or for chance."""
        if player is not None and player != self.current_player():
            return []
        actions: list[int] = super().legal_actions()
        return actions


def check_action(action: int, legal: Sequence[int]) -> None:
    """Check that an action is legal; at the end none is.

    Raises:
        ActionError: it is not legal.
    """
    if action in legal:
        return
    if not legal:
        raise ActionError(f"action {action}: the game is over")
    whole = len(legal) == legal[-1] - legal[0] + 1
    expected = f"{legal[0]} to {legal[-1]}" if whole else f"one of {', '.join(map(str, legal))}"
    raise ActionError(f"action {action}: expected {expected}")

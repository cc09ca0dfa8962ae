"""States that follow OpenSpiel's specification of legal actions, illegal actions and structs."""

from collections.abc import Sequence
from typing import Any

import pyspiel

from vorhand.native.errors import InputError

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class ActionError(InputError):
    """An action that is not legal; the message quotes it and states what was expected."""


class TurnState(pyspiel.State):  # type: ignore[misc]
    """A state in which only the player to act has legal actions.

    OpenSpiel's interface (`spiel.h`) promises an empty list for everyone else at every node, and
    all its games in C++ comply. Its base class of games in Python instead gives every player the
    outcomes of a chance node, and fails if the actions of chance are requested at a player's turn.
    """

    def is_chance_node(self) -> bool:
        """Return whether chance is to act."""
        return bool(self.current_player() == _CHANCE)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the player to act, ascending; none for any other player."""
        current = self.current_player()
        if current == _TERMINAL or player not in (None, current):
            return []
        if current == _CHANCE:
            return [action for action, _ in self.chance_outcomes()]
        actions: list[int] = self._legal_actions(current)
        return actions

    def struct_to_actions(self, struct: Any) -> list[int]:
        """Return the actions of an action struct, or of a dict read from JSON."""
        actions: list[int] = self._struct_to_actions(fields_of(struct))
        return actions


def fields_of(struct: Any) -> dict[str, Any]:
    """Return the fields of an OpenSpiel struct or a dict of JSON; raise InputError otherwise."""
    fields = struct.to_dict() if isinstance(struct, pyspiel.SpielStruct) else struct
    if not isinstance(fields, dict):
        raise InputError(f"struct {fields!r}: expected a dict")
    return fields


def even_chances(cards: Sequence[int]) -> list[tuple[int, float]]:
    """Return equally likely outcomes of chance."""
    return [(card, 1.0 / len(cards)) for card in cards]


def check_action(action: int, legal: Sequence[int]) -> None:
    """Raise ActionError unless an action is legal; at the end no action is."""
    if action in legal:
        return
    if not legal:
        raise ActionError(f"action {action}: the game is over")
    whole = len(legal) == legal[-1] - legal[0] + 1
    expected = f"{legal[0]} to {legal[-1]}" if whole else f"one of {', '.join(map(str, legal))}"
    raise ActionError(f"action {action}: expected {expected}")

"""Plain search over the states of a game: the reference of open-hand values.

The reference knows the rules of no game. It asks the states for legal moves (`legal_actions`) and
results (`returns`), and shares no code with the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TypeAlias

import pyspiel

Worth: TypeAlias = Callable[[Sequence[float]], float]
"""The value of all players' returns to the player who decides."""


def return_of(seat: int) -> Worth:
    """Return a function that values a final state by one seat's return."""
    return lambda returns: returns[seat]


def minimax(state: pyspiel.State, friends: Container[int], worth: Worth) -> float:
    """Return a state's value if friends maximise it and all others minimise it."""
    if state.is_terminal():
        return worth(state.returns())
    values = [minimax(state.child(action), friends, worth) for action in state.legal_actions()]
    return max(values) if state.current_player() in friends else min(values)


def minimax_of_moves(state: pyspiel.State, friends: Container[int], worth: Worth) -> list[float]:
    """Return the value of `minimax` after each legal action."""
    return [minimax(state.child(action), friends, worth) for action in state.legal_actions()]


def max_n(state: pyspiel.State, order: Callable[[int], tuple[int, ...]]) -> list[float]:
    """Return the returns of all players if each player maximises their own return.

    Among actions of equal worth to the player, the first one is played.
    """
    if state.is_terminal():
        return list(state.returns())
    player = state.current_player()
    actions = sorted(state.legal_actions(), key=order)
    return max((max_n(state.child(a), order) for a in actions), key=lambda value: value[player])

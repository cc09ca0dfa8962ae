"""Players by rules of thumb: no search, and no random choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice

Thumb: TypeAlias = Callable[[StateView], int]
"""A function from the view of the player to act to a legal action."""


class ThumbBot(ViewBot):
    """A player of the moves of a rule of thumb.

    Args:
        player: its seat.
        thumb: the rule.
    """

    def __init__(self, player: int, thumb: Thumb) -> None:
        super().__init__(player, 0, StateView)
        self._thumb = thumb

    def consider(self, view: StateView) -> Choice:
        """Return the move; rules give no scores."""
        return Choice.of(view, self._thumb(view), "rule")

"""Players whose action is a function of their knowledge, without random choices."""

from collections.abc import Callable
from typing import Any

import pyspiel

from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice


class ThumbBot(ViewBot):
    """A player that follows a rule: a function from a player's knowledge to an action."""

    def __init__(
        self,
        player: int,
        thumb: Callable[[Any], int],
        view: Callable[[pyspiel.State, int], Any] = StateView,
    ) -> None:
        super().__init__(player, 0, view)
        self._thumb = thumb

    def consider(self, view: Any) -> Choice:
        """Return the move; rules give no scores."""
        return Choice.of(view, self._thumb(view), "rule")

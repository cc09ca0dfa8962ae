"""A player that calls by rules of its game, and plays cards by the engine's rules of thumb."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice


class ThumbBot(ViewBot):
    """Takes tricks cheaply, draws trumps, cashes what is high, gives points to partners."""

    def consider(self, view: Any) -> Choice:
        """The move; rules of thumb give no scores."""
        move = self.call(view) if view.play is None else view.play.thumb()
        return Choice.of(view, move, "rule")

    @abstractmethod
    def call(self, view: Any) -> int:
        """What is said before the card play."""

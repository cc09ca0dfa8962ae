"""A player that calls by rules of its game and plays cards by the engine's rules of thumb."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice


class ThumbBot(ViewBot):
    """A player that takes tricks cheaply, draws trumps, cashes winners, gives partners points."""

    def consider(self, view: Any) -> Choice:
        """Return the move; rules of thumb give no scores."""
        move = self.call(view) if view.play is None else view.play.thumb()
        return Choice.of(view, move, "rule")

    @abstractmethod
    def call(self, view: Any) -> int:
        """Return the call to make before the card play."""

"""Players by a rule of thumb: no search, nothing that depends on chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from vorhand.agents.generic.views import View
from vorhand.agents.montecarlo.bots import ChoosingBot

Thumb: TypeAlias = Callable[[View], int]


class ThumbBot(ChoosingBot):
    """Plays what a rule of thumb says in the view of the player at turn.

    Args:
        player: its seat.
        thumb: from the view to a legal action.
    """

    def __init__(self, player: int, thumb: Thumb) -> None:
        super().__init__(player, seed=0)
        self._thumb = thumb

    def choose(self, view: View) -> dict[int, float]:
        """Probability of each legal move: 1 for that of the rule."""
        chosen = self._thumb(view)
        return {move: float(move == chosen) for move in view.moves}

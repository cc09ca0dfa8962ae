"""The player of the first legal action."""

import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.registry import register


class FirstActionBot(SeatBot):
    """A player of the legal action with the lowest number."""

    def step(self, state: pyspiel.State) -> int:
        """Return the first legal action."""
        return int(state.legal_actions()[0])


@register("first", instant=True, keeps_state=False)
def first(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play the legal action with the lowest number, always."""
    del game, seed
    return FirstActionBot(player)

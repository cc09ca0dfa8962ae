"""Bots that decide like another agent, but from views that show more than a player may know."""

from collections.abc import Callable
from typing import Any

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, SeatBot
from vorhand.agents.montecarlo.presets import check_playouts
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make_bot
from vorhand.agents.spec import Spec


class ToldBot(SeatBot):
    """A bot that decides from a view that shows more than its player may know."""

    def __init__(
        self, player: int, bot: Explains, view: Callable[[pyspiel.State, int], Any]
    ) -> None:
        super().__init__(player)
        self._bot = bot
        self._view = view

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        return self._bot.decide(self._view(state, state.current_player()))


def told_bot(
    agent: Spec,
    game: pyspiel.Game,
    player: int,
    seed: int,
    view: Callable[[pyspiel.State, int], Any],
) -> ToldBot:
    """Return a bot that decides like the agent, but on the views that a function makes.

    Raises:
        AgentError: the agent does not decide on views, or already sees hidden cards.
    """
    check_playouts(Spec("told", (("agent", agent),)), game.get_type().short_name, "agent")
    bot = make_bot(agent, game, player, seed, seated=False)
    if not isinstance(bot, Explains):
        raise AgentError(f"agent={agent}: expected one that decides on what a player knows")
    return ToldBot(player, bot, view)

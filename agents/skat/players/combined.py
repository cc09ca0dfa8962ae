"""A player made of two agents: one bids and declares, the other plays the cards."""

from typing import Any

import pyspiel

from vorhand.agents.registry import make_bot, register
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.native.skat import Phase

_BIDDER = Spec("rule")
_CARDS = Spec("policy")


class CombinedBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays as one bot before the card play, and as another during it."""

    def __init__(self, player: int, bidder: pyspiel.Bot, cards: pyspiel.Bot) -> None:
        pyspiel.Bot.__init__(self)
        self._player = player
        self._bidder = bidder
        self._cards = cards

    def player_id(self) -> int:
        """Return the bot's seat."""
        return self._player

    def restart(self) -> None:
        """Reset both bots for a new game."""
        for bot in (self._bidder, self._cards):
            bot.restart()

    def restart_at(self, state: pyspiel.State) -> None:
        """Reset both bots to a position."""
        for bot in (self._bidder, self._cards):
            bot.restart_at(state)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Inform both bots of another player's action."""
        for bot in (self._bidder, self._cards):
            bot.inform_action(state, player, action)

    def step(self, state: Any) -> int:
        """Return the action of the bot whose turn it is, and inform the other bot."""
        bots = self._bidder, self._cards
        chosen, other = bots[::-1] if state.deal.phase == Phase.PLAY else bots
        action: int = chosen.step(state)
        other.inform_action(state, self._player, action)
        return action


@register("combined", games=GAMES)
def combined(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    bidder: Spec = _BIDDER,
    cards: Spec = _CARDS,
) -> pyspiel.Bot:
    """Bid, pick up and declare as one agent, and play the cards as another one."""
    return CombinedBot(
        player, make_bot(bidder, game, player, seed), make_bot(cards, game, player, seed)
    )

"""A bot that bids by a bidder and plays cards as the rule player."""

from __future__ import annotations

from vorhand.agents.montecarlo.bots import ViewBot, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.bidding.bidder import Bidder
from vorhand.agents.skat.players.rule import by_rule
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase


class BidderBot(ViewBot):
    """A player that bids by a bidder and plays cards as the rule player.

    Args:
        player: its seat.
        seed: of the bidder's worlds.
        bidder: makes the decisions before the card play.
    """

    def __init__(self, player: int, seed: int, bidder: Bidder) -> None:
        super().__init__(player, seed, view_of)
        self._seed = seed
        self._bidder = bidder

    def consider(self, view: SkatView) -> Choice:
        """Return the bidder's decision; in the card play the rule player's card."""
        return by_rule(view) if view.phase == Phase.PLAY else self._bidder(view, self._seed)

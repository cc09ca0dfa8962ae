"""A player that bids by open-hand play over worlds."""

from typing import Annotated

import pyspiel

from vorhand.agents.registry import Range, register
from vorhand.agents.skat.bidding.bidder import BidderBot
from vorhand.agents.skat.bidding.correction import fitted
from vorhand.agents.skat.bidding.mc_bidder import monte_carlo_bidder
from vorhand.agents.skat.worlds import GAMES


@register("mc_bidder", games=GAMES, fitted=("bid_correction.tsv", "rule_player_cards.tsv"))
def mc_bidder(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(4, 100_000)] = 160,
    threshold: Annotated[float, Range(0, 1)] = 0.6,
) -> pyspiel.Bot:
    """Bid, discard and declare by open-hand play over worlds; play cards as rule does."""
    del game
    return BidderBot(player, seed, monte_carlo_bidder(worlds, threshold, fitted()))

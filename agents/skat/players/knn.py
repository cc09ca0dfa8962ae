"""A player that bids by the open-hand values of similar hands."""

from typing import Annotated

import pyspiel

from vorhand.agents.registry import Range, register
from vorhand.agents.skat.bidding.bidder import BidderBot
from vorhand.agents.skat.bidding.knn import knn_bidder
from vorhand.agents.skat.worlds import GAMES


@register(
    "knn",
    games=GAMES,
    keeps_state=False,
    fitted=("bid_correction.tsv", "knn_hands.bin", "rule_player_cards.tsv"),
)
def knn(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    threshold: Annotated[float, Range(0, 1)] = 0.6,
) -> pyspiel.Bot:
    """Bid by the open-hand values of the most similar hands; play cards as rule does."""
    del game
    return BidderBot(player, seed, knn_bidder(threshold))

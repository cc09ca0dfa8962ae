"""A player that bids by learned chances."""

from typing import Annotated

import pyspiel

from vorhand.agents.registry import Range, register
from vorhand.agents.skat.bidding.bidder import BidderBot
from vorhand.agents.skat.bidding.kermit import MOST_WAYS, THRESHOLD, Players, kermit_bidder
from vorhand.agents.skat.worlds import GAMES


@register(
    "kermit",
    games=GAMES,
    keeps_state=False,
    fitted=(
        "game_worth.bin",
        "game_worth_policy.bin",
        "others_curves.bin",
        "rule_player_cards.tsv",
        "search_curves.bin",
    ),
)
def kermit(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    threshold: Annotated[float, Range(0, 1)] = THRESHOLD,
    sure: bool = True,
    against: Players = "rule",
    tried: Annotated[int, Range(0, MOST_WAYS)] = 0,
) -> pyspiel.Bot:
    """Bid, discard and declare by learned chances over all skats; play cards as rule does.

    Games that are proven to be won against every layout count as won, unless ``sure`` is false.

    against: the players from whose games the chances were learned.
    tried: the number of candidates (a pair of discards and a declaration) that policies play out.
    """
    del game
    bidder = kermit_bidder(threshold, sure=sure, against=against, tried=tried)
    return BidderBot(player, seed, bidder)

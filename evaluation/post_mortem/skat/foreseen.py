"""The chances that Kermit's bidding gives to games of any players, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.auction import limits
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT
from vorhand.native import fitted
from vorhand.native.skat import Deal, bid_values
from vorhand.native.skat_kermit import GameWorth

KINDS = ("suit", "grand", "null", "null ouvert")
_CHANCE_MOVES = 3  # how Deal.history_players writes chance


class Foreseen(NamedTuple):
    """A game, its chance at the first lead, and what came of it.

    Attributes:
        kind: of `KINDS`.
        chance: to win it with 61 card points, null: without a trick.
        won: whether it was.
    """

    kind: int
    chance: float
    won: bool


def foreseen(deals: Iterable[PlayedDeal]) -> Iterator[Foreseen]:
    """The games of the deals that were declared, and whose end is known."""
    worth = GameWorth(fitted.read("game_worth.bin"))
    for played in deals:
        deal, won = played.deal, _won(played)
        if deal.contract < 0 or won is None:
            continue
        ouvert = deal.contract == NULL and deal.level == OUVERT
        hand = deal.hand(deal.soloist) | deal.played(deal.soloist)
        if hand.bit_count() < 10:  # a position
            continue
        chances = worth.chances(
            deal.contract,
            ouvert,
            np.array([hand], np.uint32),
            np.array([0 if deal.hand_game else deal.skat], np.uint32),
            deal.soloist,
            _bids_beside(deal),
            deal.hand_game,
        )
        kind = (0 if deal.contract < GRAND else 1) if deal.contract != NULL else 2 + ouvert
        yield Foreseen(kind, float(chances[0, 0]), won)


def _won(played: PlayedDeal) -> bool | None:
    """By card points or tricks alone where the deal was played out, else as recorded."""
    if not played.deal.is_over:
        return played.won
    result = played.deal.result()
    if result.contract == NULL:
        return bool(result.tricks == 0)
    return bool(result.points > 60)


def _bids_beside(deal: Deal) -> tuple[int, int]:
    """Highest bids of the players to the soloist's left and right, 0: none or unknown."""
    moves = zip(deal.history_players, deal.history, strict=True)
    held = [value for value, _ in limits(move for move in moves if move[0] != _CHANCE_MOVES)]
    values = [*bid_values(), 0]
    left, right = ((deal.soloist + k) % 3 for k in (1, 2))
    return values[held[left]], values[held[right]]

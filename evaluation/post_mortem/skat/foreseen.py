"""The chances that Kermit's bidding gives to games of any players, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.bidding.kermit import Players, game_worth
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.games.skat.auction import limits
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT
from vorhand.native.skat import Deal, bid_values
from vorhand.native.skat_kermit import GameWorth

Floats: TypeAlias = npt.NDArray[np.float64]

_CHANCE_MOVES = 3  # how Deal.history_players writes chance


class Foreseen(NamedTuple):
    """A game, its chance at the first lead, and what came of it.

    Attributes:
        kind: of Kermit's `KINDS`.
        chance: to win it with 61 card points, null: without a trick.
        won: whether it was.
    """

    kind: int
    chance: float
    won: bool


def foreseen(deals: Iterable[PlayedDeal], against: Players = "rule") -> Iterator[Foreseen]:
    """The games of the deals that were declared, and whose end is known.

    Args:
        deals: played by anybody.
        against: the players in whose games the chances came true.
    """
    worth = game_worth(against)
    for played in deals:
        won = _won(played)
        found = chances_of(played.deal, worth)
        if found is not None and won is not None:
            kind, chances = found
            yield Foreseen(kind, float(chances[0]), won)


def chances_of(deal: Deal, worth: GameWorth) -> tuple[int, Floats] | None:
    """The kind of a deal's game and its chances at the first lead; None if there is no such.

    Returns:
        Of Kermit's `KINDS`; to win, to make schneider and schwarz [3].
    """
    if deal.contract < 0:
        return None
    ouvert = deal.contract == NULL and deal.level == OUVERT
    hand = deal.hand(deal.soloist) | deal.played(deal.soloist)
    if hand.bit_count() < 10:  # a position
        return None
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
    return kind, np.asarray(chances[0], np.float64)


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

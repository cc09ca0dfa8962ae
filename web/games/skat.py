"""Skat on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vorhand.games.skat.cards import card_list, card_name
from vorhand.games.skat.contracts import Declaration
from vorhand.native.skat import Deal, action_name, card_points
from vorhand.service.games.observations import cached_game
from vorhand.web.boards import Question, state_after


class SkatBoard:
    """Positions with all hands open, what a player could know, and played deals."""

    questions: Mapping[str, Question] = {}

    def outcome(self, game: str, actions: Sequence[int]) -> Mapping[str, Any]:
        """All cards as dealt, the contract and the result."""
        return told(state_after(cached_game(game), actions).deal)


def told(deal: Deal) -> dict[str, Any]:
    """A deal with all its cards and, if it is over, its result."""
    data: dict[str, Any] = {
        "dealt": [names(deal.dealt_hand(seat)) for seat in range(3)],
        "dealt_skat": names(deal.dealt_skat),
        "skat": names(deal.skat),
        "soloist": deal.soloist,
        "bid": deal.bid,
        "moves": _moves(deal),
    }
    if deal.contract >= 0:
        data["contract"] = Declaration(deal.contract, deal.level, deal.hand_game).in_words()
    if deal.is_over and deal.soloist >= 0:
        result = deal.result()
        data["result"] = {
            "won": result.won,
            "points": deal.soloist_points + card_points(deal.skat),
            "tricks": deal.soloist_tricks,
            "matadors": result.matadors,
            "value": result.value,
        }
    return data


def _moves(deal: Deal) -> list[dict[str, Any]]:
    standing = deal.beginning()
    moves = []
    for action in deal.history:
        moves.append({"seat": standing.player, "action": action, "name": action_name(action)})
        standing.apply(action)
    return moves


def names(cards: int) -> list[str]:
    """The cards of a set."""
    return [card_name(card) for card in card_list(cards)]


PART = SkatBoard()

"""Ramsch from a player's view: the tricks and points that each seat has taken."""

from vorhand.games.skat.cards import ALL_CARDS, card_set
from vorhand.games.skat.contracts import GRAND
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import card_points, trick_winner

_TRICK = 3
_ALL_PLAYS = 30


def taken_by_seat(view: SkatView) -> tuple[list[int], list[int]]:
    """Return the tricks and card points of each seat; the skat counts with the last trick."""
    tricks, points = [0, 0, 0], [0, 0, 0]
    plays, players = view.plays, view.players_of_plays
    for start in range(0, len(plays) - _TRICK + 1, _TRICK):
        cards = plays[start : start + _TRICK]
        winner = players[start + trick_winner(GRAND, *cards)]
        tricks[winner] += 1
        points[winner] += card_points(card_set(cards))
        if start + _TRICK == _ALL_PLAYS:
            points[winner] += card_points(ALL_CARDS & ~card_set(plays))
    return tricks, points

"""Lines of a paranoid bidding table: Furtak's thesis (2013), section 6.3.

A line belongs to ten cards in a seat. For each skat that may be picked up, each discard and each
trump game it holds the result that the soloist is certain of. Five values for games from the hand
are at its end. A value is one byte: 0 nothing, 1 the game, 2 schneider, 3 all points, 9 not
settled. Skats ascend by their cards, as pairs; so do the 66 discards of the twelve cards; contracts
are 0 to 4.
"""

from __future__ import annotations

from collections.abc import Sequence

from vorhand.games.skat.cards import pairs_of
from vorhand.games.skat.paranoid import SCHNEIDER, WON
from vorhand.native.skat import card_points
from vorhand.native.skat_solver import unlosable

UNSETTLED = 9
SKATS, DISCARDS, GAMES = 231, 66, 5
LENGTH = (SKATS * DISCARDS + 1) * GAMES

_ALL = 0xFFFFFFFF
_ASKED = (WON, SCHNEIDER, card_points(_ALL))


def skats_of(hand: int) -> list[int]:
    """Return the possible skats for ten cards, in the order of a line."""
    return pairs_of(_ALL & ~hand)


def line(hand: int, seat: int, skats: Sequence[int], nodes: int) -> bytes:
    """Return the values of a hand after these skats, and those of games from the hand.

    Args:
        hand: ten cards.
        seat: of the soloist, 0 forehand.
        skats: all of `skats_of`, or a sample.
        nodes: node budget for each threshold.

    Returns:
        66 x 5 bytes per skat, in order, and five.
    """
    values = bytearray()
    for skat in skats:
        twelve = hand | skat
        for away in pairs_of(twelve):
            values += bytes(_sure_of(k, twelve & ~away, away, seat, nodes) for k in range(GAMES))
    return bytes(values) + bytes(_sure_of(k, hand, 0, seat, nodes) for k in range(GAMES))


def _sure_of(contract: int, own: int, away: int, seat: int, nodes: int) -> int:
    unseen = _ALL & ~own & ~away
    may, holds, leader = (unseen, unseen), (10, 10), -seat % 3
    for level, points in enumerate(_ASKED):
        need = points - card_points(away)
        verdict, _ = unlosable(contract, own, unseen, may, holds, leader, [], "points", need, nodes)
        if verdict != 1:
            return UNSETTLED if verdict < 0 and level == 0 else level
    return len(_ASKED)

"""Bock rounds: the events that start them, and the deals of a series that count double.

A Bock round has one deal for each player of the table. Rounds that are started during another
round, or by the same deal, are played one after the other. `docs/skat-club-rules.md` names the
sources.

>>> from vorhand.native.skat import judge
>>> grand = {"soloist": 0, "contract": 4, "level": 0, "hand": False, "matadors": 1, "bid": 18}
>>> lost = judge(points=60, tricks=5, **grand)
>>> rounds_started(lost), deals_left(0, lost)
(1, 3)
"""

from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat import Result

_PLAYERS = 3
_HALF = 60
_RE = 4


def rounds_started(result: Result) -> int:
    """Return the number of Bock rounds that a finished deal starts.

    Each of these starts one round: a game in trumps that is lost with 60 points, a grand from the
    hand that is won, and a game that is lost with Kontra or played with Kontra and Re.
    """
    if result.soloist < 0:
        return 0
    split = result.contract != NULL and not result.won and result.points == _HALF
    grand_hand = result.contract == GRAND and result.hand and result.won
    kontra = result.multiplier == _RE or (result.multiplier > 1 and not result.won)
    return split + grand_hand + kontra


def deals_left(before: int, result: Result | None, players: int = _PLAYERS) -> int:
    """Return the number of Bock deals left after a deal, given the number `before` it.

    A deal that is passed in, and Ramsch, counts as a deal of its round. So does a deal that was
    broken off without a result, which starts no round.
    """
    started = 0 if result is None else rounds_started(result)
    return max(0, before - 1) + players * started

"""The score of a deal of Contrée, case by case as in the rule books.

The code shares nothing with the game: a score is a list of the payments to each side.
"""

from __future__ import annotations

ALL_TRICKS = 252


def contree_scores(
    bid: int,
    level: int,
    points: int,
    belote: str,
    *,
    made: str,
    contre: str,
    surcontre: int,
    belote_rule: str,
) -> tuple[int, int]:
    """Return the scores of takers and defenders.

    Args:
        bid: 80 to 160, or 250 for all tricks.
        level: 0 undoubled, 1 contre, 2 surcontre.
        points: the points of the takers' tricks; 252 all tricks, -90 none.
        belote: the side that holds it: ``takers``, ``defenders``, or ``nobody``.
        made, contre, surcontre, belote_rule: the game's parameters.
    """
    takers, defenders = max(0, points), {ALL_TRICKS: 0, -90: ALL_TRICKS}.get(points, 162 - points)
    takers_total = takers + (20 if belote == "takers" else 0)
    defenders_total = defenders + (20 if belote == "defenders" else 0)

    if bid == 250:
        success = points == ALL_TRICKS
    elif made == "bid":
        success = takers_total >= bid
    elif made == "half":
        success = takers_total >= (82 if bid == 80 else bid)
    else:
        success = takers_total >= bid and takers_total > defenders_total

    if success and level == 0:
        return takers_total + bid, defenders_total

    times = (1, 2, surcontre)[level]
    if not success:
        pile = 160
    elif contre == "points":
        pile = takers
    else:
        pile = 250 if points == ALL_TRICKS else 160
    paid = bid * times + (pile if contre == "bid" else pile * times)

    winner, loser = ("takers", "defenders") if success else ("defenders", "takers")
    kept = 0
    if belote == winner:
        paid += 20 * times if belote_rule == "multiplied" else 20
    elif belote == loser and belote_rule == "won":
        paid += 20
    elif belote == loser:
        kept = 20
    return (paid, kept) if success else (kept, paid)

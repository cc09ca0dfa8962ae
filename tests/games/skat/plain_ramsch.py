"""Ramsch by docs/skat-club-rules.md alone, slowly: a grand in which all play for themselves."""

from __future__ import annotations

from collections.abc import Sequence

from vorhand.tests.native.skat_reference import PACK, group, legal, points, winner

GRAND = "G"
points_of = points


def card_text(card: int) -> str:
    """Return the name of a card by its number, as "CJ"."""
    return PACK[card]


def taken_in_ramsch(plays: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return tricks and card points by seat after cards that were played from forehand's lead."""
    tricks, counts, leader = [0, 0, 0], [0, 0, 0], 0
    for start in range(0, len(plays) - 2, 3):
        trick = [PACK[card] for card in plays[start : start + 3]]
        leader = (leader + winner(GRAND, trick)) % 3
        tricks[leader] += 1
        counts[leader] += points(trick)
    if len(plays) == 30:
        counts[leader] += points([card for card in PACK if PACK.index(card) not in plays])
    return tricks, counts


def values_of(tricks: Sequence[int], points: Sequence[int]) -> list[int]:
    """Return the points that each seat wins or loses."""
    if 10 in tricks:
        return [120 if count == 10 else 0 for count in tricks]
    losers = [seat for seat in range(3) if points[seat] == max(points)]
    if len(losers) == 3:
        return [0, 0, 0]
    factor = 2 if 0 in tricks else 1
    return [-factor * points[seat] if seat in losers else 0 for seat in range(3)]


def _order(name: str) -> int:
    """Return the rank of a card within its group; a higher rank beats a lower one."""
    return len(group(GRAND, name)) - 1 - group(GRAND, name).index(name)


def rule_card(hand: Sequence[str], gone: Sequence[str], trick: Sequence[str]) -> str:
    """Return the card of the rule player, from its hand, the cards played and the trick so far.

    It leads what others must beat, ducks with the highest card that loses, throws off points and
    cards that would take tricks. It takes a trick with the most dangerous card if it plays last,
    with the weakest if it plays second.
    """
    unseen = [name for name in PACK if name not in hand and name not in gone]

    def weaker(names: Sequence[str], than: str) -> int:
        lower = group(GRAND, than)[group(GRAND, than).index(than) + 1 :]
        return sum(name in lower for name in names)

    def stronger(names: Sequence[str], than: str) -> int:
        higher = group(GRAND, than)[: group(GRAND, than).index(than)]
        return sum(name in higher for name in names)

    def danger(name: str) -> int:
        own, others = weaker(hand, name), weaker(unseen, name)
        return 3 * others - 2 * stronger(unseen, name) - 2 * own

    def lead(name: str) -> tuple[int, ...]:
        higher = stronger(unseen, name)
        return higher > 0, 2 * higher - 3 * weaker(unseen, name), -points([name])

    def reply(name: str) -> tuple[int, ...]:
        height = _order(name) + (16 if name[1] == "J" else 0)
        if winner(GRAND, [*trick, name]) == len(trick):
            return 0, danger(name) if len(trick) == 2 else -height, -points([name])
        best = trick[winner(GRAND, trick)]
        below = name in group(GRAND, best)  # prefer ducking with a jack under a higher one
        worth = height if below else 2 * points([name]) + danger(name)
        return 1, worth, points([name])

    allowed = sorted(legal(GRAND, frozenset(hand), trick), key=PACK.index)
    return max(allowed, key=reply if trick else lead)

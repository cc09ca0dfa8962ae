"""Ramsch by docs/skat-club-rules.md alone, slowly: names of cards, lists, no native code."""

from __future__ import annotations

from collections.abc import Sequence

_SUITS = "DHSC"
_RANKS = "789QKTAJ"
_COUNTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def card_text(card: int) -> str:
    """Return the name of a card by its number, as "CJ"."""
    return _SUITS[card // 8] + _RANKS[card % 8]


def points_of(names: Sequence[str]) -> int:
    """Return the card points of cards."""
    return sum(_COUNTS.get(name[1], 0) for name in names)


def group(name: str) -> str:
    """Return the group of a card, for following: the jacks, or a suit without its jack."""
    return "jacks" if name[1] == "J" else name[0]


def playable(hand: Sequence[str], led: str | None) -> list[str]:
    """Return the cards that may be played."""
    following = [name for name in hand if led is not None and group(name) == group(led)]
    return following or list(hand)


def taker(trick: Sequence[str]) -> int:
    """Return the place in a trick, 0 for the lead, of the card that takes it."""
    jacks = [name for name in trick if name[1] == "J"]
    if jacks:
        return trick.index(max(jacks, key=lambda name: _SUITS.index(name[0])))
    followed = [name for name in trick if group(name) == group(trick[0])]
    return trick.index(max(followed, key=lambda name: _RANKS.index(name[1])))


def taken_in_ramsch(plays: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return tricks and card points by seat after cards that were played from forehand's lead."""
    tricks, points, leader = [0, 0, 0], [0, 0, 0], 0
    names = [card_text(card) for card in plays]
    while len(names) >= 3:
        trick, names = names[:3], names[3:]
        leader = (leader + taker(trick)) % 3
        tricks[leader] += 1
        points[leader] += points_of(trick)
    if len(plays) == 30:
        skat = [card_text(card) for card in range(32) if card not in plays]
        points[leader] += points_of(skat)
    return tricks, points


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
    return _SUITS.index(name[0]) if name[1] == "J" else _RANKS.index(name[1])


def _beats(name: str, best: str) -> bool:
    if group(name) == group(best):
        return _order(name) > _order(best)
    return group(name) == "jacks"


def rule_card(hand: Sequence[str], gone: Sequence[str], trick: Sequence[str]) -> str:
    """Return the card of the rule player, from its hand, the cards played and the trick so far.

    It leads what others must beat, ducks with the highest card that loses, throws off points and
    cards that would take tricks. It takes a trick with the most dangerous card if it plays last,
    with the weakest if it plays second.
    """
    deck = [suit + rank for suit in _SUITS for rank in _RANKS]
    unseen = [name for name in deck if name not in hand and name not in gone]

    def weaker(names: Sequence[str], than: str) -> int:
        return sum(group(n) == group(than) and _order(n) < _order(than) for n in names)

    def stronger(names: Sequence[str], than: str) -> int:
        return sum(group(n) == group(than) and _order(n) > _order(than) for n in names)

    def danger(name: str) -> int:
        own, others = weaker(hand, name), weaker(unseen, name)
        return 3 * others - 2 * stronger(unseen, name) - 2 * own

    def lead(name: str) -> tuple[int, ...]:
        higher = stronger(unseen, name)
        return higher > 0, 2 * higher - 3 * weaker(unseen, name), -points_of([name])

    def reply(name: str) -> tuple[int, ...]:
        best = trick[taker(trick)]
        height = _order(name) + (16 if name[1] == "J" else 0)
        if _beats(name, best):
            return 0, danger(name) if len(trick) == 2 else -height, -points_of([name])
        below = group(name) == group(best)  # prefer ducking with a jack under a higher one
        worth = height if below else 2 * points_of([name]) + danger(name)
        return 1, worth, points_of([name])

    allowed = sorted(playable(hand, trick[0] if trick else None), key=deck.index)
    return max(allowed, key=reply if trick else lead)

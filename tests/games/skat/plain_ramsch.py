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
    """Return what has to be followed: the jacks, or a suit without its jack."""
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
    """Return what each seat wins or loses."""
    if 10 in tricks:
        return [120 if count == 10 else 0 for count in tricks]
    losers = [seat for seat in range(3) if points[seat] == max(points)]
    if len(losers) == 3:
        return [0, 0, 0]
    factor = 2 if 0 in tricks else 1
    return [-factor * points[seat] if seat in losers else 0 for seat in range(3)]

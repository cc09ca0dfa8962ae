"""The slow, obvious reference for consistent worlds: try every way the cards can lie.

Written from the rules of Skat alone; it shares nothing with the compiled sampler but the
numbering of cards and actions.
"""

import itertools
from collections.abc import Iterator

from vorhand.games.skat.view import HIDDEN, SkatView

World = tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[int]]
"""Cards held now by the three seats, and those in the skat (after a pickup: laid away)."""

NULL = 5


def group(contract: int, card: int) -> int:
    """Return the group that must be followed: 4 for trumps, else the suit."""
    suit, rank = divmod(card, 8)
    if contract != NULL and (rank == 7 or suit == contract):
        return 4
    return suit


def may_play(contract: int, hand: frozenset[int], led: int | None, card: int) -> bool:
    """Return whether the rules let a hand answer the card led with this card."""
    if card not in hand:
        return False
    if led is None or group(contract, card) == group(contract, led):
        return True
    return all(group(contract, other) != group(contract, led) for other in hand)


def play_is_legal(view: SkatView, world: World) -> bool:
    """Return whether every card of the public history was a legal one for its player."""
    hands = [set(cards) for cards in world[:3]]
    for seat, card in zip(view.players_of_plays, view.plays, strict=True):
        hands[seat].add(card)
    led: int | None = None
    for number, (seat, card) in enumerate(zip(view.players_of_plays, view.plays, strict=True)):
        if number % 3 == 0:
            led = None
        if not may_play(view.contract, frozenset(hands[seat]), led, card):
            return False
        led = card if led is None else led
        hands[seat].remove(card)
    return True


def worlds(view: SkatView) -> Iterator[World]:
    """Yield all worlds that are possible for a player, by dealing the unseen cards in every way.

    For whole deals (32 cards from the start) that have reached card play.
    """
    shown = {card for card in view.plays if card != HIDDEN}
    own = _cards(view.hand)
    skat = _cards(view.skat)
    open_hand = _cards(view.open_hand)
    rest = sorted(set(range(32)) - shown - own - skat - open_hand)
    sizes = [10 - view.players_of_plays.count(seat) for seat in range(3)]
    fixed: list[set[int] | None] = [None, None, None, skat or None]
    fixed[view.player] = own
    if view.open_hand:
        fixed[view.soloist] = open_hand
    for parts in _splits(
        rest, [None if f is not None else n for f, n in zip(fixed, [*sizes, 2], strict=True)]
    ):
        world = [frozenset(p if f is None else f) for f, p in zip(fixed, parts, strict=True)]
        candidate: World = (world[0], world[1], world[2], world[3])
        if play_is_legal(view, candidate):
            yield candidate


def _cards(mask: int) -> set[int]:
    return {card for card in range(32) if mask >> card & 1}


def _splits(cards: list[int], sizes: list[int | None]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all ways to divide cards into parts of these sizes; None takes none."""
    if not sizes:
        if not cards:
            yield []
        return
    for part in itertools.combinations(cards, sizes[0] or 0):
        left = [card for card in cards if card not in part]
        for others in _splits(left, sizes[1:]):
            yield [part, *others]

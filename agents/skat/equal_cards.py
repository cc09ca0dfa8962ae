"""Equivalent cards of a hand, which have the same consequences in every layout."""

from collections.abc import Iterator

from vorhand.agents.montecarlo.symmetry import merged, symmetric_cards
from vorhand.games.skat.cards import ALL_CARDS, card_list, card_name, card_set
from vorhand.games.skat.contracts import CONTRACTS, GRAND, NULL
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase, card_points

_SUIT_SIZE = 8
_JACK = 7
_LEAST_BID = 18
_IN_TRUMPS = (0, 1, 2, 3, 4, 5, 6)  # ranks of a suit without its jack: 7 8 9 Q K T A
_IN_NULL = (0, 1, 2, 5, 7, 3, 4, 6)  # 7 8 9 T J Q K A


def equal_cards(view: SkatView) -> list[tuple[int, ...]]:
    """Return the groups of legal cards that take the same tricks and count the same points.

    They are neighbours in a suit, or jacks: each card between them is in the same hand, in a
    finished trick or, if the soloist knows this, in the skat.
    """
    if view.phase != Phase.PLAY:
        return []
    elsewhere = ALL_CARDS & view.in_play & ~view.hand & ~(view.skat if view.is_soloist else 0)
    for cards in view.played:
        elsewhere &= ~cards
    elsewhere |= card_set(view.trick)
    null, legal = view.contract == NULL, set(view.legal_actions)

    def counts(card: int) -> int:
        return 0 if null else card_points(1 << card)

    groups: list[tuple[int, ...]] = []
    for line in _lines(null):
        group: list[int] = []
        for card in line:
            if elsewhere >> card & 1 or (group and counts(card) != counts(group[0])):
                groups.append(tuple(group))
                group = []
            if card in legal:
                group.append(card)
        groups.append(tuple(group))
    return [group for group in groups if len(group) > 1]


def alike_cards(view: SkatView) -> list[tuple[int, ...]]:
    """Return the groups of legal cards that are equal or differ only in the names of suits.

    A bid above 18 may reveal something about the bidder's suits; then only equal cards are alike.
    """
    if view.phase != Phase.PLAY or view.bid > _LEAST_BID:
        return equal_cards(view)
    null = view.contract == NULL

    def plain(cards: int) -> list[str]:
        return [card_name(c) for c in card_list(cards) if null or c % _SUIT_SIZE != _JACK]

    seen = view.skat | view.picked_up_skat | view.open_hand
    for cards in view.played:
        seen |= cards
    grand = view.is_ramsch or view.contract == GRAND
    trump = "" if grand or null else CONTRACTS[view.contract]
    legal = {card_name(c): c for c in view.legal_actions if view.hand >> c & 1}
    symmetric = symmetric_cards(legal, plain(view.hand), plain(seen), trump)
    return merged([*equal_cards(view), *symmetric])


def _lines(null: bool) -> Iterator[list[int]]:
    """Yield the cards of each suit, then the jacks, each in order of strength."""
    ranks = _IN_NULL if null else _IN_TRUMPS
    for suit in range(4):
        yield [suit * _SUIT_SIZE + rank for rank in ranks]
    if not null:
        yield [suit * _SUIT_SIZE + _JACK for suit in range(4)]

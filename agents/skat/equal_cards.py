"""Equivalent cards of a hand, and equivalent pairs of cards to push on before Ramsch."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from vorhand.agents.montecarlo.symmetry import merged, symmetric_cards
from vorhand.games.skat.cards import ALL_CARDS, card_list, card_name, card_set
from vorhand.games.skat.contracts import CONTRACTS, GRAND, NULL
from vorhand.games.skat.pushes import took_up
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase, card_points

_SUIT_SIZE = 8
_JACK = 7
_REARHAND = 2
_LEAST_BID = 18
_PLAIN = 0x7F  # the cards of a suit without its jack
_IN_TRUMPS = (0, 1, 2, 3, 4, 5, 6)  # ranks of a suit without its jack: 7 8 9 Q K T A
_IN_NULL = (0, 1, 2, 5, 7, 3, 4, 6)  # 7 8 9 T J Q K A


def equal_cards(view: SkatView) -> list[tuple[int, ...]]:
    """Return the groups of legal cards that take the same tricks and count the same points.

    They are neighbours in a suit, or jacks: each card between them is in the same hand, in a
    finished trick or, if the player is the soloist, in the skat.
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


def equal_pairs(view: SkatView, pairs: Iterable[int]) -> list[tuple[int, ...]]:
    """Partition pairs to push on before Ramsch, given as sets of cards, into groups of equal ones.

    Pairs are equal if they become each other when suits are swapped in which the player knows the
    same cards. Nobody takes up what rearhand pushes on, so neighbours in rearhand's hand that count
    the same points are equal too. Another player's push may separate them, and then the higher card
    beats the lower one.
    """
    cards = view.hand | view.skat  # one card may have been pushed on already
    received = view.picked_up_skat if len(took_up(view)) > 1 else 0  # from another player

    def lowest(card: int) -> int:
        """Return the lowest card equal to a card of rearhand."""
        below = card - 1
        equal = card % _SUIT_SIZE and card_points(1 << card) == card_points(1 << below)
        return lowest(below) if equal and cards >> below & 1 else card

    def in_suits(pair: int) -> tuple[tuple[int, ...], ...]:
        pushed = [lowest(c) if view.player == _REARHAND else c for c in card_list(pair)]
        return tuple(
            sorted(
                (
                    cards >> first & _PLAIN,
                    received >> first & _PLAIN,
                    *(card - first for card in pushed if 0 <= card - first < _SUIT_SIZE),
                )
                for first in range(0, 4 * _SUIT_SIZE, _SUIT_SIZE)
            )
        )

    groups: dict[tuple[tuple[int, ...], ...], list[int]] = defaultdict(list)
    for pair in pairs:
        groups[in_suits(pair)].append(pair)
    return [tuple(group) for group in groups.values()]


def _lines(null: bool) -> Iterator[list[int]]:
    """Yield the cards of each suit, then the jacks, each in order of strength."""
    ranks = _IN_NULL if null else _IN_TRUMPS
    for suit in range(4):
        yield [suit * _SUIT_SIZE + rank for rank in ranks]
    if not null:
        yield [suit * _SUIT_SIZE + _JACK for suit in range(4)]

"""A slow reference of policy networks: inputs by name, sums in Python's integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

import numpy as np

from vorhand.games.skat.cards import card_list
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Deal, rule_action
from vorhand.tests.native.skat_reference import CONTRACTS, PACK, group, points, trumps

BLOCKS = {
    "always": 1,
    "held": 32,
    "away": 32,
    "by soloist": 32,
    "by defenders": 32,
    "open": 32,
    "led": 64,
    "on table": 64,
    "takes": 32,
    "sure": 32,
    "rule": 32,
    "void": 10,
    "winner": 3,
    "table size": 3,
    "table points": 12,
    "soloist points": 31,
    "defender points": 31,
    "trick": 10,
    "level": 4,
    "hand game": 1,
}
PLACES = ("soloist", "before", "after")


@cache
def trump(contract: int, card: int) -> bool:
    """Return whether a card is trump."""
    return PACK[card] in trumps(CONTRACTS[contract])


@cache
def follows(contract: int, card: int, led: int) -> bool:
    """Return whether a card follows another."""
    return PACK[card] in group(CONTRACTS[contract], PACK[led])


@cache
def beats(contract: int, card: int, winning: int) -> bool:
    """Return whether a card takes the trick from the one that is winning it."""
    order = trumps(CONTRACTS[contract]) + group(CONTRACTS[contract], PACK[winning])
    return PACK[card] in order and order.index(PACK[card]) < order.index(PACK[winning])


def worth(cards: Iterable[int]) -> int:
    """Return the card points."""
    return points([PACK[card] for card in cards])


@lru_cache(maxsize=1)
def suit_order(view: SkatView) -> dict[int, int]:
    """Return the place of each suit: the suit led first, trump last, others by cards held and
    played."""
    gone = view.played[0] | view.played[1] | view.played[2]

    def plain(mask: int, suit: int) -> list[int]:
        suited = [card for card in card_list(mask) if card // 8 == suit]
        return [card % 8 for card in suited if not trump(view.contract, card)]

    def key(suit: int) -> tuple[object, ...]:
        led = bool(view.trick) and not trump(view.contract, view.trick[0])
        own, out = plain(view.hand, suit), plain(gone, suit)
        return (
            -(led and view.trick[0] // 8 == suit),
            -len(own),
            -sum(1 << rank for rank in own),
            -sum(1 << rank for rank in out),
            suit,
        )

    side = sorted((suit for suit in range(4) if suit != view.contract), key=key)
    order = {suit: place for place, suit in enumerate(side)}
    return order if view.contract >= GRAND else order | {view.contract: 3}


def named(view: SkatView, card: int) -> int:
    """Return the card as the network names it."""
    if card % 8 == 7 and view.contract != NULL:
        return card
    return suit_order(view)[card // 8] * 8 + card % 8


def on_cards(view: SkatView, deal: Deal) -> list[tuple[str, list[int], int]]:
    """Return the features that are sets of cards: block, cards, and part of the block."""
    contract, me, soloist = view.contract, view.player, view.soloist
    hand, away = card_list(view.hand), away_of(view)
    by_soloist = card_list(view.played[soloist])
    by_defenders = [c for s in range(3) if s != soloist for c in card_list(view.played[s])]
    unseen = [c for c in range(32) if c not in hand + away + by_soloist + by_defenders]

    def sure(card: int) -> bool:
        alike = [other for other in unseen if follows(contract, other, card)]
        if contract == NULL:
            return all(beats(contract, other, card) for other in alike)
        return not any(beats(contract, other, card) for other in alike)

    leads = list(zip(view.players_of_plays[::3], view.plays[::3], strict=True))
    led = [[c for who, c in leads if who == (me + other) % 3] for other in (1, 2)]
    shows = view.level == OUVERT and me != soloist
    taken = view.legal_actions if view.trick else ()
    return [
        ("held", hand, 0),
        ("away", away, 0),
        ("by soloist", by_soloist, 0),
        ("by defenders", by_defenders, 0),
        ("open", card_list(view.open_hand) if shows else [], 0),
        ("led", led[0], 0),
        ("led", led[1], 1),
        *(("on table", [card], place) for place, card in enumerate(view.trick)),
        ("takes", [c for c in taken if beats(contract, c, view.trick[winning(view)])], 0),
        ("sure", [card for card in hand if sure(card)], 0),
        ("rule", [rule_action(deal)], 0),
    ]


def away_of(view: SkatView) -> list[int]:
    """Return the cards that the player put in the skat."""
    knows = view.is_soloist and not view.hand_game
    return card_list(view.known[3]) if knows else []


def winning(view: SkatView) -> int:
    """Return the card that wins the trick on the table so far."""
    best = 0
    for place, card in enumerate(view.trick):
        if beats(view.contract, card, view.trick[best]):
            best = place
    return best


def voids(view: SkatView) -> list[int]:
    """Return the voids shown to the left and to the right: suits, then trumps."""
    found = []
    for other in range(2):
        missing = card_list(view.voids[(view.player + 1 + other) % 3])
        for card in missing:
            group = 4 if trump(view.contract, card) else suit_order(view)[card // 8]
            found.append(5 * other + group)
    return sorted(set(found))


def rows(view: SkatView, deal: Deal) -> list[int]:
    """Return the player's rows, ascending; the deal is for the rule player alone."""
    winner = (view.leader + winning(view) - view.player) % 3 if view.trick else 0
    seen = [
        ("always", 0),
        *(("void", number) for number in voids(view)),
        ("winner", winner),
        ("table size", len(view.trick)),
        *([("table points", worth(view.trick) // 2)] if view.trick else []),
        ("soloist points", (view.soloist_points + worth(away_of(view))) // 4),
        ("defender points", view.defender_points // 4),
        ("trick", 10 - view.hand.bit_count()),
        ("level", view.level),
        *([("hand game", 0)] if view.hand_game else []),
    ]
    for block, cards, part in on_cards(view, deal):
        seen += [(block, 32 * part + named(view, card)) for card in cards]
    first = dict(zip(BLOCKS, np.cumsum([0, *BLOCKS.values()]).tolist(), strict=False))
    return sorted(first[block] + number for block, number in seen)


def preferences(arrays: Mapping[str, np.ndarray], view: SkatView, deal: Deal) -> dict[int, int]:
    """Return the preference for each legal card, in the units of the core."""
    kind = "null" if view.contract == NULL else "grand" if view.contract == GRAND else "suit"
    name = f"{kind}.{PLACES[(view.soloist - view.player) % 3]}"
    part = {key.removeprefix(f"{name}."): a.astype(int) for key, a in arrays.items()}

    def cut(number: int) -> int:
        return min(max(number, 0), int(part["ceiling"][0]))

    looked_up, (size, width) = rows(view, deal), part["hidden"].shape
    sums = [cut(sum(int(part["rows"][row, k]) for row in looked_up)) for k in range(width)]
    hidden = [
        cut((int(np.dot(part["hidden"][j], sums)) >> 12) + int(part["hidden_bias"][j]))
        for j in range(size)
    ]
    found = {}
    for card in view.legal_actions:
        at = named(view, card)
        spoken = sum(int(part["rows"][row, width + at]) for row in looked_up)
        found[card] = (int(np.dot(part["out"][at], hidden)) >> 12) + spoken
    return found

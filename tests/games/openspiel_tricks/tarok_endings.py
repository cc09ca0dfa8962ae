"""Random deals of Tarok without OpenSpiel, in which what is special comes late."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np

from vorhand.games.openspiel_tricks.tarok import Called, Tarok, thirds_of
from vorhand.native.tricks import Play
from vorhand.tests.games.openspiel_tricks.tarok_reference import (
    BEGGAR,
    COLOUR_VALAT,
    KLOP,
    MOND,
    OPEN_BEGGAR,
    PAGAT,
    SKIS,
    SOLO_WITHOUT,
    TAKEN,
    THREE,
    VALAT,
    Deal,
    card_points,
)

KINGS = (29, 37, 45, 53)
SPECIAL = {PAGAT, MOND, SKIS, *KINGS}


def deal(rng: random.Random, seats: int, bid: int) -> Deal:
    """A deal after bids, exchange and cards put away."""
    pack = list(range(54))
    rng.shuffle(pack)
    size = 48 // seats
    talon, hands = pack[:6], [pack[6 + i * size : 6 + (i + 1) * size] for i in range(seats)]
    declarer = rng.randrange(seats)
    king, partner, away = -1, -1, []
    in_talon = False
    if seats == 4 and bid in (2, 3, 4):
        king = rng.choice([k for k in KINGS if k in talon] or KINGS)
        in_talon = king in talon
        partner = next((s for s, h in enumerate(hands) if king in h and s != declarer), -1)
    mond = -1
    if bid in TAKEN:
        count = TAKEN[bid]
        first = (
            talon.index(king) if in_talon and rng.random() < 0.8 else rng.randrange(6)
        ) // count
        mine = talon[first * count : (first + 1) * count]
        talon = [card for card in talon if card not in mine]
        hand = hands[declarer] + mine
        free = [card for card in hand if card >= 22 and card not in KINGS]
        taroks = [card for card in hand if card < 22 and card not in SPECIAL]
        away = (rng.sample(free, min(count, len(free))) + taroks)[:count]
        hands[declarer] = [card for card in hand if card not in away]
        mond = declarer if MOND in talon else -1
    starts = bid in (BEGGAR, SOLO_WITHOUT, OPEN_BEGGAR, COLOUR_VALAT, VALAT)
    return Deal(
        bid,
        declarer,
        tuple(tuple(sorted(hand)) for hand in hands),
        declarer if starts else 0,
        tuple(talon),
        king,
        in_talon,
        partner,
        mond,
        tuple(tuple(away) if seat == declarer else () for seat in range(seats)),
    )


def play_down(rng: random.Random, start: Deal, left: int) -> tuple[Deal, list[int]]:
    """Random play until each hand has so many cards, which keeps what is special; the cards."""
    now, cards = start, []
    while not now.over() and sum(map(len, now.hands)) > left * now.seats:
        legal = now.legal()
        plain = [card for card in legal if card not in SPECIAL] or legal
        card = rng.choice(plain if rng.random() < 0.95 else legal)
        now = now.after(card)
        cards.append(card)
    return now, cards


def called_of(start: Deal, now: Deal) -> Called:
    """What is played, in the words of the rules."""
    gifts = tuple(thirds_of([c for c in pile if c in start.talon]) for pile in now.piles)
    gift = start.king_in_talon and start.king in start.hands[start.declarer]
    rest = start.talon if start.bid in TAKEN else ()
    by_seat = gifts if start.bid == KLOP else ()
    return Called(start.declarer, start.bid, start.king, start.partner, rest, gift, by_seat)


def engine(rules: Tarok, start: Deal, now: Deal, cards: list[int]) -> tuple[Play, list[float], int]:
    """The play for the player to act, what results are worth to them, and the lowest result."""
    contract = rules.named(called_of(start, now))
    terms, worths, lowest = rules.terms(contract, now.player)
    play = Play(terms, masks(start), contract.cards, contract.leader, cards)
    return play, worths, lowest


def masks(now: Deal) -> list[int]:
    """Hands as sets."""
    return [sum(1 << card for card in hand) for hand in now.hands]


def world(now: Deal) -> np.ndarray:
    """The hands as one world."""
    return np.array([masks(now)], np.uint64)


def worth(end: Deal, seat: int) -> int:
    """What an end is worth to a seat; at klop all others count as one that is against it."""
    if end.bid == KLOP:
        count = card_points(end.piles[seat])
        return 70 if count == 0 else -70 if count > 35 else -count
    return end.result() if end.side(seat) else -end.result()


def minimax(now: Deal, seat: int) -> int:
    """The worth to a seat of perfect play with open cards, as plainly as can be."""
    if now.over():
        return worth(now, seat)
    friend = now.player == seat or (now.bid != KLOP and now.side(now.player) == now.side(seat))
    values = [minimax(now.after(card), seat) for card in now.legal()]
    return max(values) if friend else min(values)


def with_hands(now: Deal, hands: list[list[int]]) -> Deal:
    """The same with other hands."""
    return replace(now, hands=tuple(tuple(sorted(hand)) for hand in hands))


def bids(seats: int) -> list[int]:
    """All that can be played, positive games with points most often."""
    points = [THREE, 3, 4] + ([5, 6, 7] if seats == 4 else [])
    return list(itertools.chain(points * 4, [KLOP, BEGGAR, SOLO_WITHOUT] * 2, [10, 11, 12]))

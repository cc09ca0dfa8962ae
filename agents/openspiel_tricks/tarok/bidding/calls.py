"""Calls at OpenSpiel's Tarok: the bid, the king, the talon cards and the discards."""

import itertools
import random
from collections.abc import Iterator, Sequence

import numpy as np

from vorhand.agents.openspiel_tricks.bidding.playouts import by_thumb
from vorhand.games.card_sets import cards_in, mask_of
from vorhand.games.openspiel_tricks.tarok import (
    EMPEROR,
    KINGS,
    MOND,
    ONE,
    PASS,
    SUITS,
    TAKEN,
    TAROKS,
    THIRDS,
    THREE,
    TWO,
    Called,
)
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.native.tricks import Play

_WORLDS = 12  # worlds for each call; few, because there are many calls to compare
_PUT_AWAY = 24  # maximum number of sets of discards that are tried
_VOID = 6  # value of a void in a suit, in thirds of a card point
_TAROK = 9  # value of a tarok from the talon, in the same unit
_PACK = (1 << 54) - 1


def call(view: TarokView) -> int:
    """Return the action before the play: a bid, a king, a set of talon cards or a discard."""
    called, start = view.tarok.called(view.moves)
    if called is None:
        bids = [action for _, action in view.moves[54:]]
        decided = len(bids) - bids.count(PASS) > 0 and set(view.legal_actions) <= set(KINGS)
        return _king(view, bids[-1]) if decided else _bid(view)
    if len(view.moves) == start:
        return _talon(view, called)
    return _put_away(view, called)


def _bid(view: TarokView) -> int:
    """Return the bid with the highest mean payoff; pass if it is at most 0 and passing is legal."""
    rng = random.Random(view.digest())
    worlds = _imagined(view, rng)
    worth = {}
    for bid in view.legal_actions:
        if bid != PASS:
            worth[bid] = float(np.mean([_worth_of_bid(view, bid, *world) for world in worlds]))
    best = max(worth, key=lambda bid: worth[bid])
    return best if worth[best] > 0 or PASS not in view.legal_actions else PASS


def _imagined(view: TarokView, rng: random.Random) -> list[tuple[list[int], list[int]]]:
    """Sample worlds before the play: hands, and the talon in order."""
    found = []
    for row in view.worlds(_WORLDS, view.digest()).tolist():
        talon = [card for _, card in view.moves[48:54] if card >= 0]
        if not talon:
            talon = cards_in(_PACK & ~sum(row))
            rng.shuffle(talon)
        found.append((row, talon))
    return found


def _worth_of_bid(view: TarokView, bid: int, hands: list[int], talon: list[int]) -> float:
    king = -1
    if view.rules.seats == 4 and bid in (THREE, TWO, ONE):
        king = _likely_king(hands[view.player])
    if bid not in TAKEN:
        return _outcome(view, Called(view.player, bid, gifts=(0,) * len(hands)), hands)
    return _worth_of_set(view, bid, king, hands, talon, _best_set(bid, king, talon))


def _king(view: TarokView, bid: int) -> int:
    """Return the king to call: the one with the highest mean payoff in playouts."""
    worlds = _imagined(view, random.Random(view.digest()))
    worth = {
        king: sum(
            _worth_of_set(view, bid, king, *world, _best_set(bid, king, world[1]))
            for world in worlds
        )
        for king in view.legal_actions
    }
    return max(worth, key=lambda king: worth[king])


def _likely_king(hand: int) -> int:
    """Return the king of the hand's shortest suit, if possible a king that the hand lacks."""
    lacking = [king for king in KINGS if not hand >> king & 1] or list(KINGS)
    return min(lacking, key=lambda king: (hand >> (king - 7) & 0xFF).bit_count())


def _sets(bid: int, talon: Sequence[int]) -> list[Sequence[int]]:
    return [talon[i : i + TAKEN[bid]] for i in range(0, len(talon), TAKEN[bid])]


def _best_set(bid: int, king: int, talon: Sequence[int]) -> int:
    """Return the index of the best talon set by taroks and points; mond and called king first."""

    def gain(number: int) -> int:
        some = _sets(bid, talon)[number]
        wanted = sum(card in (MOND, king) for card in some)
        return 60 * wanted + sum(THIRDS[c] + _TAROK * (c < 22) for c in some)

    return max(range(len(_sets(bid, talon))), key=gain)


def _worth_of_set(
    view: TarokView, bid: int, king: int, hands: list[int], talon: list[int], number: int
) -> float:
    """Return a world's payoff for taking this talon set and discarding by rules of thumb."""
    cards = hands[view.player] | mask_of(_sets(bid, talon)[number])
    away = next(_ways(cards, TAKEN[bid]))
    return _worth_of_hand(view, bid, king, hands, talon, number, cards & ~mask_of(away))


def _worth_of_hand(
    view: TarokView,
    bid: int,
    king: int,
    hands: list[int],
    talon: list[int],
    number: int,
    kept: int,
) -> float:
    sets = _sets(bid, talon)
    rest = [card for i, some in enumerate(sets) if i != number for card in some]
    after = [kept if seat == view.player else hand for seat, hand in enumerate(hands)]
    holders = [seat for seat, hand in enumerate(hands) if king >= 0 and hand >> king & 1]
    partner = holders[0] if holders and holders[0] != view.player else -1
    called = Called(view.player, bid, king, partner, tuple(rest), king in sets[number])
    return _outcome(view, called, after)


def _talon(view: TarokView, called: Called) -> int:
    """Return the talon set with the highest mean payoff over worlds."""
    worlds = _imagined(view, random.Random(view.digest()))

    def total(number: int) -> float:
        return sum(_worth_of_set(view, called.bid, called.king, *w, number) for w in worlds)

    return max(view.legal_actions, key=total)


def _put_away(view: TarokView, called: Called) -> int:
    """Return one card of the set of discards with the highest mean payoff over worlds."""
    start = view.tarok.called(view.moves)[1]
    number, left = view.moves[start][1], TAKEN[called.bid] - (len(view.moves) - start - 1)
    talon = [card for _, card in view.moves[48:54]]
    before = view.first_hand  # the hand without the cards that are already discarded
    rows = view.worlds(_WORLDS, view.digest()).tolist()
    ways = list(itertools.islice(_ways(before, left), _PUT_AWAY))

    def total(away: tuple[int, ...]) -> float:
        kept = before & ~mask_of(away)
        return sum(
            _worth_of_hand(view, called.bid, called.king, _dealt(view, row), talon, number, kept)
            for row in rows
        )

    best = max(ways, key=total)
    return next(card for card in best if card in view.legal_actions)


def _dealt(view: TarokView, row: list[int]) -> list[int]:
    """Return the hands as dealt, as far as needed to find the holder of the called king."""
    own = sum(1 << card for _, card in view.moves[:48] if card >= 0)
    return [own if seat == view.player else hand for seat, hand in enumerate(row)]


def _ways(hand: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of discards, promising ones first: those with many points or whole suits.

    With too few cards besides taroks and kings there is one set, which also has the lowest taroks.
    """
    free = [card for card in cards_in(hand & ~TAROKS) if card not in KINGS]
    if len(free) < size:
        taroks = cards_in(hand & TAROKS & ~EMPEROR)
        yield tuple((free + taroks)[:size])
        return

    def gain(away: tuple[int, ...]) -> int:
        left = hand & ~mask_of(away)
        voids = sum(not left & mask_of(suit) and hand & mask_of(suit) != 0 for suit in SUITS[1:])
        return _VOID * voids + sum(THIRDS[card] for card in away)

    yield from sorted(itertools.combinations(free, size), key=gain, reverse=True)


def _outcome(view: TarokView, called: Called, hands: list[int]) -> float:
    """Return a world's payoff to the declarer if all play by rules of thumb."""
    rules = view.tarok
    contract = rules.named(called)
    terms, worths, lowest = rules.terms(contract, view.player)
    play = Play(terms, hands, contract.cards, contract.leader)
    return worths[by_thumb(play, hands, rules.wanted(contract)) - lowest]

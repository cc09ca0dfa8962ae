"""Calls at OpenSpiel's own Skat: the game to play, and the cards to discard."""

import itertools

import numpy as np

from vorhand.agents.openspiel_tricks.bidding.playouts import by_thumb
from vorhand.games.openspiel_tricks.rules import Contract
from vorhand.games.openspiel_tricks.skat import NULL, POINTS, Skat
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.games.skat.cards import card_list, card_set
from vorhand.native import skat_solver
from vorhand.native.tricks import Play

_WORLDS = 20
_LEAST = 0.0  # mean payoff that a game must exceed to be named
_VOID, _ACE = 8, 15  # value of a void plain suit, and of keeping an ace, in card points
_PACK = (1 << 32) - 1


def skat_call(view: TableView, rules: Skat) -> int:
    """Return the game or the discard with the highest mean payoff; pass if no game pays."""
    called = rules.called(view.moves)
    if called is None:
        games = {kind: _worth_of_naming(view, rules, kind) for kind in range(NULL + 1)}
        best = max(games, key=lambda kind: games[kind])
        return rules.first_game + best if games[best] > _LEAST else rules.passing
    contract = rules.named(*called[:2])
    already = len(view.moves) - called[2]
    own = view.first_hand
    rows = view.worlds(_WORLDS, view.digest())
    pairs = {
        away: np.mean([_worth(view, rules, contract, row, own & ~card_set(away)) for row in rows])
        for away in itertools.combinations(view.legal_actions, 2 - already)
    }
    return max(pairs, key=lambda away: pairs[away])[0]


def _worth_of_naming(view: TableView, rules: Skat, kind: int) -> float:
    contract = rules.named(view.player, kind)
    rows = view.worlds(_WORLDS, view.digest())
    worths = []
    for row in rows:
        every = int(np.bitwise_or.reduce(row))
        twelve = view.first_hand | _PACK & ~every
        kept = twelve & ~card_set(_dispensable(twelve, contract))
        worths.append(_worth(view, rules, contract, row, kept))
    return float(np.mean(worths))


def _worth(view: TableView, rules: Skat, contract: Contract, row: np.ndarray, kept: int) -> float:
    """Return a world's payoff to the soloist: exact at null, otherwise by rules of thumb."""
    hands = [kept if seat == view.player else int(hand) for seat, hand in enumerate(row)]
    terms, worths, lowest = rules.terms(contract, view.player)
    if contract.calls[1] == NULL:
        world = np.array([hands], np.uint32)
        made, _, _ = skat_solver.solve(world, NULL, view.player, contract.leader)
        return worths[int(made[0]) - lowest]
    play = Play(terms, hands, contract.cards, contract.leader)
    return worths[by_thumb(play, hands) - lowest]


def _dispensable(cards: int, contract: Contract) -> tuple[int, int]:
    """Choose two cards to discard: at null the highest, else by points and voids, trumps last."""
    if contract.calls[1] == NULL:
        danger = {card: place for suit in contract.suits for place, card in enumerate(suit)}
        highest = sorted(card_list(cards), key=lambda card: danger[card])[-2:]
        return highest[0], highest[1]
    trumps = set(contract.suits[contract.trump])
    plain = [card for card in card_list(cards) if card not in trumps]
    if len(plain) < 2:
        weak = sorted(card_list(cards), key=lambda card: (card in trumps, POINTS[card % 8]))
        return weak[0], weak[1]

    def gain(pair: tuple[int, int]) -> int:
        voids = sum(not set(suit) & set(plain) - set(pair) for suit in contract.suits)
        aces = sum(POINTS[card % 8] == 11 for card in pair)
        return sum(POINTS[card % 8] for card in pair) + _VOID * voids - _ACE * aces

    return max(itertools.combinations(plain, 2), key=gain)

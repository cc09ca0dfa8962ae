"""Calls at Euchre (trumps, going alone, the discard), chosen by playouts over worlds."""

import numpy as np

from vorhand.agents.openspiel_tricks.bidding.playouts import Rows, ends_of, mean_pay
from vorhand.games.openspiel_tricks.rules import Contract, Euchre
from vorhand.games.openspiel_tricks.view import TableView

_WORLDS = 200
_PAYS = 0.35  # minimum mean points for naming trumps


def euchre_call(view: TableView, rules: Euchre) -> int:
    """Return the call with the highest mean points; name trumps only if it pays or is required."""
    moves, rows = list(view.legal_actions), view.worlds(_WORLDS, view.digest())
    if rules.lone in moves:
        return max(moves, key=lambda move: _pays(view, _made(view, rules, move), rows))
    if moves[0] < rules.passing:
        contract = _made(view, rules, rules.lone - 1)
        return max(moves, key=lambda card: _pays(view, contract, _without(rows, view.player, card)))
    pays = {move: _named(view, rules, move, rows) for move in moves if move != rules.passing}
    best = max(pays, key=lambda move: pays[move])
    return best if pays[best] >= _PAYS or rules.passing not in moves else rules.passing


def _made(view: TableView, rules: Euchre, move: int) -> Contract:
    """Return the contract that a call makes: trumps, and whether the maker plays alone."""
    maker, action = next(m for m in reversed(view.moves) if m[1] > rules.passing)
    return rules.named(view.moves[0][1], maker, action - rules.first_suit, move == rules.lone)


def _named(view: TableView, rules: Euchre, move: int, rows: Rows) -> float:
    """Return the mean points for naming a suit: the greater of those with the partner and alone."""
    dealer, trump = view.moves[0][1], move - rules.first_suit
    if not any(action > rules.passing for _, action in view.moves[22:]) and len(view.moves) < 26:
        rows = _taken_up(rows, rules, dealer, view.moves[21][1])
    contracts = (rules.named(dealer, view.player, trump, alone) for alone in (False, True))
    return max(_pays(view, contract, rows) for contract in contracts)


def _pays(view: TableView, contract: Contract, rows: Rows) -> float:
    """Return the player's mean points over worlds played out by rules of thumb."""
    return mean_pay(view, contract, ends_of(view, contract, rows))


def _without(rows: Rows, seat: int, card: int) -> Rows:
    rows = rows.copy()
    rows[:, seat] &= ~np.uint64(1 << card)
    return rows


def _taken_up(rows: Rows, rules: Euchre, dealer: int, turned: int) -> Rows:
    """Return worlds in which the dealer took the turned-up card and discarded the weakest card."""
    trump = turned % rules.num_suits
    bower, left = rules.card(trump, rules.jack), rules.card(rules.colour[trump], rules.jack)
    rows = rows.copy()
    hands = rows[:, dealer] | np.uint64(1 << turned)
    weakest = np.zeros_like(hands)
    plain = [card for card in range(24) if card % 4 != trump and card != left]
    trumps = [card for card in range(24) if card % 4 == trump and card != bower]
    for card in reversed([*plain, *trumps, left, bower]):
        held = hands >> np.uint64(card) & np.uint64(1) > 0
        weakest[held] = 1 << card
    rows[:, dealer] = hands & ~weakest
    return rows

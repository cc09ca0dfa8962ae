"""Who bids, names trumps, passes and puts cards away: by playouts over worlds, or by rules."""

from __future__ import annotations

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.openspiel_tricks.bridge_calls import bridge_call
from vorhand.agents.openspiel_tricks.skat_calls import skat_call
from vorhand.agents.registry import register
from vorhand.games.openspiel_tricks.bridge import Bridge
from vorhand.games.openspiel_tricks.games import RULES
from vorhand.games.openspiel_tricks.rules import Contract, Euchre, Hearts, OhHell, Spades
from vorhand.games.openspiel_tricks.skat import Skat
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.tricks import Play, Terms

GAMES = tuple(RULES)
_WORLDS = 60
_MAKES = 3.2  # tricks of both partners at Euchre with which trumps are named


@register("caller", games=GAMES, keeps_state=False)
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Calls by playouts over worlds; plays the card that playouts over worlds favour."""
    del game
    return CallerBot(player, seed, TableView.of)


class CallerBot(ViewBot):
    """Bids the tricks that playouts promise, passes high cards on, puts the weakest card away."""

    def consider(self, view: TableView) -> Choice:
        """The move; rules of thumb give no scores."""
        if view.play is not None:
            rows = view.worlds(_WORLDS, view.digest())
            results = view.play.playouts(rows, wanted(view))
            worths, lowest = view.worth()
            means = np.array(worths)[results - lowest].mean(axis=0)
            return Choice.of(view, view.legal_actions[int(np.argmax(means))], "rule")
        return Choice.of(view, _call(view), "rule")


def wanted(view: TableView) -> list[int]:
    """How many tricks each seat that plays wants; empty: all, with their partners."""
    assert view.contract is not None
    every = view.rules.wanted(view.contract)
    return [every[seat] for seat in view.seats] if every else []


def _call(view: TableView) -> int:
    rules = view.rules
    if isinstance(rules, Hearts):
        return max(view.legal_actions, key=lambda card: (card == rules.queen, card // 4))
    if isinstance(rules, Euchre):
        return _euchre(view, rules)
    if isinstance(rules, Skat):
        return skat_call(view, rules)
    if isinstance(rules, Bridge):
        return bridge_call(view, rules)
    assert isinstance(rules, Spades | OhHell)
    return _bid(view, rules)


def _bid(view: TableView, rules: Spades | OhHell) -> int:
    """The legal bid nearest to the tricks that the player takes if all want all they can get."""
    if isinstance(rules, Spades):
        contract, base = Contract(0, 13, rules.plain_suits(), 3, (13,) * 4), 52
        terms, wants = rules.terms(contract, view.player)[0], []
        # What partners take between them is halved, and some is left to chance.
        share, caution = 0.5, 0.5
    else:
        contract, base = rules.announced(view.moves), rules.ranks * rules.num_suits
        terms, _, _ = rules.terms(contract, view.player)
        wants, share, caution = list(contract.calls), 1.0, 0.0
    tricks = share * _tricks(view, contract, terms, wants) - caution
    return min(view.legal_actions, key=lambda action: abs(action - base - tricks))


def _tricks(view: TableView, contract: Contract, terms: Terms, wants: list[int]) -> float:
    """Mean tricks of the side of the terms when worlds are played out."""
    own = view.seats.index(view.player)
    rows = view.worlds(_WORLDS, view.digest())
    total = 0
    for row in rows:
        play = Play(terms, row.tolist(), contract.cards, contract.leader)
        while not play.is_over:
            play.play(play.thumb(wants))
        total += play.tricks(own) if wants else play.points
    return total / len(rows)


def _euchre(view: TableView, rules: Euchre) -> int:
    """Names trumps that playouts make, never goes alone, puts the weakest plain card away."""
    moves = list(view.legal_actions)
    if rules.lone in moves:
        return next(move for move in moves if move != rules.lone)
    if moves[0] < rules.passing:
        trump = next(a for _, a in reversed(view.moves) if a > rules.passing) - rules.first_suit
        bowers = (rules.card(trump, rules.jack), rules.card(rules.colour[trump], rules.jack))
        return min(moves, key=lambda card: (card % 4 == trump or card in bowers, card // 4))
    dealer = view.moves[0][1]
    tricks = {}
    for move in moves:
        if move != rules.passing:
            contract = rules.named(dealer, view.player, move - rules.first_suit)
            terms, _, _ = rules.terms(contract, view.player)
            tricks[move] = _tricks(view, contract, terms, [])
    best = max(tricks, key=lambda move: tricks[move])
    return best if tricks[best] >= _MAKES or rules.passing not in moves else rules.passing

"""A player of Belote by rules of thumb."""

from __future__ import annotations

import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.registry import register
from vorhand.games.belote.rules import (
    CARDS,
    DOUBLE,
    FIRST_BID,
    FIRST_SUIT,
    PASS,
    RANKS,
    SEATS,
    SUITS,
    TAKE,
    VALUES,
    cards_in,
    points_of,
    strength,
)
from vorhand.games.belote.view import BeloteView

GAMES = ("python_belote",)

_ACE, _TEN, _JACK, _NINE = map(RANKS.index, "ATJ9")
_TRUMP_WORTH = {_JACK: 22, _NINE: 16, _ACE: 9, _TEN: 8}
_ANY_TRUMP, _SIDE_ACE = 6, 9
_TAKES, _TAKES_LATER = 48, 44  # worth of a hand from which it plays
_BIDS, _STEP = 62, 12  # at Contrée: from which it bids, and for ten points more


@register("rule", games=GAMES, instant=True, keeps_state=False)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Plays by rules of thumb: fast, sensible, no search."""
    del game, seed
    return RuleBot(player, 0, lambda state, seat: state.view(seat))


class RuleBot(ViewBot):
    """Takes with strong trumps, draws them, cashes what is high, gives points to the partner."""

    def consider(self, view: BeloteView) -> Choice:
        """The move; rules of thumb give no scores."""
        return Choice.of(view, _call(view) if view.play is None else _card(view), "rule")


def worth_as_trumps(hand: int, suit: int) -> int:
    """How good a hand is with a suit as trumps, roughly in points."""
    worth = 0
    for card in cards_in(hand):
        rank = card % 8
        if card // 8 == suit:
            worth += _ANY_TRUMP + _TRUMP_WORTH.get(rank, 0)
        elif rank == _ACE:
            worth += _SIDE_ACE
    return worth


def _call(view: BeloteView) -> int:
    moves = view.legal_actions
    if view.turned >= 0:
        hand = view.hand | 1 << view.turned
        if TAKE in moves:
            return TAKE if worth_as_trumps(hand, view.turned // 8) >= _TAKES else PASS
        suits = [action - FIRST_SUIT for action in moves if action >= FIRST_SUIT]
        best = max(suits, key=lambda suit: worth_as_trumps(hand, suit))
        return FIRST_SUIT + best if worth_as_trumps(hand, best) >= _TAKES_LATER else PASS
    best = max(range(len(SUITS)), key=lambda suit: worth_as_trumps(view.hand, suit))
    most = VALUES[0] + 10 * ((worth_as_trumps(view.hand, best) - _BIDS) // _STEP)
    bids = [a for a in moves if FIRST_BID <= a < DOUBLE and (a - FIRST_BID) // len(VALUES) == best]
    if any(seat == (view.player + 2) % 4 and action != PASS for seat, action in view.calls):
        return PASS  # what the partner bid stands
    return bids[0] if bids and VALUES[(bids[0] - FIRST_BID) % len(VALUES)] <= most else PASS


def _card(view: BeloteView) -> int:
    return _reply(view) if view.play is not None and view.play.trick else _lead(view)


def _unseen(view: BeloteView) -> list[int]:
    assert view.play is not None
    played = sum(1 << card for _, card in view.play.history)
    return cards_in(((1 << CARDS) - 1) & ~(view.hand | played))


def _lead(view: BeloteView) -> int:
    assert view.contract is not None
    trump, unseen = view.contract.trump, _unseen(view)

    def beaten(card: int) -> bool:
        same = (other for other in unseen if other // 8 == card // 8)
        return any(strength(other, trump) > strength(card, trump) for other in same)

    moves = list(view.legal_actions)
    high = [card for card in moves if not beaten(card)]
    ours = (view.player - view.contract.taker) % 2 == 0
    trumps_out = any(card // 8 == trump for card in unseen)
    if ours and trumps_out and (drawing := [card for card in high if card // 8 == trump]):
        return drawing[0]
    if sure := [card for card in high if card // 8 != trump]:
        return max(sure, key=lambda card: points_of(card, trump))
    return min(moves, key=lambda card: (card // 8 == trump, points_of(card, trump), card))


def _reply(view: BeloteView) -> int:
    assert view.play is not None
    assert view.contract is not None
    trick, trump = view.play.trick, view.contract.trump
    led = trick[0][1] // 8

    def power(card: int) -> tuple[int, int]:
        suit = card // 8
        return (2 if suit == trump else 1 if suit == led else 0), strength(card, trump)

    def cheap(card: int) -> tuple[bool, int, int]:
        return card // 8 == trump, points_of(card, trump), strength(card, trump)

    holder, best = max(trick, key=lambda entry: power(entry[1]))
    others = [] if len(trick) == SEATS - 1 else _unseen(view)

    def stays(card: int) -> bool:
        return not any(power(other) > power(card) for other in others)

    partner = holder == (view.player + 2) % SEATS
    if partner and stays(best):
        plain = [card for card in view.legal_actions if card // 8 != trump] or view.legal_actions
        return max(plain, key=lambda card: points_of(card, trump))
    winning = [card for card in view.legal_actions if power(card) > power(best)]
    if sure := [card for card in winning if stays(card)]:
        return min(sure, key=lambda card: (card // 8 == trump, -points_of(card, trump)))
    return min(view.legal_actions if partner or not winning else winning, key=cheap)

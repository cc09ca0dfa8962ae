"""A player of Belote by rules of thumb."""

import pyspiel

from vorhand.agents.belote.outcomes import GAMES
from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.registry import register
from vorhand.games.belote.rules import (
    DOUBLE,
    FIRST_BID,
    FIRST_SUIT,
    PASS,
    RANKS,
    SUITS,
    TAKE,
    VALUES,
)
from vorhand.games.belote.view import BeloteView
from vorhand.games.card_sets import cards_in

_ACE, _TEN, _JACK, _NINE = map(RANKS.index, "ATJ9")
_TRUMP_WORTH = {_JACK: 22, _NINE: 16, _ACE: 9, _TEN: 8}
_ANY_TRUMP, _SIDE_ACE = 6, 9
_TAKES, _TAKES_LATER = 48, 44  # minimum hand value to take in the first and second round
_BIDS, _STEP = 62, 12  # at Contrée: minimum hand value to bid, and the step for ten points more


@register("rule", games=GAMES, instant=True, keeps_state=False)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play by rules of thumb, fast and without search."""
    del game, seed
    return ThumbBot(player, _move, view_of)


def _move(view: BeloteView) -> int:
    return _call(view) if view.play is None else view.play.thumb()


def _call(view: BeloteView) -> int:
    """Choose a call by the hand's value with each suit as trumps."""
    moves = view.legal_actions
    if view.turned >= 0:
        hand = view.held | 1 << view.turned
        if TAKE in moves:
            return TAKE if worth_as_trumps(hand, view.turned // 8) >= _TAKES else PASS
        suits = [action - FIRST_SUIT for action in moves if action >= FIRST_SUIT]
        best = max(suits, key=lambda suit: worth_as_trumps(hand, suit))
        return FIRST_SUIT + best if worth_as_trumps(hand, best) >= _TAKES_LATER else PASS
    if any(seat == (view.player + 2) % 4 and action != PASS for seat, action in view.calls):
        return PASS  # once the partner has bid, the player passes
    best = max(range(len(SUITS)), key=lambda suit: worth_as_trumps(view.held, suit))
    most = VALUES[0] + 10 * ((worth_as_trumps(view.held, best) - _BIDS) // _STEP)
    bids = [action - FIRST_BID for action in moves if FIRST_BID <= action < DOUBLE]
    lowest = min((bid for bid in bids if bid // len(VALUES) == best), default=-1)
    return FIRST_BID + lowest if lowest >= 0 and VALUES[lowest % len(VALUES)] <= most else PASS


def worth_as_trumps(hand: int, suit: int) -> int:
    """Estimate the value of a hand with a suit as trumps, roughly in points."""
    worth = 0
    for card in cards_in(hand):
        rank = card % 8
        if card // 8 == suit:
            worth += _ANY_TRUMP + _TRUMP_WORTH.get(rank, 0)
        elif rank == _ACE:
            worth += _SIDE_ACE
    return worth

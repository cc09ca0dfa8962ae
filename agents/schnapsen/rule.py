"""A player by rules of thumb."""

from __future__ import annotations

import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.schnapsen.player import Situation, situation_of
from vorhand.native.schnapsen import Deal

_EXCHANGE, _CLOSE, _MARRIAGE = 32, 33, 34
_VALUABLE = 10  # card points worth a trump


class RuleBot(SeatBot):
    """Exchanges, announces, cashes sure winners, saves trumps and keeps marriages."""

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return choose(situation_of(state))


def choose(situation: Situation) -> int:
    """The move by the rules of thumb."""
    moves = situation.moves
    if len(moves) == 1:
        return moves[0]
    deal = situation.view
    if deal.led >= 0:
        return _reply(situation, moves)
    if _EXCHANGE in moves:
        return _EXCHANGE
    marriages = [move for move in moves if move >= _MARRIAGE]
    if marriages:
        return max(marriages, key=lambda move: (move == _MARRIAGE + deal.trump, move))
    if _CLOSE in moves and _can_close(situation):
        return _CLOSE
    return _lead(situation, [move for move in moves if move < _EXCHANGE])


def _points(situation: Situation, card: int) -> int:
    return situation.rules.card_points(1 << card)


def _unseen(situation: Situation) -> int:
    """Cards the opponent may hold, or may come to hold."""
    deal, player = situation.view, situation.player
    seen = deal.hand(player) | deal.played(0) | deal.played(1)
    return sum(1 << c for c in situation.rules.cards) & ~seen & ~deal.excluded(1 - player)


def _above(card: int) -> int:
    return (0xFF << 8 * (card // 8)) & ~((2 << card) - 1)


def _winners(situation: Situation) -> list[int]:
    """Cards of the hand that no unseen card of their suit beats, trumps first."""
    hand, unseen = situation.view.hand(situation.player), _unseen(situation)
    cards = [c for c in situation.rules.cards if hand >> c & 1 and not unseen & _above(c)]
    return sorted(cards, key=lambda c: (c // 8 != situation.view.trump, -_points(situation, c)))


def _can_close(situation: Situation) -> bool:
    """Whether sure winners, with a poor card of the opponent's on each, reach the target.

    Winners beside trumps count only with the strongest trump in hand to draw his.
    """
    deal, player = situation.view, situation.player
    winners = _winners(situation)
    trumps = [card for card in winners if card // 8 == deal.trump]
    if not trumps:
        return False
    sure = trumps + [card for card in winners if card // 8 != deal.trump][: len(trumps) + 1]
    poor = min(_points(situation, card) for card in situation.rules.cards) + 1
    gain = sum(_points(situation, card) + poor for card in sure)
    return deal.points(player) + deal.pending(player) + gain >= situation.rules.target


def _keeps(situation: Situation, card: int) -> bool:
    """Whether the card is of a marriage that may still be announced."""
    if not situation.rules.marriage_points or card % 8 not in (1, 2):
        return False
    partner = card ^ 3
    return bool((situation.view.hand(situation.player) | _unseen(situation)) >> partner & 1)


def _poorest(situation: Situation, cards: list[int]) -> int:
    trump = situation.view.trump
    return min(cards, key=lambda c: (c // 8 == trump, _keeps(situation, c), _points(situation, c)))


def _lead(situation: Situation, cards: list[int]) -> int:
    deal: Deal = situation.view
    if deal.turn == 3:  # announced: the queen may go
        return min(cards)
    if deal.open:
        return _poorest(situation, cards)
    winners = [card for card in _winners(situation) if card in cards]
    return winners[0] if winners else _poorest(situation, cards)


def _reply(situation: Situation, cards: list[int]) -> int:
    deal = situation.view
    winning = [
        c for c in cards if (c > deal.led if c // 8 == deal.led // 8 else c // 8 == deal.trump)
    ]
    if not winning:
        return _poorest(situation, cards)
    losing = [c for c in cards if c not in winning]
    own_suit = [c for c in winning if c // 8 == deal.led // 8]
    if own_suit and (own_suit[-1] // 8 != deal.trump or not losing):
        return own_suit[-1]
    if not losing or _points(situation, deal.led) >= _VALUABLE:
        return min(winning)
    return _poorest(situation, losing)

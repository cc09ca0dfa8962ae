"""The rules of thumb at Schnapsen in Python: the slow reference of the compiled player."""

from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Deal

_EXCHANGE, _CLOSE, _MARRIAGE = 32, 33, 34
_VALUABLE = 10  # card points that are worth a trump


def choose(view: SchnapsenView) -> int:
    """Exchange, announce, cash winners, save trumps and keep marriages."""
    moves = list(view.legal_actions)
    if len(moves) == 1:
        return moves[0]
    deal = view.deal
    if deal.led >= 0:
        return _reply(view, moves)
    if _EXCHANGE in moves:
        return _EXCHANGE
    marriages = [move for move in moves if move >= _MARRIAGE]
    if marriages:
        return max(marriages, key=lambda move: (move == _MARRIAGE + deal.trump, move))
    if _CLOSE in moves and _can_close(view):
        return _CLOSE
    return _lead(view, [move for move in moves if move < _EXCHANGE])


def _points(view: SchnapsenView, card: int) -> int:
    return view.rules.card_points(1 << card)


def _unseen(view: SchnapsenView) -> int:
    """Return the cards that the opponent may hold or still draw."""
    deal, player = view.deal, view.player
    seen = deal.hand(player) | deal.played(0) | deal.played(1)
    return sum(1 << c for c in view.rules.cards) & ~seen & ~deal.excluded(1 - player)


def _above(card: int) -> int:
    return (0xFF << 8 * (card // 8)) & ~((2 << card) - 1)


def _winners(view: SchnapsenView) -> list[int]:
    """Return the cards of the hand that no unseen card of their suit beats, trumps first."""
    hand, unseen = view.deal.hand(view.player), _unseen(view)
    cards = [c for c in view.rules.cards if hand >> c & 1 and not unseen & _above(c)]
    return sorted(cards, key=lambda c: (c // 8 != view.deal.trump, -_points(view, c)))


def _can_close(view: SchnapsenView) -> bool:
    """Return whether winners reach the target, with a low card of the opponent on each.

    Winners other than trumps count only with the strongest trump in hand to draw the opponent's.
    """
    deal, player = view.deal, view.player
    winners = _winners(view)
    trumps = [card for card in winners if card // 8 == deal.trump]
    if not trumps:
        return False
    sure = trumps + [card for card in winners if card // 8 != deal.trump][: len(trumps) + 1]
    poor = min(_points(view, card) for card in view.rules.cards) + 1
    gain = sum(_points(view, card) + poor for card in sure)
    return deal.points(player) + deal.pending(player) + gain >= view.rules.target


def _keeps(view: SchnapsenView, card: int) -> bool:
    """Return whether the card belongs to a marriage that may still be announced."""
    if not view.rules.marriage_points or card % 8 not in (1, 2):
        return False
    partner = card ^ 3
    return bool((view.deal.hand(view.player) | _unseen(view)) >> partner & 1)


def _poorest(view: SchnapsenView, cards: list[int]) -> int:
    trump = view.deal.trump
    return min(cards, key=lambda c: (c // 8 == trump, _keeps(view, c), _points(view, c)))


def _lead(view: SchnapsenView, cards: list[int]) -> int:
    deal: Deal = view.deal
    if deal.turn == 3:  # marriage announced: the queen may go
        return min(cards)
    if deal.open:
        return _poorest(view, cards)
    winners = [card for card in _winners(view) if card in cards]
    return winners[0] if winners else _poorest(view, cards)


def _reply(view: SchnapsenView, cards: list[int]) -> int:
    deal = view.deal
    winning = [
        c for c in cards if (c > deal.led if c // 8 == deal.led // 8 else c // 8 == deal.trump)
    ]
    if not winning:
        return _poorest(view, cards)
    losing = [c for c in cards if c not in winning]
    own_suit = [c for c in winning if c // 8 == deal.led // 8]
    if own_suit and (own_suit[-1] // 8 != deal.trump or not losing):
        return own_suit[-1]
    if not losing or _points(view, deal.led) >= _VALUABLE:
        return min(winning)
    return _poorest(view, losing)

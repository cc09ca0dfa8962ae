"""Sentences that say why a move at Schnapsen is better than the next best card.

Both moves are made in at most 40 worlds of the decision. The opponent replies, and the deal is
finished, by best play with open hands. The sentence states the first condition that holds. If these
worlds do not favour the chosen move, only the agent's own figures are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo import comparison
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.comparison import (
    Weights,
    by_figures,
    first_that_holds,
    first_worlds,
    next_best,
    without_alternative,
)
from vorhand.agents.montecarlo.reasons import Fact, Reason
from vorhand.agents.schnapsen.evaluators.values import Solvers
from vorhand.games.card_sets import cards_in
from vorhand.games.schnapsen.structs import CLOSE, EXCHANGE, MARRIAGE
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Deal, Solver, Worlds

_SEED = 0
_CARDS = EXCHANGE  # actions below this number are cards
_SOLVERS = Solvers(1)
_ROYAL = (3, 4)  # card points of queen and king
_MORE_OFTEN = 0.15  # difference of shares that is worth a sentence
_MOSTLY = 0.6  # share of layouts that counts as "mostly"
_POINTS = 3  # difference of card points that is worth a sentence
_GAME_POINTS = 0.2  # difference of game points that is worth a sentence
_OPEN_AGREES = -0.1  # mean difference of game points from which the worlds agree with the choice

TEXTS = comparison.TEXTS | {
    "ends": "It wins the deal at once.",
    "exchanges": "It gets {card} for the lowest trump.",
    "announces": "It scores {points} points for king and queen.",
    "closes": "With the talon closed and open hands you win in {share} of the sampled layouts, "
    "with {other} in {than}.",
    "announces early": "It scores {points} points for king and queen, once you take a trick.",
    "keeps the marriage": "It keeps {other}, one of a king and queen in your hand.",
    "takes": "It takes the trick in {share} of the sampled layouts, {other} in {than}.",
    "gives": "It gives {points} points, not {more}, to a trick that the opponent takes in {share} "
    "of the sampled layouts.",
    "earns": "On average you gain {points} points more from this trick than with {other}.",
    "keeps the trump": "It keeps {other}, a trump.",
    "worth": "With open hands it is worth on average {points} game points more than {other}.",
}


def reason_for(
    view: SchnapsenView, choice: Choice, alike: Sequence[Sequence[int]] = ()
) -> Reason | None:
    """Return the sentence on a choice of a move; None if no computed figure explains it.

    Args:
        view: knowledge of the player.
        choice: the decision.
        alike: groups of cards with the same consequences.
    """
    same = next((group for group in alike if choice.move in group), (choice.move,))
    if (found := without_alternative(choice, same)) is not None:
        return found
    other = next_best(choice, same, lambda move: move < _CARDS)
    if other is None:
        return None
    both = _Both.made(view, choice, other)
    said = first_that_holds(_CONDITIONS, view, both) if both.favour else None
    return said or by_figures(choice, other)


@dataclass(frozen=True)
class _Outcomes:
    """The results of one move for its player in each world, arrays [n_worlds]."""

    move: int
    over: npt.NDArray[np.float64]  # 1: the move wins the deal at once
    taken: npt.NDArray[np.float64]  # 1: the player takes the trick
    points: npt.NDArray[np.float64]  # card points of the trick, negative if the opponent takes it
    value: npt.NDArray[np.float64]  # game points of best play, -3 to 3


@dataclass(frozen=True)
class _Both:
    """The move chosen, and the next best card."""

    best: _Outcomes
    other: _Outcomes
    weights: Weights

    @classmethod
    def made(cls, view: SchnapsenView, choice: Choice, other: int) -> _Both:
        """Make both moves in the decision's first worlds, or in random ones if it kept none."""
        known = Worlds(view.rules, view.deal, view.player)
        rows, weights = first_worlds(choice, lambda n: known.distinct(0, n, _SEED))
        deals = [known.world(int(row)) for row in rows]
        best, second = (_outcomes(view, deals, move) for move in (choice.move, other))
        return cls(best, second, weights)

    @property
    def favour(self) -> bool:
        """True if open hands in these worlds do not contradict the choice."""
        return self.weights.mean(self.best.value - self.other.value) >= _OPEN_AGREES


def _outcomes(view: SchnapsenView, deals: Sequence[Deal], move: int) -> _Outcomes:
    found = np.array([_outcome(view, deal, move) for deal in deals], np.float64)
    return _Outcomes(move, *found.T)


def _outcome(view: SchnapsenView, world: Deal, move: int) -> tuple[float, float, float, float]:
    """Return the facts of `_Outcomes` in one world."""
    rules, me, solver = view.rules, view.player, _SOLVERS.of(view.rules)
    deal = world.copy()
    deal.apply(rules, move)
    over = deal.terminal and deal.winner == me
    cards = [move] if world.led < 0 else [world.led, move]
    if move < _CARDS and world.led < 0 and not deal.terminal:
        replies = []
        for reply in deal.legal_actions(rules):
            after = deal.copy()
            after.apply(rules, reply)
            replies.append((_value(solver, after, me), reply, after))
        _, reply, deal = min(replies, key=lambda each: each[:2])
        cards.append(reply)
    taken = deal.tricks(me) > world.tricks(me)
    points = rules.card_points(sum(1 << card for card in cards)) if move < _CARDS else 0
    return over, taken, points if taken else -points, _value(solver, deal, me)


def _value(solver: Solver, deal: Deal, player: int) -> int:
    """Return a player's game points with best play, negative if lost."""
    if deal.terminal:
        return deal.game_points if deal.winner == player else -deal.game_points
    return solver.value(deal) * (1 if player == 0 else -1)


def _ends(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that the move wins the deal at once."""
    return _reason("ends") if both.best.over.all() and not both.other.over.all() else None


def _exchanges(view: SchnapsenView, both: _Both) -> Reason | None:
    """Name the trump that the player gets by an exchange."""
    if both.best.move != EXCHANGE:
        return None
    return _reason("exchanges", card=view.rules.card_name(view.deal.up))


def _announces(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say how many points a marriage scores."""
    if both.best.move < MARRIAGE:
        return None
    royal = both.best.move - MARRIAGE == view.deal.trump
    points = view.rules.royal_points if royal else view.rules.marriage_points
    pending = view.rules.pending_until_next_trick or not view.deal.tricks(view.player)
    return _reason("announces early" if pending else "announces", points=points)


def _closes(view: SchnapsenView, both: _Both) -> Reason | None:
    """Compare the chance to win after closing the talon with that of the next best card."""
    both_won = [np.asarray(moved.value > 0, np.float64) for moved in (both.best, both.other)]
    won, than = map(both.weights.mean, both_won)
    if both.best.move != CLOSE or won <= than:
        return None
    return _reason("closes", view, both, share=won, than=than)


def _keeps_the_marriage(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that the other card belongs to a marriage, unless one of the pair must be played next."""
    pair = _pair(view, both.other.move)
    if len(pair) < len(_ROYAL) or both.best.move in pair:
        return None
    hand = len(cards_in(view.deal.hand(view.player)))
    if both.best.move < _CARDS and hand - 1 == len(pair) and not both.best.taken.all():
        return None
    return _reason("keeps the marriage", view, both)


def _pair(view: SchnapsenView, card: int) -> list[int]:
    """Return the queen and king that the hand has of a card's suit; [] if the card is neither."""
    held = [each for each in cards_in(view.deal.hand(view.player)) if each // 8 == card // 8]
    pair = [each for each in held if view.rules.card_points(1 << each) in _ROYAL]
    return pair if card in pair else []


def _takes(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that the player takes the trick more often."""
    best, other = both.best, both.other
    if best.move >= _CARDS or not both.weights.clear(best.taken - other.taken, _MORE_OFTEN):
        return None
    share, than = both.weights.mean(best.taken), both.weights.mean(other.taken)
    return _reason("takes", view, both, share=share, than=than)


def _gives(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that the opponent, who mostly takes the trick, gets fewer points."""
    if both.best.move >= _CARDS:
        return None
    points, more = (view.rules.card_points(1 << each.move) for each in (both.best, both.other))
    share = 1 - both.weights.mean(both.best.taken)
    same = both.weights.mean(both.other.taken) <= 1 - _MOSTLY
    if share < _MOSTLY or not same or more - points < _POINTS:
        return None
    return _reason("gives", points=points, more=more, share=share)


def _earns(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that the player gets more points from the trick, or the opponent fewer."""
    more = both.best.points - both.other.points
    if both.best.move >= _CARDS or not both.weights.clear(more, _POINTS):
        return None
    return _reason("earns", view, both, points=both.weights.mean(more))


def _keeps_the_trump(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that the other card is a trump."""
    trump = view.deal.trump
    if both.best.move >= _CARDS or both.best.move // 8 == trump or both.other.move // 8 != trump:
        return None
    return _reason("keeps the trump", view, both)


def _is_worth(view: SchnapsenView, both: _Both) -> Reason | None:
    """Say that open hands give more game points."""
    more = both.best.value - both.other.value
    if not both.weights.clear(more, _GAME_POINTS):
        return None
    return _reason("worth", view, both, points=both.weights.mean(more))


_CONDITIONS: tuple[Callable[[SchnapsenView, _Both], Reason | None], ...] = (
    _ends,
    _exchanges,
    _announces,
    _closes,
    _keeps_the_marriage,
    _takes,
    _gives,
    _earns,
    _keeps_the_trump,
    _is_worth,
)


def _reason(
    kind: str, view: SchnapsenView | None = None, both: _Both | None = None, **facts: Fact
) -> Reason:
    named: dict[str, Fact] = {}
    if view is not None and both is not None:
        named["other"] = view.action_name(both.other.move)
    return comparison.reason(kind, TEXTS[kind], **named, **facts)

"""Sentences that say why a card is better than the next best one, or explain a bidder's decision.

Both cards are played in at most 40 worlds of the decision, and the deal continues by best play with
open hands (`vorhand.native.skat_solver.principal_variation`). The sentence names a difference
between these lines. Each kind of sentence has a condition, a function below; the first condition
that holds is stated. If the lines do not favour the card chosen, only the agent's own figures are
compared.
"""

from __future__ import annotations

from collections import defaultdict
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
from vorhand.agents.skat.bidding.contract_table import Contracts
from vorhand.agents.skat.offer_reasons import reason_for_offer, reason_for_spitze
from vorhand.agents.skat.push_reasons import reason_for_push
from vorhand.agents.skat.ramsch_reasons import reason_in_ramsch
from vorhand.games.skat.cards import SEAT_NAMES, card_name
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.view import SkatView
from vorhand.games.skat.view_text import players_of
from vorhand.native.skat import Phase, card_points, trick_winner
from vorhand.native.skat_solver import principal_variation

_SEED = 0
_MORE_OFTEN = 0.15  # difference of shares that deserves a sentence
_MOSTLY = 0.6  # share of layouts that counts as "mostly"
_HALF = 0.5
_POINTS = 3  # difference of card points in a trick that deserves a sentence
_POINTS_BY_THE_END = 2
_ALL = 120
_COUNTING = 10  # aces and tens
_OPEN_AGREES = -0.5  # mean difference of card points from which the lines agree with the choice

TEXTS = comparison.TEXTS | {
    "sure": "It wins the game against every layout of the hidden cards.",
    "ducks": "It loses the trick in {share} of the sampled layouts, {other} in {than}.",
    "smears": "It adds {points} points to a trick that your partner takes in {share} of the "
    "sampled layouts.",
    "saves": "It gives {points} points, not {more}, to a trick that the other side takes in "
    "{share} of the sampled layouts.",
    "trick": "It brings your side the trick in {share} of the sampled layouts, {other} in {than}.",
    "keeps for": "It keeps {other} for {place}'s {captured}: on average that takes {points} points "
    "in a later trick, {fewer} in this one.",
    "keeps": "It keeps {other}, which on average takes {points} points in a later trick, {fewer} "
    "in this one.",
    "gains": "On average your side gains {points} points more from this trick than with {other}.",
    "by the end": "With open hands your side takes on average {points} points more by the end than "
    "with {other}.",
}


def reason_for(
    view: SkatView, choice: Choice, alike: Sequence[Sequence[int]] = ()
) -> Reason | None:
    """Return the sentence on a decision of any phase; None if no computed figure explains it.

    Args:
        view: knowledge of the player.
        choice: the decision.
        alike: groups of cards with the same consequences.
    """
    if isinstance(choice.details, Contracts) and choice.details.reason is not None:
        return choice.details.reason()
    if view.is_pushing:
        return reason_for_push(view, choice)
    if (offered := reason_for_offer(view, choice)) is not None or view.phase != Phase.PLAY:
        return offered
    same = next((group for group in alike if choice.move in group), (choice.move,))
    if view.is_ramsch:
        return reason_in_ramsch(view, choice, same)
    return reason_for_spitze(view, choice) or _of_card(view, choice, same)


def _of_card(view: SkatView, choice: Choice, same: Sequence[int]) -> Reason | None:
    sure = choice.diagnostics.get("sure")
    if (found := without_alternative(choice, same)) is not None:
        return found
    if sure and sure[choice.moves.index(choice.move)] == 1:
        return _reason("sure")
    return _compared(view, choice, same)


def _compared(view: SkatView, choice: Choice, same: Sequence[int]) -> Reason | None:
    """Compare the chosen card with the next best card that is not equivalent."""
    other = next_best(choice, same)
    if other is None:
        return None
    both = _Both.played(view, choice, other)
    said = first_that_holds(_CONDITIONS, view, both) if both.favour else None
    return said or by_figures(choice, other)


@dataclass(frozen=True)
class _Lines:
    """The results of one card in each world, arrays [n_worlds]."""

    card: int
    ours: npt.NDArray[np.float64]  # 1: the player's side takes the trick
    own: npt.NDArray[np.float64]  # 1: the player takes it with this card
    partner: npt.NDArray[np.float64]  # 1: the partner takes it
    points: npt.NDArray[np.float64]  # card points of the trick
    total: npt.NDArray[np.float64]  # our side's card points to the end; null: 120 if won, else 0
    kept: npt.NDArray[np.float64]  # points of a later trick that the other card takes; 0: none
    # seat and card of each ace and ten of an opponent in that trick
    captured: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def worth(self) -> int:
        """The card points of this card alone."""
        return int(card_points(1 << self.card))


@dataclass(frozen=True)
class _Both:
    """The card chosen, and the next best."""

    best: _Lines
    other: _Lines
    weights: Weights

    @classmethod
    def played(cls, view: SkatView, choice: Choice, other: int) -> _Both:
        """Play both cards in the decision's first worlds, or in random ones if it kept none."""
        rows, weights = first_worlds(choice, lambda n: view.worlds().sample(n, _SEED))
        return cls(
            _lines(view, rows, choice.move, other),
            _lines(view, rows, other, choice.move),
            weights,
        )

    @property
    def favour(self) -> bool:
        """True if the lines do not contradict the choice."""
        return self.mean(self.best.total - self.other.total) >= _OPEN_AGREES

    def mean(self, values: npt.NDArray[np.float64]) -> float:
        """Return a weighted mean over the worlds."""
        return self.weights.mean(values)

    def clear(self, differences: npt.NDArray[np.float64], least: float) -> bool:
        """Return whether a mean reaches a threshold and clearly exceeds its sampling error."""
        return self.weights.clear(differences, least)


def _lines(view: SkatView, rows: npt.NDArray[np.uint32], card: int, other: int) -> _Lines:
    """Play a card in each world, and continue by best play with `other` still in the hand."""
    found = [_line(view, row, card, other) for row in rows]
    columns = np.array([line[:-1] for line in found], np.float64).T
    ours, own, partner, points, total, kept = columns
    captured = tuple(line[-1] for line in found)
    return _Lines(card, ours, own, partner, points, total, kept, captured)


def _line(
    view: SkatView, row: npt.NDArray[np.uint32], card: int, other: int
) -> tuple[float, float, float, float, float, float, tuple[tuple[int, int], ...]]:
    """Return the facts of `_Lines` in one world."""
    hands = row[:3].astype(np.uint32)
    hands[view.player] &= ~np.uint32(1 << card)
    trick, leader, contract = [*view.trick, card], view.leader, view.contract
    whole = len(trick) == 3
    lead = (leader + trick_winner(contract, *trick)) % 3 if whole else leader
    rest: list[int] = []
    if hands.any():
        on_table = [] if whole else trick
        rest = principal_variation(hands[None], contract, view.soloist, lead, on_table)
    cards = [*trick, *rest]
    seats = players_of(contract, cards, leader)
    ours = own = partner = points = total = kept = 0.0
    captured: tuple[tuple[int, int], ...] = ()
    lost = False  # whether a null is lost
    for first in range(0, len(cards) - 2, 3):
        three, players = cards[first : first + 3], seats[first : first + 3]
        winner = trick_winner(contract, *three)
        taken = float(sum(card_points(1 << each) for each in three))
        us = _beside(view, players[winner])
        total += taken if us else 0
        lost = lost or players[winner] == view.soloist
        if first == 0:
            ours, points = float(us), taken
            own = float(players[winner] == view.player)
            partner = float(us and not own)
        elif three[winner] == other and players[winner] == view.player:
            kept = taken
            captured = tuple(
                (seat, each)
                for seat, each in zip(players, three, strict=True)
                if not _beside(view, seat) and card_points(1 << each) >= _COUNTING
            )
    if contract == NULL:
        total = _ALL * float(lost != view.is_soloist)
    return ours, own, partner, points, total, kept, captured


def _beside(view: SkatView, seat: int) -> bool:
    """Return whether a seat is on the player's side."""
    return (seat == view.soloist) == view.is_soloist


def _ducks(view: SkatView, both: _Both) -> Reason | None:
    """Say that in null the soloist takes the trick less often."""
    lost, than = 1 - both.best.own, 1 - both.other.own
    if view.contract != NULL or not view.is_soloist or not both.clear(lost - than, _MORE_OFTEN):
        return None
    return _reason("ducks", both.other, share=both.mean(lost), than=both.mean(than))


def _smears(view: SkatView, both: _Both) -> Reason | None:
    """Say that a defender adds points to a trick that the partner mostly takes."""
    best, other = both.best, both.other
    share = both.mean(best.partner)
    more = best.worth - other.worth
    if view.contract == NULL or share < _MOSTLY or more < _POINTS:
        return None
    return _reason("smears", points=best.worth, share=share)


def _saves(view: SkatView, both: _Both) -> Reason | None:
    """Say that the other side, which mostly takes the trick, gets fewer points."""
    best, other = both.best, both.other
    share = 1 - both.mean(best.ours)
    if view.contract == NULL or share < _MOSTLY or other.worth - best.worth < _POINTS:
        return None
    if both.mean(other.ours) > 1 - _MOSTLY:
        return None
    return _reason("saves", points=best.worth, more=other.worth, share=share)


def _trick(view: SkatView, both: _Both) -> Reason | None:
    """Say that the player's side takes the trick more often."""
    best, other = both.best, both.other
    if view.contract == NULL or not both.clear(best.ours - other.ours, _MORE_OFTEN):
        return None
    return _reason("trick", other, share=both.mean(best.ours), than=both.mean(other.ours))


def _keeps(view: SkatView, both: _Both) -> Reason | None:
    """Say that the other card takes a later trick in most worlds, with more points than now."""
    best, other = both.best, both.other
    now = other.own * other.points
    if view.contract == NULL or both.mean((best.kept > 0).astype(np.float64)) < _HALF:
        return None
    if not both.clear(best.kept - now, _POINTS):
        return None
    facts = {"points": both.mean(best.kept), "fewer": both.mean(now)}
    shares: defaultdict[tuple[int, int], float] = defaultdict(float)
    for taken, weight in zip(best.captured, both.weights.by_world, strict=True):
        for each in taken:
            shares[each] += weight
    (seat, card), share = max(shares.items(), key=lambda item: item[1], default=((0, 0), 0))
    if share < _HALF:
        return _reason("keeps", other, **facts)
    named = {"place": SEAT_NAMES[seat], "captured": card_name(card)}
    return _reason("keeps for", other, **named, **facts)


def _gains(view: SkatView, both: _Both) -> Reason | None:
    """Say that the player's side gets more points from the trick, or the other side fewer."""
    net = [(2 * lines.ours - 1) * lines.points for lines in (both.best, both.other)]
    if view.contract == NULL or not both.clear(net[0] - net[1], _POINTS):
        return None
    return _reason("gains", both.other, points=both.mean(net[0] - net[1]))


def _by_the_end(view: SkatView, both: _Both) -> Reason | None:
    """Say that the player's side takes more points in all tricks together."""
    more = both.best.total - both.other.total
    if view.contract == NULL or not both.clear(more, _POINTS_BY_THE_END):
        return None
    return _reason("by the end", both.other, points=both.mean(more))


_CONDITIONS: tuple[Callable[[SkatView, _Both], Reason | None], ...] = (
    _ducks,
    _smears,
    _saves,
    _trick,
    _keeps,
    _gains,
    _by_the_end,
)


def _reason(kind: str, other: _Lines | None = None, **facts: Fact) -> Reason:
    named: dict[str, Fact] = {} if other is None else {"other": card_name(other.card)}
    return comparison.reason(kind, TEXTS[kind], **named, **facts)

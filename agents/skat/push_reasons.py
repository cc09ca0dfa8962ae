"""Sentences that name both cards to push on in Schieberamsch, and compare the second with another.

The second card is chosen as the first was: by playouts of the rule player over sampled worlds,
after the first card has been pushed on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo import comparison
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.comparison import Weights
from vorhand.agents.montecarlo.reasons import Fact, Reason
from vorhand.agents.skat.equal_cards import equal_pairs
from vorhand.agents.skat.ramsch_reasons import FEWER, SEED, WORLDS, lost_share, reason_in_ramsch
from vorhand.games.skat.cards import card_list, card_name
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Phase, Scoring, ramsch_values

_LOSE = "With {first} and {second} pushed on you lose in {share} of the sampled layouts"
TEXTS = {
    "pushes": f"{_LOSE}, with {{other}} in place of {{second}} in {{than}}.",
    "pushes points": "With {first} and {second} pushed on you are {points} points better off on "
    "average than with {other} in place of {second}.",
    "pushes even": f"{_LOSE}; {{other}} in place of {{second}} is about as good.",
    "pushes only": f"{_LOSE}.",
}


def reason_for_push(view: SkatView, choice: Choice) -> Reason | None:
    """Return the sentence on a decision before Ramsch: to take up the skat, or to push cards on."""
    if view.phase != Phase.DISCARD:
        return reason_in_ramsch(view, choice, (choice.move,))
    pushed = card_list(view.skat)
    if pushed:  # one card is pushed on already; the choice is the second
        return _sentence(pushed[0], _Seconds.valued(view), choice.move)
    seconds = _Seconds.after(view, choice.move)
    return _sentence(choice.move, seconds, seconds.best)


def advised_pair(view: SkatView, choice: Choice) -> tuple[int, int]:
    """Return both cards that a hint recommends to push on, before the first has been chosen."""
    return choice.move, _Seconds.after(view, choice.move).best


@dataclass(frozen=True)
class _Seconds:
    """The candidates for the second card to push on, with their values in sampled worlds.

    All cards of a group have the values of its first card.
    """

    cards: tuple[int, ...]
    values: npt.NDArray[np.float64]  # [n_worlds, n_cards], as in `vorhand.agents.skat.ramsch`
    alike: tuple[tuple[int, ...], ...]  # groups of cards that are equal as second cards

    @classmethod
    def valued(cls, view: SkatView) -> _Seconds:
        """Value the second cards of a player who has pushed on the first."""
        rows = np.asarray(view.worlds().sample(WORLDS, SEED))
        cards = tuple(view.legal_actions)
        seconds = {view.skat | 1 << card: card for card in cards}
        alike = [tuple(map(seconds.__getitem__, g)) for g in equal_pairs(view, seconds)]
        deal, valued = view.deal(rows[0].tolist()), [group[0] for group in alike]
        values = np.asarray(ramsch_values(deal, rows, valued, Scoring.GAME_VALUE))
        groups = [next(k for k, group in enumerate(alike) if card in group) for card in cards]
        return cls(cards, values[:, groups], tuple(alike))

    @classmethod
    def after(cls, view: SkatView, first: int) -> _Seconds:
        """Value the second cards of a player who is about to push on the first."""
        deal = view.deal(view.worlds().sample(1, SEED)[0].tolist())
        deal.apply(first)
        return cls.valued(observe(deal, view.player))

    @property
    def best(self) -> int:
        """The card with the best mean."""
        return self.cards[int(self.values.mean(axis=0).argmax())]

    def of(self, card: int) -> npt.NDArray[np.float64]:
        """Return the values of a card by world."""
        return self.values[:, self.cards.index(card)]

    def other(self, card: int) -> int | None:
        """Return the best card with other consequences; None if there is none."""
        same = next(group for group in self.alike if card in group)
        rest = [each for each in self.cards if each not in same]
        return max(rest, key=lambda each: float(self.of(each).mean()), default=None)


def _sentence(first: int, seconds: _Seconds, second: int) -> Reason:
    values = seconds.of(second)
    weights = Weights(np.full(len(values), 1 / len(values)))
    facts: dict[str, Fact] = {"first": card_name(first), "second": card_name(second)}
    facts["score"] = weights.mean(values)  # of the pair
    facts["share"] = share = lost_share(values)
    other = seconds.other(second)
    if other is None:
        return comparison.reason("pushes only", TEXTS["pushes only"], **facts)
    facts["other"] = card_name(other)
    than = lost_share(seconds.of(other))
    if than - share >= FEWER:
        return comparison.reason("pushes", TEXTS["pushes"], **facts, than=than)
    if not weights.clear(values - seconds.of(other), 0):
        return comparison.reason("pushes even", TEXTS["pushes even"], **facts)
    del facts["share"]
    points = weights.mean(values - seconds.of(other))
    return comparison.reason("pushes points", TEXTS["pushes points"], **facts, points=points)

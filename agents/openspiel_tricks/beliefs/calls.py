"""Worlds at Euchre and Oh Hell weighted by the calls.

At Euchre the seat that named trumps is more likely to hold bowers and other trumps. At Oh Hell a
hand's strength is a sum over its cards, and a bid indicates a hand of about that strength. The
cards of each other seat are weighted so that the mean strength of its hand lies between the bid and
the mean strength without bids. The weight of a world is the product of the weights of its cards in
their hands. Worlds are drawn by weight exactly (`vorhand.native.tricks.WeightedLayouts`).
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import Range, belief
from vorhand.agents.tricks.beliefs.uniform import uniform
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.rules import Euchre, OhHell
from vorhand.games.openspiel_tricks.view import TableView

Floats = npt.NDArray[np.float64]
_TAKEN = 0.6  # expected tricks of the top card of a suit; also added for each trump
_NOISE = 1.0  # variance of the difference between a bid and the hand's strength


# Weights of a card in the hand of the player who named trumps; in any other hand its weight is 1.
# They roughly follow 1,500 deals called by `caller`.
_BOWER, _TRUMP_ACE, _TRUMP, _ACE, _OTHER = 3.5, 2.4, 1.4, 1.1, 0.6


@belief("calls", games=("euchre", "oh_hell"))
def calls(*, trust: Annotated[float, Range(0)] = 1.0) -> Belief:
    """Weight worlds by the trumps named or the tricks bid; trust: exponent of the weights."""

    def worlds(view: TableView, n: int, seed: int) -> TrickWorlds:
        possible = view.layouts().size
        if not possible or view.contract is None:
            return uniform(view, n, seed)
        by_game = _by_bids if isinstance(view.rules, OhHell) else _by_maker
        by_card = by_game(view) ** trust
        if possible <= n:
            rows = view.worlds(n, seed)
            return Worlds(rows, by_cards(rows, by_card[list(view.seats)]), possible, seed)
        rows = view.weighted_worlds(by_card, n, seed)
        return Worlds(rows, np.full(len(rows), 1 / len(rows)), possible, seed)

    return worlds


def by_cards(rows: npt.NDArray[np.uint64], weights: Floats) -> Floats:
    """Return weights of worlds, [n], which add up to 1, from weights of cards, [seats, 64]."""
    held = (rows[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.float64)
    log_weights = (held * np.log(weights)).sum(axis=(1, 2))
    worth = np.exp(log_weights - log_weights.max())
    return np.asarray(worth / worth.sum())


def _by_maker(view: TableView) -> Floats:
    """Compute the weight of each card in each hand at Euchre, [seats, 64]."""
    rules, contract = view.rules, view.contract
    assert isinstance(rules, Euchre)
    assert contract is not None
    weights = np.ones((rules.seats, 64))
    maker = weights[contract.calls[0]]
    for suit, cards in enumerate(contract.suits):
        trump = suit == contract.trump
        maker[list(cards)] = _TRUMP if trump else _OTHER
        maker[rules.card(suit, rules.ranks - 1)] = _TRUMP_ACE if trump else _ACE
    maker[list(contract.suits[contract.trump][-2:])] = _BOWER
    return weights


def _by_bids(view: TableView) -> Floats:
    """Compute the weight of each card in each hand at Oh Hell, [seats, 64]."""
    rules, contract = view.rules, view.contract
    assert isinstance(rules, OhHell)
    assert contract is not None
    tricks = strengths(rules, contract.trump, contract.cards)
    hidden = [card for card in range(64) if view.hidden >> card & 1]
    mean, variance = tricks[hidden].mean(), tricks[hidden].var()
    weights = np.ones((rules.seats, 64))
    for seat in range(rules.seats):
        played = view.played(seat)
        room = contract.cards - played.bit_count()
        if seat == view.player or not room:
            continue
        shown = sum(tricks[card] for card in range(64) if played >> card & 1)
        spread = room * (1 - room / len(hidden)) * variance
        tilt = (contract.calls[seat] - shown - room * mean) / (spread + _NOISE)
        weights[seat] = np.exp(tilt * tricks)
    return weights


def strengths(rules: OhHell, trump: int, cards: int) -> Floats:
    """Estimate the tricks that each card takes, [64], if each seat is dealt ``cards`` cards."""
    others = (rules.seats - 1) * cards / (rules.ranks * rules.num_suits - cards)
    tricks = np.zeros(64)
    for suit in range(rules.num_suits):
        for rank in range(rules.ranks):
            # The chance that nobody else has a higher card.
            stands = (1 - others) ** (rules.ranks - 1 - rank)
            tricks[rules.card(suit, rank)] = _TAKEN * (stands + (suit == trump))
    return tricks

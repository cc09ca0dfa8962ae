"""Inference from a first call at Bridge to the caller's cards, and worlds weighted by it.

A table fitted to the calls of our own players (``vorhand train bridge-bids``) gives the probability
of a card, by rank, in a hand with a given first call: a pass, a bid in a suit or one without
trumps. For a bid in a suit, cards of that suit are counted separately. The weight of a world is the
product of the weights of its cards in their hands (`card_weights`), so worlds can be drawn exactly
(`vorhand.native.tricks.WeightedLayouts`).
"""

import functools
from collections.abc import Sequence
from typing import Annotated

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, NoWorldError, Worlds
from vorhand.agents.openspiel_tricks.beliefs.calls import by_cards
from vorhand.agents.registry import Range, belief
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.bridge import FIRST_BID, NO_TRUMP, PASS, STRAINS
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.fitted import read

Floats = npt.NDArray[np.float64]
TABLE = "bridge_bids.tsv"
"""The file of fitted numbers: a line of rank names, then 13 probabilities for each of `KINDS`."""

KINDS = ("passed", "other suits", "own suit", "no trumps")
"""Kinds of cards, by the first call of their hand; the suit of a bid is a kind of its own."""

_EVEN = 1 / 4  # the probability that a given hand has a given card


def kinds_of(call: int) -> list[int]:
    """Return an index into `KINDS` for each suit of a hand with this call."""
    if call < FIRST_BID:
        return [KINDS.index("passed")] * 4
    strain = (call - FIRST_BID) % STRAINS
    if strain == NO_TRUMP:
        return [KINDS.index("no trumps")] * 4
    return [KINDS.index("own suit" if suit == strain else "other suits") for suit in range(4)]


@functools.cache
def fitted() -> Floats:
    """Return the table that comes with the package, [kinds, ranks]."""
    lines = (line.split("\t") for line in read(TABLE).decode().splitlines())
    chances = {kind: cells for kind, *cells in lines}
    return np.array([chances[kind] for kind in KINDS], np.float64)


def card_weights(call: int, trust: float = 1.0) -> Floats:
    """Compute the weight of each card, rank * 4 + suit, in a hand with this first call, [64]."""
    chances = fitted()[kinds_of(call)].T.reshape(52)
    odds = chances / (1 - chances) / (_EVEN / (1 - _EVEN))
    return np.concatenate([odds**trust, np.ones(12)])


def first_calls(moves: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return each seat's first call if it is a pass or a bid and the partner had not bid before."""
    calls: dict[int, int] = {}
    bidders: set[int] = set()
    for seat, action in moves:
        if seat < 0 or action < PASS or seat in calls or (seat + 2) % 4 in bidders:
            continue
        calls[seat] = action
        if action >= FIRST_BID:
            bidders.add(seat)
    return {seat: call for seat, call in calls.items() if call == PASS or call >= FIRST_BID}


def worlds_by_bids(view: TableView, n: int, seed: int, trust: float = 1.0) -> TrickWorlds:
    """Draw worlds weighted by the calls; if at most ``n`` exist, return all with their weights.

    Raises:
        NoWorldError: no world agrees with the hard facts.
    """
    weights = np.ones((4, 64))
    for seat, call in first_calls(view.moves).items():
        weights[seat] = card_weights(call, trust)
    possible = view.layouts().size
    if possible == 0:
        raise NoWorldError(f"no way to lay the cards agrees with what seat {view.player} saw")
    if possible > n:
        rows = view.weighted_worlds(weights, n, seed)
        return Worlds(rows, np.full(n, 1 / n), possible, seed)
    rows = view.worlds(n, seed)
    return Worlds(rows, by_cards(rows, weights), possible, seed)


@belief("bids", games=("bridge",))
def bids(*, trust: Annotated[float, Range(0, 10)] = 1.0) -> Belief:
    """Weight worlds by the first calls, as our own players make them.

    For the first lead, where open hands take longest, the belief draws 60% of the worlds requested.
    """

    def imagine(view: TableView, n: int, seed: int) -> TrickWorlds:
        leads = view.play is not None and not view.play.history
        return worlds_by_bids(view, n - (n * 2 // 5 if leads else 0), seed, trust)

    return imagine

"""What a first call at Bridge tells of the caller's cards, and worlds weighted by that.

A table fitted to the calls of this house (``vorhand train bridge-bids``) says how likely a card is
in a hand that was called so: passed, or bid in a suit or without trumps, by rank, and for a bid in
a suit apart for cards of that suit. The weight of a world is the product of the odds of its cards
where they lie, so worlds can be drawn by weight exactly (`vorhand.native.tricks.WeightedLayouts`).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.openspiel_tricks.bid_worlds import by_cards
from vorhand.agents.registry import Range, belief
from vorhand.agents.tricks.open_hands import NoWorldError, TrickWorlds
from vorhand.games.openspiel_tricks.bridge import FIRST_BID, NO_TRUMP, PASS
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.fitted import read

Floats = npt.NDArray[np.float64]

TABLE = "bridge_bids.tsv"
"""The file of fitted numbers: below the names of the ranks 13 chances for each of `KINDS`."""

KINDS = ("passed", "other suits", "own suit", "no trumps")
"""What a line is about: a hand that passed; one that bid a suit, in the others and in it; ..."""

_STRAINS = 5
_EVEN = 1 / 4  # the chance of a card in any hand


def kinds_of(call: int) -> list[int]:
    """The numbers of `KINDS` that go with the cards of each suit in a hand that was called so."""
    if call < FIRST_BID:
        return [KINDS.index("passed")] * 4
    strain = (call - FIRST_BID) % _STRAINS
    if strain == NO_TRUMP:
        return [KINDS.index("no trumps")] * 4
    return [KINDS.index("own suit" if suit == strain else "other suits") for suit in range(4)]


@functools.cache
def fitted() -> Floats:
    """The table that comes with the package, [kinds, ranks]."""
    lines = (line.split("\t") for line in read(TABLE).decode().splitlines())
    chances = {kind: cells for kind, *cells in lines}
    return np.array([chances[kind] for kind in KINDS], np.float64)


def card_weights(call: int, trust: float = 1.0) -> Floats:
    """The weight of each card, rank * 4 + suit, in a hand with this first call, [64]."""
    chances = fitted()[kinds_of(call)].T.reshape(52)
    odds = chances / (1 - chances) / (_EVEN / (1 - _EVEN))
    return np.concatenate([odds**trust, np.ones(12)])


def first_calls(moves: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The call by each seat that tells of its hand: the first, if its side had not bid before.

    Who doubled first told nothing that was learned.
    """
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
    """Worlds by what was called; all there are, with their weights, where they are few.

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
    """Worlds weighted by the first calls, as players of this house make them.

    For the first lead, where open hands take longest, six of ten.
    """

    def imagine(view: TableView, n: int, seed: int) -> TrickWorlds:
        leads = view.play is not None and not view.play.history
        return worlds_by_bids(view, n - (n * 2 // 5 if leads else 0), seed, trust)

    return imagine

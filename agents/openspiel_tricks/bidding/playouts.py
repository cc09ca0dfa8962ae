"""Results and payoffs of deals that are played out by rules of thumb."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vorhand.games.openspiel_tricks.rules import Contract
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.tricks import Play

Rows = npt.NDArray[np.uint64]
Ends = npt.NDArray[np.int16]


def ends_of(view: TableView, contract: Contract, rows: Rows, wants: Sequence[int] = ()) -> Ends:
    """Play out worlds [n, seats]; return the points of each seat, [n, seats that play].

    ``wants`` gives the number of tricks that each seat plays for; if empty, sides want all tricks.
    """
    active = contract.active(view.rules.seats)
    terms, _, _ = view.rules.terms(contract, view.player)
    play = Play(terms, [0] * len(active), contract.cards, active.index(contract.leader))
    return play.ends(np.ascontiguousarray(rows[:, active]), list(wants))


def mean_pay(view: TableView, contract: Contract, ends: Ends) -> float:
    """Return the mean payoff to the player over the results of `ends_of`."""
    terms, _, _ = view.rules.terms(contract, view.player)
    goal = np.array(view.rules.goal(contract, view.player))
    side = [seat for seat in range(ends.shape[1]) if terms.side >> seat & 1]
    table = np.zeros(len(ends), np.int64)
    for i, seat in enumerate(view.rules.watched(contract)):
        table += (ends[:, seat] > 0) << i
    return float(goal[table, ends[:, side].sum(axis=1)].mean())


def by_thumb(play: Play, hands: Sequence[int], wanted: Sequence[int] = ()) -> int:
    """Play these hands out by rules of thumb and return the result; ``wanted`` as in `ends_of`."""
    wants = list(wanted)
    first = (play.legal_cards() & ((1 << play.thumb(wants)) - 1)).bit_count()
    return int(play.playouts(np.array([hands], np.uint64), wants)[0][first])

"""Bids of tricks at Oh Hell and Spades, chosen by the mean payoff of playouts over worlds."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vorhand.agents.openspiel_tricks.bidding.playouts import ends_of, mean_pay
from vorhand.games.openspiel_tricks.rules import Contract, OhHell, Spades
from vorhand.games.openspiel_tricks.view import TableView

_WORLDS = 200


def oh_hell_bid(view: TableView, rules: OhHell) -> int:
    """Return the bid with the highest mean payoff if all players play for their bids.

    Players still to bid are assumed to bid the number of tricks that they win on average if
    everyone plays for tricks.
    """
    contract, base = rules.announced(view.moves), rules.ranks * rules.num_suits
    rows = view.worlds(_WORLDS, view.digest())
    wants = _rounded(ends_of(view, contract, rows, contract.calls).mean(axis=0))
    for seat, action in view.moves[3 + contract.cards * rules.seats :]:
        wants[seat] = action - base
    pays = {}
    for action in view.legal_actions:
        wants[view.player] = action - base
        bid = replace(contract, calls=tuple(wants))
        pays[action] = mean_pay(view, bid, ends_of(view, bid, rows, wants))
    return max(pays, key=lambda action: pays[action])


def spades_bid(view: TableView, rules: Spades) -> int:
    """Return the bid with the highest mean payoff, given the bids so far.

    Players still to bid are assumed to bid the mean number of tricks that they win in playouts.
    """
    contract = Contract(0, 13, rules.plain_suits(), 3, (13,) * 4)
    rows = view.worlds(_WORLDS, view.digest())
    together = ends_of(view, contract, rows)
    calls = _rounded(together.mean(axis=0))
    for seat, action in view.moves[52:]:
        calls[seat] = action - 52
    pays = {}
    for action in view.legal_actions:
        calls[view.player] = action - 52
        bid, ends = replace(contract, calls=tuple(calls)), together
        if action == 52:
            wants = [0 if seat == view.player else 13 for seat in range(4)]
            ends = ends_of(view, bid, rows, wants)
        pays[action] = mean_pay(view, bid, ends)
    return max(pays, key=lambda action: pays[action])


def _rounded(tricks: npt.NDArray[np.float64]) -> list[int]:
    return [int(n) for n in np.rint(tricks)]

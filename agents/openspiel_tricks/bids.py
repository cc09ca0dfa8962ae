"""Bids of tricks at Oh Hell and Spades, by what playouts over worlds pay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vorhand.games.openspiel_tricks.rules import Contract, OhHell, Spades
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.tricks import Play

_WORLDS = 200


def oh_hell_bid(view: TableView, rules: OhHell) -> int:
    """The bid that pays most if it is played for, and by the others for theirs.

    Who has yet to bid is taken to bid the tricks they take when all want all.
    """
    contract, base = rules.announced(view.moves), rules.ranks * rules.num_suits
    rows = view.worlds(_WORLDS, view.digest())
    wants = _rounded(_ends(view, contract, rows, list(contract.calls)).mean(axis=0))
    for seat, action in view.moves[3 + contract.cards * rules.seats :]:
        wants[seat] = action - base
    pays = {}
    for action in view.legal_actions:
        wants[view.player] = action - base
        bid = replace(contract, calls=tuple(wants))
        pays[action] = _pay(view, bid, _ends(view, bid, rows, wants))
    return max(pays, key=lambda action: pays[action])


def spades_bid(view: TableView, rules: Spades) -> int:
    """The bid that pays most with what the partner bid, or will if they bid what they take."""
    contract = Contract(0, 13, rules.plain_suits(), 3, (13,) * 4)
    rows = view.worlds(_WORLDS, view.digest())
    together = _ends(view, contract, rows, [])
    calls = _rounded(together.mean(axis=0))
    for seat, action in view.moves[52:]:
        calls[seat] = action - 52
    pays = {}
    for action in view.legal_actions:
        calls[view.player] = action - 52
        bid, ends = replace(contract, calls=tuple(calls)), together
        if action == 52:
            wants = [0 if seat == view.player else 13 for seat in range(4)]
            ends = _ends(view, bid, rows, wants)
        pays[action] = _pay(view, bid, ends)
    return max(pays, key=lambda action: pays[action])


def _rounded(tricks: npt.NDArray[np.float64]) -> list[int]:
    return [int(n) for n in np.rint(tricks)]


def _ends(
    view: TableView, contract: Contract, rows: npt.NDArray[np.uint64], wants: list[int]
) -> npt.NDArray[np.int16]:
    """Tricks of each seat [n, seats] when worlds are played out by rules of thumb."""
    terms, _, _ = view.rules.terms(contract, view.player)
    return Play(terms, [0] * len(wants or range(4)), contract.cards, contract.leader).ends(
        rows, wants
    )


def _pay(view: TableView, contract: Contract, ends: npt.NDArray[np.int16]) -> float:
    """Mean worth to the player of how worlds end."""
    terms, worths, _ = view.rules.terms(contract, view.player)
    goal = np.array(terms.worths or worths, np.float64)
    side = [seat for seat in view.seats if terms.side >> seat & 1]
    return float(goal[ends[:, side].sum(axis=1)].mean())

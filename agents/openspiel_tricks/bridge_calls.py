"""Calls at Bridge: one bid, of the contract that scores most over worlds, and then passes."""

from __future__ import annotations

import numpy as np

from vorhand.agents.openspiel_tricks.thumbs import by_thumb
from vorhand.games.openspiel_tricks.bridge import FIRST_BID, PASS, Bridge
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native.tricks import Play

_WORLDS = 30
_STRAINS = 5
_CAUTION = 1.0  # tricks that playouts give a declarer too many


def bridge_call(view: TableView, rules: Bridge) -> int:
    """The bid that scores most on average if it is played, if that is above 0; else pass.

    Who or whose partner has bid passes: what they hold is not read from their bids.
    """
    ours = {(view.player + k) % 4 for k in (0, 2)}
    if any(who in ours and action >= FIRST_BID for who, action in view.moves):
        return PASS
    bids = [action - FIRST_BID for action in view.legal_actions if action >= FIRST_BID]
    if not bids:
        return PASS
    rows = view.worlds(_WORLDS, view.digest())
    tricks = [_tricks(view, rules, strain, rows) for strain in range(_STRAINS)]
    scores = {}
    for bid in bids:
        worths = np.array(rules.terms(rules.named(view.player, bid), view.player)[1])
        scores[bid] = _at(worths, tricks[bid % _STRAINS] - _CAUTION)
    best = max(scores, key=lambda bid: scores[bid])
    return best + FIRST_BID if scores[best] > 0 else PASS


def _tricks(view: TableView, rules: Bridge, strain: int, rows: np.ndarray) -> np.ndarray:
    """What the player makes as declarer in each world if all play by rules of thumb."""
    contract = rules.named(view.player, strain)
    terms, _, _ = rules.terms(contract, view.player)
    made = []
    for row in rows:
        hands = row.tolist()
        made.append(by_thumb(Play(terms, hands, contract.cards, contract.leader), hands))
    return np.array(made)


def _at(worths: np.ndarray, tricks: np.ndarray) -> float:
    """Mean worth of numbers of tricks that need not be whole."""
    return float(np.interp(tricks, np.arange(len(worths)), worths).mean())

"""How often games are won, given how often they would be with all cards open.

Defenders who see all cards find leads that nobody can know, and a soloist who sees them
guesses right at every turn; which of the two counts for more depends on the contract. The
table is fitted to self-play by ``python -m vorhand.evaluation.training.bid_correction``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vorhand.games.skat.contracts import GRAND, NULL, OUVERT, Declaration

KINDS = ("suit", "grand", "null", "null ouvert", "suit hand", "grand hand")
"""Kinds of games that the table tells apart; null from the hand is null."""

SHARES = np.linspace(0, 1, 11)
"""Shares of worlds won with open hands for which the table has a rate; linear in between."""

TABLE = Path(__file__).with_name("correction.json")


def kind_of(declaration: Declaration) -> str:
    """The kind of game a declaration is."""
    if declaration.contract == NULL:
        return "null ouvert" if declaration.level == OUVERT else "null"
    kind = "grand" if declaration.contract == GRAND else "suit"
    return f"{kind} hand" if declaration.hand else kind


@dataclass(frozen=True)
class Correction:
    """Win rates by kind of game at each of `SHARES`."""

    rates: Mapping[str, npt.NDArray[np.float64]]

    def chance(self, declaration: Declaration, shares: Sequence[float]) -> npt.NDArray[np.float64]:
        """Chance to win games of which these shares of worlds are won with open hands."""
        return np.interp(shares, SHARES, self.rates[kind_of(declaration)])


@functools.cache
def fitted() -> Correction:
    """The table that comes with the package."""
    rates = json.loads(TABLE.read_text(encoding="utf-8"))["rates"]
    return Correction({kind: np.array(rates[kind]) for kind in KINDS})


def uncorrected() -> Correction:
    """Takes open-hand play for the truth."""
    return Correction(dict.fromkeys(KINDS, SHARES))

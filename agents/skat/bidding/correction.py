"""Win rates of games as a function of their win rates with all cards open.

Defenders who see all cards find leads that nobody can know, and a soloist who sees all cards never
guesses wrong. Which effect is larger depends on the contract. The table is fitted to self-play by
``vorhand train bid-correction``.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.games.skat.contracts import GRAND, NULL, OUVERT, Declaration
from vorhand.native.fitted import read

KINDS = ("suit", "grand", "null", "null ouvert", "suit hand", "grand hand")
"""Kinds of games that the table distinguishes; null from the hand is null."""

SHARES = np.linspace(0, 1, 11)
"""Shares of worlds won with open hands at which the table has a rate; linear in between."""

TABLE = "bid_correction.tsv"
"""The file of fitted numbers: a line of the shares, then one line per kind."""


def kind_of(declaration: Declaration) -> str:
    """Return the kind of game of a declaration."""
    if declaration.contract == NULL:
        return "null ouvert" if declaration.level == OUVERT else "null"
    kind = "grand" if declaration.contract == GRAND else "suit"
    return f"{kind} hand" if declaration.hand else kind


@dataclass(frozen=True)
class Correction:
    """Win rates by kind of game at each of `SHARES`."""

    rates: Mapping[str, npt.NDArray[np.float64]]

    def chance(self, declaration: Declaration, shares: Sequence[float]) -> npt.NDArray[np.float64]:
        """Return the chance to win games with these shares of worlds won with open hands."""
        return np.interp(shares, SHARES, self.rates[kind_of(declaration)])


@functools.cache
def fitted() -> Correction:
    """Return the table that comes with the package."""
    _, *lines = read(TABLE).decode().splitlines()
    rates = {kind: np.array(cells, np.float64) for kind, *cells in (x.split("\t") for x in lines)}
    return Correction({kind: rates[kind] for kind in KINDS})


def uncorrected() -> Correction:
    """Return a table that leaves open-hand win rates unchanged."""
    return Correction(dict.fromkeys(KINDS, SHARES))

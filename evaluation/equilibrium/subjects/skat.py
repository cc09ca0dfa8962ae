"""Skat: whole deals, or card play of plausible deals in a kind of contract.

If only the card play is measured, forehand is the soloist.
"""

from collections.abc import Callable
from dataclasses import replace

import pyspiel

from vorhand.evaluation.equilibrium.subjects.base import Subject, Subjects
from vorhand.games.loading import load_game
from vorhand.native import skat

_TRUMPS_NEEDED = 6
_GRAND_NEEDED = 5  # minimum number of jacks and aces in the soloist's hand
_NULL_NEEDED = 5  # minimum number of sevens, eights and nines
_JACKS, _ACES, _LOW = 0x80808080, 0x40404040, 0x07070707
_CLUBS = 3


class _Skat(Subjects):
    def subject(self, name: str) -> Subject:
        if name not in _CONTRACTS:
            return replace(super().subject(name), possible_states=_possible_states)
        contract, plausible = _CONTRACTS[name]
        game = load_game(f"python_skat(start=play {contract} by 0 cards ?)")
        return Subject(name, game, plausible, _possible_states)


def _possible_states(state: pyspiel.State, player: int) -> int:
    return int(skat.Worlds(state.deal, player).count)


def _count(state: pyspiel.State, cards: int) -> int:
    return int(state.deal.hand(0) & cards).bit_count()


# The contract of each subject, and a test whether a hand may have declared it.
_CONTRACTS: dict[str, tuple[str, Callable[[pyspiel.State], bool]]] = {
    "skat-suit": ("C", lambda state: _count(state, skat.trump_mask(_CLUBS)) >= _TRUMPS_NEEDED),
    "skat-grand": ("G", lambda state: _count(state, _JACKS | _ACES) >= _GRAND_NEEDED),
    "skat-null": ("N", lambda state: _count(state, _LOW) >= _NULL_NEEDED),
}

EQUILIBRIUM = _Skat(*_CONTRACTS)

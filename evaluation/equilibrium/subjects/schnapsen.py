"""Schnapsen and Kinderschnapsen: the hands that the opponent may hold are counted.

The order of the talon is nothing that a player learns from the play, so it counts for nothing here,
as in Wisser (IJCAI 2015), who finds a disambiguation of 0.41 at Kinderschnapsen.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pyspiel

from vorhand.evaluation.equilibrium.subjects.base import Subject, Subjects
from vorhand.native import schnapsen

_HIDDEN = -1  # a card of the talon


class _Schnapsen(Subjects):
    def subject(self, name: str) -> Subject:
        return replace(super().subject(name), possible_states=_possible_states)


def _possible_states(state: pyspiel.State, player: int) -> int:
    deal = state.view(player).deal
    worlds = len(schnapsen.Worlds(state.get_game().rules, deal, player))
    # A closed talon has no order; the card turned up is no hidden one.
    return worlds if deal.closer >= 0 else worlds // math.factorial(deal.talon.count(_HIDDEN))


PART = _Schnapsen("python_schnapsen", "python_kinderschnapsen")

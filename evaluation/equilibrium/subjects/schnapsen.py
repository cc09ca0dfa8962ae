"""Schnapsen and Kinderschnapsen: the possible states are the opponent's possible hands.

Play reveals nothing about the order of the talon, so the order does not count. This follows
Wisser (IJCAI 2015), who finds a disambiguation of 0.41 in Kinderschnapsen.
"""

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
    # Worlds with a closed talon do not differ in its order. The card turned up is not hidden.
    return worlds if deal.closer >= 0 else worlds // math.factorial(deal.talon.count(_HIDDEN))


EQUILIBRIUM = _Schnapsen("python_schnapsen", "python_kinderschnapsen")

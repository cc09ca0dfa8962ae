"""Schnapsen and Kinderschnapsen: the core counts the worlds possible to a player."""

from __future__ import annotations

from dataclasses import replace

import pyspiel

from vorhand.evaluation.equilibrium.subjects.base import Subject, Subjects
from vorhand.native import schnapsen


class _Schnapsen(Subjects):
    def subject(self, name: str) -> Subject:
        return replace(super().subject(name), possible_states=_possible_states)


def _possible_states(state: pyspiel.State, player: int) -> int:
    return len(schnapsen.Worlds(state.get_game().rules, state.view(player).deal, player))


PART = _Schnapsen("python_schnapsen", "python_kinderschnapsen")

"""Belote: card play after calls by rules of thumb; ways to lay the unseen cards are counted."""

from __future__ import annotations

from dataclasses import replace

import pyspiel

from vorhand.agents.belote.rule import RuleBot
from vorhand.evaluation.equilibrium.subjects.base import Subject, Subjects
from vorhand.games.belote.view import BeloteView


class _Belote(Subjects):
    def subject(self, name: str) -> Subject:
        return replace(super().subject(name), possible_states=_possible_states, begin=_call)


def _possible_states(state: pyspiel.State, player: int) -> int:
    view: BeloteView = state.view(player)
    return view.layouts().size


def _call(state: pyspiel.State) -> None:
    while state.current_player() >= 0 and state.play is None:  # then chance deals the rest
        player = state.current_player()
        bot = RuleBot(player, 0, lambda state, seat: state.view(seat))
        state.apply_action(bot.step(state))


PART = _Belote("python_belote")

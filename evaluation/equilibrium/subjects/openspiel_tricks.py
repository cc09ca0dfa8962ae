"""OpenSpiel's trick-taking games; in Skat and Tarok the player in seat 0 is the declarer."""

from dataclasses import replace

import pyspiel

from vorhand.evaluation.equilibrium.subjects.base import PropertyError, Subject
from vorhand.evaluation.equilibrium.subjects.tricks import TrickSubjects
from vorhand.games.openspiel_tricks.games import DEALT_UNSEEN, RULES
from vorhand.games.openspiel_tricks.tarok import TAKEN
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.games.openspiel_tricks.view import TableView

_PLAYED = {"bridge": "bridge(use_double_dummy_result=false)"}


class _Tricks(TrickSubjects):
    def subject(self, name: str) -> Subject:
        found = replace(super().subject(_PLAYED.get(name, name)), name=name)
        short, parameters = found.game.get_type().short_name, found.game.get_parameters()
        if short == "bridge" and parameters.get("use_double_dummy_result", True):
            raise PropertyError(f"game {name}: its cards are not played; expected bridge")
        if short == "tarok":
            return replace(found, plausible=_forehand_takes_up, possible_states=_worlds_of_tarok)
        return replace(found, plausible=_forehand_plays) if short == "skat" else found


def _worlds_of_tarok(state: pyspiel.State, player: int) -> int:
    return TarokView.of(state, player).possible_worlds


def _forehand_plays(state: pyspiel.State) -> bool:
    contract = TableView.of(state, 0).contract
    return contract is not None and contract.calls[0] == 0


def _forehand_takes_up(state: pyspiel.State) -> bool:
    called = TarokView.of(state, 0).called
    return called is not None and called.declarer == 0 and called.bid in TAKEN


EQUILIBRIUM = _Tricks(*RULES, *DEALT_UNSEEN)

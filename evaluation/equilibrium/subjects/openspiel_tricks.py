"""OpenSpiel's trick-taking games: card play, after calls by playouts over worlds.

Ways to lay the cards that a player does not see are counted. A game is measured from the first card
on, since cards put away before it make more layouts possible, not fewer.
"""

from __future__ import annotations

from dataclasses import replace

import pyspiel

from vorhand.agents.openspiel_tricks.caller import CallerBot
from vorhand.evaluation.equilibrium.subjects.base import PropertyError, Subject, Subjects
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.games import RULES
from vorhand.games.openspiel_tricks.view import TableView

_PLAYED = {"bridge": "bridge(use_double_dummy_result=false)"}


class _Tricks(Subjects):
    def subject(self, name: str) -> Subject:
        game = load_game(_PLAYED.get(name, name))
        short, parameters = game.get_type().short_name, game.get_parameters()
        if short == "bridge" and parameters.get("use_double_dummy_result", True):
            raise PropertyError(f"game {name}: its cards are not played; expected bridge")
        found = Subject(name, game, possible_states=_possible_states, begin=_call)
        return replace(found, plausible=_forehand_plays) if short == "skat" else found


def _possible_states(state: pyspiel.State, player: int) -> int:
    return TableView.of(state, player).layouts().size


def _call(state: pyspiel.State) -> None:
    """All calls, and what is passed or put away, until all know what is played and who leads."""
    seats = range(state.num_players())
    while not state.is_terminal():
        if all(TableView.of(state, seat).contract is not None for seat in seats):
            return
        state.apply_action(CallerBot(state.current_player(), 0, TableView.of).step(state))


def _forehand_plays(state: pyspiel.State) -> bool:
    contract = TableView.of(state, 0).contract
    return contract is not None and contract.calls[0] == 0


PART = _Tricks(*RULES)

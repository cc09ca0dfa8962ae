"""OpenSpiel's trick-taking games: card play, after calls by playouts over worlds.

Ways to lay the cards that a player does not see are counted. A game is measured from the first card
on, since cards put away before it make more layouts possible, not fewer. Where one plays against
two, it is forehand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.openspiel_tricks.caller import CallerBot
from vorhand.agents.openspiel_tricks.tarok_calls import TarokCaller
from vorhand.evaluation.equilibrium.subjects.base import PropertyError, Subject, Subjects
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.games import DEALT_UNSEEN, RULES
from vorhand.games.openspiel_tricks.tarok import TAKEN
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.games.openspiel_tricks.view import TableView

_PLAYED = {"bridge": "bridge(use_double_dummy_result=false)"}


class _Tricks(Subjects):
    def subject(self, name: str) -> Subject:
        game = load_game(_PLAYED.get(name, name))
        short, parameters = game.get_type().short_name, game.get_parameters()
        if short == "bridge" and parameters.get("use_double_dummy_result", True):
            raise PropertyError(f"game {name}: its cards are not played; expected bridge")
        if short == "tarok":
            return Subject(name, game, _forehand_takes_up, _worlds_of_tarok, _call_at_tarok)
        found = Subject(name, game, possible_states=_possible_states, begin=_call)
        return replace(found, plausible=_forehand_plays) if short == "skat" else found


def _possible_states(state: pyspiel.State, player: int) -> int:
    return TableView.of(state, player).layouts().size


def _worlds_of_tarok(state: pyspiel.State, player: int) -> int:
    return TarokView.of(state, player).possible_worlds


def _call(
    state: pyspiel.State, view: type[TableView] = TableView, bot: Callable[..., ViewBot] = CallerBot
) -> None:
    """All calls, and what is passed or put away, until all know what is played and who leads."""
    seats = range(state.num_players())
    while not state.is_terminal():
        if all(view.of(state, seat).contract is not None for seat in seats):
            return
        state.apply_action(bot(state.current_player(), 0, view.of).step(state))


def _call_at_tarok(state: pyspiel.State) -> None:
    _call(state, TarokView, TarokCaller)


def _forehand_plays(state: pyspiel.State) -> bool:
    contract = TableView.of(state, 0).contract
    return contract is not None and contract.calls[0] == 0


def _forehand_takes_up(state: pyspiel.State) -> bool:
    called = TarokView.of(state, 0).called
    return called is not None and called.declarer == 0 and called.bid in TAKEN


PART = _Tricks(*RULES, *DEALT_UNSEEN)

"""OpenSpiel's trick-taking games: ways to lay the cards that a player does not see are counted."""

from __future__ import annotations

import pyspiel

from vorhand.evaluation.equilibrium.subjects.base import PropertyError, Subject, Subjects
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.view import TableView


class _Tricks(Subjects):
    def subject(self, name: str) -> Subject:
        game = load_game(name)
        if game.get_type().short_name not in self.names:
            raise PropertyError(f"game {name}: cards put away unseen are not counted")
        return Subject(name, game, possible_states=_possible_states)


def _possible_states(state: pyspiel.State, player: int) -> int:
    return TableView.of(state, player).layouts().size


PART = _Tricks("oh_hell", "spades")

"""Games of the trick engine in the arena: the points that cards lose with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.registry import make
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena.estimates import CountedEstimate
from vorhand.evaluation.arena.open_hands import mean_loss
from vorhand.evaluation.arena.profiles import Profile
from vorhand.games.loading import load_game
from vorhand.games.packs import part
from vorhand.games.records import PlainRecord


class TricksProfile(Profile):
    """The plain profile, with errors in the last tricks.

    Attributes:
        cards: the largest hand, in cards, from which cards are judged.
    """

    cards = 6

    def open_hand_errors(self, logs: Sequence[Path], agent: str) -> dict[str, CountedEstimate]:
        """Return the points per deal that the agent's cards lose, judged with open hands."""
        return {"points a deal": mean_loss(logs, agent, self.points_lost)}

    def points_lost(self, record: PlainRecord, seat: int) -> float:
        """Return the points that a player's cards lose against the best cards, with open hands.

        In games without partners all others are assumed to play against the player, as in the
        evaluator ``open_hand``.
        """
        game = load_game(record.game)
        evaluate = make("evaluator", Spec.make("open_hand", {"exact": self.cards}), game)
        state, lost = game.new_initial_state(), 0.0
        for action in record.actions:
            if state.current_player() == seat and len(state.legal_actions()) > 1:
                view = self.known(state, seat)
                if view.play is not None and view.held.bit_count() <= self.cards:
                    moves = view.legal_actions
                    worth = evaluate(view, _true_world(state, view.seats), moves).worth[0]
                    lost += float(worth.max() - worth[moves.index(action)])
            state.apply_action(action)
        return lost

    def known(self, state: pyspiel.State, seat: int) -> Any:
        """Return a player's view, with all that open hands show beside the hands."""
        return _part(state).view(state, seat)


def _true_world(state: pyspiel.State, seats: Sequence[int]) -> Worlds[Any]:
    hands = [_part(state).view(state, seat).held for seat in seats]
    return Worlds(np.array([hands], np.uint64), np.ones(1))


def _part(state: pyspiel.State) -> GamePart:
    own: GamePart = part(state.get_game().get_type().short_name, "agents")
    return own


ARENA = TricksProfile()

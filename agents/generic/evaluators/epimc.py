"""EPIMC over plain states: Monte Carlo with postponed open hands.

Arjonilla, Saffidine and Cazenave, "Perfect Information Monte Carlo with Postponing Reasoning"
(2024). The first moves are a game of imperfect information over the sampled worlds; hands are
opened after ``depth`` moves of all players. Before that, each player plays the same move in all
sampled worlds that they cannot distinguish: moves are chosen by backward induction, those of the
deciding player by the greatest mean value and those of all other players by the least. A depth of 1
is PIMC. All players are assumed to see the moves of the other players and of chance.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.evaluators.vector_search import minimax
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values, rounding
from vorhand.agents.registry import Range, evaluator


class Epimc:
    """A search over a vector of worlds, in which each player knows what they see."""

    def __init__(self, player: int, budget: Budget) -> None:
        self.player = player
        self.budget = budget

    def search(self, states: Sequence[pyspiel.State], weights: Floats, depth: int) -> Floats:
        """Return the values of states that share their public history, each in one world."""
        self.budget.spend()
        if depth == 0 or len(states) == 1:
            return np.array([minimax(state, self.player, self.budget) for state in states])
        values = np.empty(len(states))
        for mover in sorted({int(state.current_player()) for state in states}):
            own = np.array([i for i, s in enumerate(states) if s.current_player() == mover])
            part = [states[i] for i in own]
            if mover == pyspiel.PlayerId.TERMINAL:
                values[own] = [state.player_return(self.player) for state in part]
            elif mover == pyspiel.PlayerId.CHANCE:
                values[own] = self._chance(part, weights[own], depth)
            else:
                values[own] = self._decided(mover, part, weights[own], depth)
        return values

    def _decided(
        self, mover: int, states: list[pyspiel.State], weights: Floats, depth: int
    ) -> Floats:
        sign = 1 if mover == self.player else -1
        looks: dict[str, list[int]] = {}
        for i, state in enumerate(states):
            looks.setdefault(state.information_state_string(mover), []).append(i)
        legal = [state.legal_actions() for state in states]
        values, best = np.empty(len(states)), dict.fromkeys(looks, -np.inf)
        for move in sorted({move for moves in legal for move in moves}):
            able = np.array([i for i, moves in enumerate(legal) if move in moves])
            found = np.empty(len(states))
            after = [states[i].child(move) for i in able]
            found[able] = self.search(after, weights[able], depth - 1)
            for look, alike in looks.items():
                if move not in legal[alike[0]]:
                    continue
                mean = sign * float(found[alike] @ weights[alike])
                if mean > best[look] + rounding(np.array([mean])):
                    best[look], values[alike] = mean, found[alike]
        return values

    def _chance(self, states: list[pyspiel.State], weights: Floats, depth: int) -> Floats:
        values = np.zeros(len(states))
        chances = [dict(state.chance_outcomes()) for state in states]
        for outcome in sorted({a for table in chances for a in table}):
            able = np.array([i for i, table in enumerate(chances) if outcome in table])
            parts = np.array([chances[i][outcome] for i in able])
            after = [states[i].child(outcome) for i in able]
            values[able] += parts * self.search(after, weights[able] * parts, depth)
        return values


@evaluator("epimc", together=True)
def _epimc(*, depth: Annotated[int, Range(1)] = 4) -> Evaluator:
    """Value moves by EPIMC, with open hands after ``depth`` moves of all players."""

    def evaluate(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
        search = Epimc(view.player, Budget(worlds.rows[0]))
        columns = [
            search.search([state.child(move) for state in worlds.rows], worlds.weights, depth - 1)
            for move in moves
        ]
        return Values(np.stack(columns, axis=1))

    return evaluate

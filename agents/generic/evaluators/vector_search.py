"""Searches over a vector of worlds at once: vector minimax and payoff-reduction minimax.

Frank and Basin, "Search in games with incomplete information" (1998), and Frank, Basin and
Matsubara, "Finding optimal strategies for imperfect information games" (AAAI 1998). One player,
MAX, must play the same move in all worlds that they cannot tell apart. All other players are
assumed to know the world ("best defence") and are pooled as MIN.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values


class VectorSearch:
    """A search by one player, MAX, over a vector of worlds."""

    def __init__(self, player: int, weights: Floats, reduce_payoffs: bool) -> None:
        self.player = player
        self.weights = weights
        self.reduce_payoffs = reduce_payoffs

    @classmethod
    def evaluator(cls, reduce_payoffs: bool) -> Evaluator:
        """Return the search as an evaluator."""

        def evaluate(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
            return cls(view.player, worlds.weights, reduce_payoffs).rows(list(worlds.rows), moves)

        return evaluate

    def rows(self, states: list[pyspiel.State], moves: Sequence[int]) -> Values:
        """Return the value of each move in each state."""
        self.budget = Budget(states[0])
        everyone = np.arange(len(states))
        caps = np.full(len(states), np.inf)
        children = [[state.child(move) for state in states] for move in moves]
        columns = [self.search(after, everyone, caps) for after in children]
        return Values(np.stack(columns, axis=1))

    def search(
        self, states: list[pyspiel.State], rows: npt.NDArray[np.int64], caps: Floats
    ) -> Floats:
        """Value states with the same public history; ``rows`` are the indices of their worlds."""
        values = np.empty(len(states))
        for members, kind in groups(states, self.player, self.budget):
            part = [states[i] for i in members]
            if kind == "end":
                ends = np.array([state.player_return(self.player) for state in part])
                values[members] = np.minimum(ends, caps[members])
            elif kind == "chance":
                values[members] = self._chance(part, rows[members], caps[members])
            elif kind == "min":
                values[members] = self._min_node(part, rows[members], caps[members])
            else:
                values[members] = self._max_node(part, rows[members], caps[members])
        return values

    def _max_node(
        self, states: list[pyspiel.State], rows: npt.NDArray[np.int64], caps: Floats
    ) -> Floats:
        moves = states[0].legal_actions()
        vectors = [self.search([s.child(m) for s in states], rows, caps) for m in moves]
        return max(vectors, key=lambda vector: float(vector @ self.weights[rows]))

    def _min_node(
        self, states: list[pyspiel.State], rows: npt.NDArray[np.int64], caps: Floats
    ) -> Floats:
        if self.reduce_payoffs:
            caps = np.minimum(caps, [minimax(s, self.player, self.budget) for s in states])
        values = np.full(len(states), np.inf)
        for move in sorted({a for state in states for a in state.legal_actions()}):
            able = np.array([i for i, s in enumerate(states) if move in s.legal_actions()])
            children = [states[i].child(move) for i in able]
            vectors = self.search(children, rows[able], caps[able])
            values[able] = np.minimum(values[able], vectors)
        return values

    def _chance(
        self, states: list[pyspiel.State], rows: npt.NDArray[np.int64], caps: Floats
    ) -> Floats:
        values = np.zeros(len(states))
        chances = [dict(state.chance_outcomes()) for state in states]
        for outcome in sorted({a for table in chances for a in table}):
            able = np.array([i for i, table in enumerate(chances) if outcome in table])
            children = [states[i].child(outcome) for i in able]
            parts = np.array([chances[i][outcome] for i in able])
            values[able] += parts * self.search(children, rows[able], caps[able])
        return values


def groups(
    states: list[pyspiel.State], player: int, budget: Budget
) -> list[tuple[npt.NDArray[np.int64], str]]:
    """Group states by kind (end, chance, min or max), and at MAX's turns also by what MAX sees.

    ``player`` is MAX, and all other players are MIN. Each group is returned as the indices of its
    states and its kind.
    """
    by_strings: dict[tuple[str, str], list[int]] = {}
    for index, state in enumerate(states):
        budget.spend()
        if state.is_terminal():
            key = "end", ""
        elif state.is_chance_node():
            key = "chance", ""
        elif state.current_player() != player:
            key = "min", ""
        else:
            key = "max", state.information_state_string(player)
        by_strings.setdefault(key, []).append(index)
    return [(np.array(members), key[0]) for key, members in by_strings.items()]


def minimax(state: pyspiel.State, player: int, budget: Budget) -> float:
    """Return the open-hand value for ``player`` if all other players play together against them."""
    budget.spend()
    if state.is_terminal():
        return float(state.player_return(player))
    if state.is_chance_node():
        parts = [p * minimax(state.child(a), player, budget) for a, p in state.chance_outcomes()]
        return float(sum(parts))
    values = (minimax(state.child(a), player, budget) for a in state.legal_actions())
    return max(values) if state.current_player() == player else min(values)

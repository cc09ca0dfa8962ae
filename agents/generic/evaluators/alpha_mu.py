"""The alpha-mu search over plain states.

Cazenave and Ventos, "The alpha-mu search algorithm for the game of Bridge" (2020), and "Optimizing
alpha-mu" (2021). As in vector minimax, one player, MAX, plays the same move in all worlds that they
cannot tell apart, and all other players, pooled as MIN, know the world. At each node of MAX, vector
minimax keeps only the vector of payoffs with the best mean, although another vector may be better
in combination with MIN's replies elsewhere in the tree (non-locality). Alpha-mu keeps the Pareto
front: all vectors that no other vector equals or exceeds in every world. Searched to the end, it
finds the best strategy against opponents who see all cards. If the number of MAX's moves is
limited, the search continues with open hands after them; with one move it is PIMC. Moves of MIN and
of chance are assumed to be seen by MAX.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.generic.budget import Budget, TooLargeError
from vorhand.agents.generic.evaluators.vector_search import groups, minimax
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.registry import Range, Unset, evaluator

_MOST_VECTORS = 4096  # maximum number of vectors in a front: all pairs are compared
_MOST_COMBINED = 2**20  # maximum number of vectors before duplicates are removed


class AlphaMu:
    """A search by one player, MAX, over a vector of worlds.

    A front is an array [vectors, worlds]: payoffs of MAX in each world, one row for each strategy.
    """

    def __init__(self, player: int, budget: Budget) -> None:
        self.player = player
        self.budget = budget
        self._open: dict[tuple[int, ...], float] = {}

    def front(
        self, states: list[pyspiel.State], plies: int | None, bound: Floats | None = None
    ) -> Floats:
        """Return the Pareto front of states that share their public history.

        Args:
            states: the state in each world.
            plies: moves of MAX before hands are opened; None: no limit.
            bound: a front that MAX can already reach; vectors that do not exceed it may be left
                out.
        """
        if plies == 0:
            return self._open_hands(states)
        parts = groups(states, self.player, self.budget)
        if len(parts) == 1:
            return self._of_kind(parts[0][1], states, plies, bound)
        # MAX can distinguish these groups, so every combination of their strategies is possible.
        front = np.empty((1, len(states)))
        for members, kind in parts:
            own = self._of_kind(kind, [states[i] for i in members], plies, None)
            front = np.repeat(front, len(own), axis=0)
            front[:, members] = np.tile(own, (len(front) // len(own), 1))
        return front

    def _of_kind(
        self, kind: str, states: list[pyspiel.State], plies: int | None, bound: Floats | None
    ) -> Floats:
        if kind == "end":
            return np.array([[state.player_return(self.player) for state in states]])
        if kind == "chance":
            return self._chance_node(states, plies)
        if kind == "min":
            return self._min_node(states, plies, bound)
        return self._max_node(states, plies, bound)

    def _max_node(
        self, states: list[pyspiel.State], plies: int | None, bound: Floats | None
    ) -> Floats:
        left = None if plies is None else plies - 1
        front = np.empty((0, len(states)))
        for move in states[0].legal_actions():
            known = front if bound is None else np.concatenate([front, bound])
            found = self.front([state.child(move) for state in states], left, known)
            front = undominated(np.concatenate([front, found]))
        return front

    def _min_node(
        self, states: list[pyspiel.State], plies: int | None, bound: Floats | None
    ) -> Floats:
        if bound is not None and is_within(best_case := self._open_hands(states), bound):
            return best_case  # the early cut of Cazenave and Ventos (2021)
        front = np.full((1, len(states)), np.inf)
        legal = [set(state.legal_actions()) for state in states]
        for move in sorted(set().union(*legal)):
            able = [i for i, moves in enumerate(legal) if move in moves]
            replies = np.full((1, len(states)), np.inf)
            alike = bound if len(able) == len(states) else None
            found = self.front([states[i].child(move) for i in able], plies, alike)
            replies = np.repeat(replies, len(found), axis=0)
            replies[:, able] = found
            front = undominated(combined(np.minimum, front, replies))
            if bound is not None and is_within(front, bound):
                break
        return front

    def _chance_node(self, states: list[pyspiel.State], plies: int | None) -> Floats:
        chances = [dict(state.chance_outcomes()) for state in states]
        front = np.zeros((1, len(states)))
        for outcome in sorted(set().union(*chances)):
            able = [i for i, table in enumerate(chances) if outcome in table]
            found = self.front([states[i].child(outcome) for i in able], plies)
            parts = np.zeros((len(found), len(states)))
            parts[:, able] = found * [chances[i][outcome] for i in able]
            front = undominated(combined(np.add, front, parts))
        return front

    def _open_hands(self, states: list[pyspiel.State]) -> Floats:
        return np.array([[self._open_hand(state) for state in states]])

    def _open_hand(self, state: pyspiel.State) -> float:
        key = tuple(state.history())
        if key not in self._open:
            self._open[key] = minimax(state, self.player, self.budget)
        return self._open[key]


def undominated(front: Floats) -> Floats:
    """Return the vectors that no other vector equals or exceeds in every world, without duplicates.

    Raises:
        TooLargeError: there are more than `_MOST_VECTORS` different ones.
    """
    distinct = np.unique(front, axis=0)
    _check_size(len(distinct), _MOST_VECTORS)
    at_most = np.all(distinct[:, None] <= distinct[None], axis=2)
    kept: Floats = distinct[np.sum(at_most, axis=1) == 1]
    return kept


def is_within(front: Floats, bound: Floats) -> bool:
    """Return True if each vector is at most some vector of the bound in every world."""
    at_most = np.all(front[:, None] <= bound[None], axis=2)
    return bool(np.all(np.any(at_most, axis=1)))


def combined(combine: np.ufunc, first: Floats, second: Floats) -> Floats:
    """Return the combination of every vector of one front with every vector of the other.

    Raises:
        TooLargeError: there are more than `_MOST_COMBINED`.
    """
    _check_size(len(first) * len(second), _MOST_COMBINED)
    both: Floats = combine(first[:, None], second[None]).reshape(-1, first.shape[1])
    return both


def _check_size(strategies: int, most: int) -> None:
    if strategies > most:
        raise TooLargeError(
            f"{strategies:,} strategies: expected at most {most:,}; use fewer worlds or plies"
        )


@evaluator("alpha_mu", together=True)
def _alpha_mu(*, plies: Annotated[int | None, Range(1), Unset("to the end")] = None) -> Evaluator:
    """Value moves by alpha-mu, with open hands after ``plies`` moves of the player."""

    def evaluate(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
        search = AlphaMu(view.player, Budget(worlds.rows[0]))
        left = None if plies is None else plies - 1
        columns = []
        for move in moves:
            front = search.front([state.child(move) for state in worlds.rows], left)
            columns.append(front[(front @ worlds.weights).argmax()])
        return Values(np.stack(columns, axis=1))

    return evaluate

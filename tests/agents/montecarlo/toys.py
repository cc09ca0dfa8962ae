"""A view, a belief and an evaluator with known values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vorhand.agents.montecarlo.frame import Belief, Floats, Values, Worlds


@dataclass(frozen=True)
class ToyView:
    """A player with some moves, who knows a number and nothing else."""

    legal_actions: Sequence[int] = (3, 5, 8)
    known: int = 0
    game: str = "toy"
    player: int = 0
    phase: object = "play"
    history: Sequence[tuple[int, int]] = ()

    def action_name(self, action: int) -> str:
        return f"move {action}"

    def digest(self, seed: int = 0) -> int:
        return 1000 * seed + self.known


def numbered(possible: int, weights: Floats | None = None) -> Belief:
    """Return worlds 0, 1, 2 and so on, with weights in proportion to those given."""

    def belief(view: ToyView, n: int, seed: int) -> Worlds[np.ndarray]:
        n = min(n, possible)
        shares = np.ones(n) if weights is None else weights[:n]
        return Worlds(np.arange(n), shares / shares.sum(), possible, seed)

    return belief


@dataclass
class Table:
    """An evaluator that reads values from a table of worlds by moves, and records every call.

    Attributes:
        worth: [worlds, moves].
        moves: in the order of the columns.
        asked: the rows, the number of the first row, and the moves of each call.
    """

    worth: Floats
    moves: Sequence[int]
    asked: list[tuple[list[int], int, list[int]]]

    def __call__(self, view: ToyView, worlds: Worlds[np.ndarray], moves: Sequence[int]) -> Values:
        self.asked.append((worlds.rows.tolist(), worlds.number, list(moves)))
        columns = [list(self.moves).index(move) for move in moves]
        worth = self.worth[worlds.rows][:, columns]
        return Values(worth, {"twice": 2 * worth})


def table(worth: Floats, moves: Sequence[int] = (3, 5, 8)) -> Table:
    """Return an evaluator of a table of values."""
    return Table(worth, moves, [])

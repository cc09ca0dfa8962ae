"""Searches over all worlds at once at Bridge, with open hands by DDS."""

from typing import Any

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.double_dummy import solved
from vorhand.agents.openspiel_tricks.outcomes import outcomes
from vorhand.agents.tricks.evaluators.joint_search import searched_together
from vorhand.agents.tricks.worlds import Rows
from vorhand.games.extras import require
from vorhand.games.openspiel_tricks.view import TableView


def searched_by_dds(postponed: bool, plies: int, positions: int, vectors: int = 0) -> Evaluator:
    """Make an evaluator by a joint search; dummy's hand is open, and the declarer plays it."""
    require("endplay")
    return searched_together(outcomes, postponed, plies, positions, vectors, _further)


def _further(view: TableView) -> dict[str, Any]:
    assert view.contract is not None
    declarer, trump = view.contract.calls[0], view.contract.trump
    dummy = (declarer + 2) % 4

    def solve(rows: Rows, leader: int, trick: list[int], points: list[int]) -> list[int]:
        """Return the tricks of the declarer's side at the end of the deal, in each world."""
        tricks = solved(rows, trump, leader, trick).max(axis=1)
        left = (int(np.bitwise_count(rows[0]).sum()) + len(trick)) // 4
        ours = (leader + len(trick) - declarer) % 2 == 0
        rest = tricks if ours else left - tricks
        return [int(number) for number in np.array(points) + rest]

    own = 1 << declarer | 1 << dummy if view.player == declarer else 0
    return {"own": own, "dummy": dummy, "declarer": declarer, "solve": solve}

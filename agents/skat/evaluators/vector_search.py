"""Vector searches at Skat."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.skat.evaluators.values import Objective, check_steps, stakes_of, valued
from vorhand.agents.skat.outcomes import card_play, open_hand
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native


def vector_searched(
    reduce_payoffs: bool, objective: Objective, from_trick: int, depth: int, threads: int
) -> Evaluator:
    """Make an evaluator by vector search; before `from_trick` it uses open hands, to save time."""
    check_steps(objective)
    before = valued(open_hand(threads), objective)

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        if view.soloist_tricks + view.defender_tricks + 1 < from_trick:
            return before(view, worlds, moves)
        values = native.vector_search(
            card_play(view),
            worlds.rows,
            depth,
            threads,
            objective,
            reduce_payoffs,
            worlds.weights,
            card_set(moves),
        )
        stakes = stakes_of(view, worlds.rows, objective)
        return Values(np.asarray(values)[:, list(moves)], stakes=stakes)

    return evaluate

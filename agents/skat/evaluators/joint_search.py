"""Searches over all worlds at once at Skat: alpha-mu and EPIMC."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import Range
from vorhand.agents.skat.evaluators.values import Objective, check_steps, stakes_of, valued
from vorhand.agents.skat.outcomes import card_play, open_hand
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native

Method: TypeAlias = Literal["alpha_mu", "epimc"]
Plies: TypeAlias = Annotated[int, Range(1, 30)]


def searched_together(
    method: Method,
    objective: Objective,
    plies: int,
    from_trick: int,
    positions: int,
    vectors: int,
) -> Evaluator:
    """Make an evaluator that values by open hands before `from_trick`, then by a joint search."""
    check_steps(objective)
    before = valued(open_hand(), objective)
    search = {"alpha_mu": native.alpha_mu, "epimc": native.epimc}[method]

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        if view.soloist_tricks + view.defender_tricks + 1 < from_trick:
            return before(view, worlds, moves)
        limits = (plies, positions, vectors)
        play, cards = card_play(view), card_set(moves)
        pays, _ = search(play, worlds.rows, *limits, objective, worlds.weights, cards)
        stakes = stakes_of(view, worlds.rows, objective)
        return Values(np.asarray(pays)[:, list(moves)], stakes=stakes)

    return evaluate

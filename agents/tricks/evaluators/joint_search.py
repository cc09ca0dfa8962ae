"""Searches over all worlds at once at games of the common engine: alpha-mu and EPIMC."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import Range
from vorhand.agents.tricks.evaluators.values import Outcomes, columns_of, play_of
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds

Plies: TypeAlias = Annotated[int, Range(1, 30)]
Further: TypeAlias = Callable[[Any], dict[str, Any]]
"""A function from a view to further arguments of `Play.together`: seats and `solve`."""


def searched_together(
    outcomes: Outcomes,
    postponed: bool,
    plies: int,
    positions: int,
    vectors: int = 0,
    further: Further = lambda view: {},
) -> Evaluator:
    """Make an evaluator by a joint search: EPIMC if ``postponed``, otherwise alpha-mu."""

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worths, lowest = outcomes(view)
        given = (worlds.weights.tolist(), np.asarray(worths).tolist(), lowest)
        limits = (positions, vectors)
        found, _ = play_of(view).together(
            worlds.rows, postponed, plies, *given, *limits, **further(view)
        )
        return Values(np.asarray(found)[:, columns_of(view, moves)])

    return evaluate

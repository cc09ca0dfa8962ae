"""Scores of calls by playouts."""

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.uncontested.evaluators.values import valued_as_last
from vorhand.agents.openspiel_tricks.uncontested.worlds import GAMES
from vorhand.agents.registry import evaluator
from vorhand.games.openspiel_tricks.uncontested import tricks_by_thumb

_CAUTION = 1  # overestimate of a declarer's tricks by playouts


def by_thumb(rows: npt.NDArray[np.uint64], declarer: int, strain: int) -> npt.NDArray[np.int64]:
    """Count the declarer's tricks if all play by rules of thumb, less one for caution."""
    made = [tricks_by_thumb(declarer, strain, row) - _CAUTION for row in rows.tolist()]
    return np.maximum(np.array(made, np.int64), 0)


@evaluator("played_out", games=GAMES)
def _played_out() -> Evaluator:
    """Value each call as if it were the last, by playouts by rules of thumb less one trick."""
    return valued_as_last(by_thumb)

"""Double-dummy scores of calls, by DDS."""

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.double_dummy import solved
from vorhand.agents.openspiel_tricks.uncontested.evaluators.values import valued_as_last
from vorhand.agents.openspiel_tricks.uncontested.worlds import GAMES
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.games.extras import require


@evaluator("open_hand", games=GAMES)
def _open_hand(*, threads: Threads = 1) -> Evaluator:
    """Value each call as if it were the last, by double-dummy scores of DDS (the extra ``dds``)."""
    require("endplay")

    def tricks(rows: npt.NDArray[np.uint64], declarer: int, strain: int) -> npt.NDArray[np.int64]:
        trump, leader = (-1 if strain == 4 else strain), (2 * declarer + 1) % 4
        against = solved(rows, trump, leader, [], threads).max(axis=1)
        return 13 - np.asarray(against, np.int64)

    return valued_as_last(tricks)

"""The scores of calls if they are the last."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.bridge import score
from vorhand.games.openspiel_tricks.uncontested import UncontestedView, contract_after

Tricks: TypeAlias = Callable[[npt.NDArray[np.uint64], int, int], npt.NDArray[np.int64]]
"""A function for the tricks of a declarer, player 0 or 1, in a strain, for each of some worlds."""


def valued_as_last(tricks: Tricks) -> Evaluator:
    """Return an evaluator that values a call by its score if both players pass after it."""

    def evaluate(view: UncontestedView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        made: dict[tuple[int, int], npt.NDArray[np.int64]] = {}
        worth = np.zeros((len(worlds), len(moves)))
        for column, move in enumerate(moves):
            contract = contract_after((*view.calls, move))
            if contract is None:
                continue
            declarer, bid = contract
            key = declarer, bid % 5
            if key not in made:
                made[key] = tricks(worlds.rows, *key)
            worth[:, column] = [score(bid, 1, False, int(n)) for n in made[key]]
        return Values(worth)

    return evaluate

"""Exact open-hand values at OpenSpiel's own Skat, computed by the solver for Skat."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.openspiel_tricks.outcomes import outcomes
from vorhand.agents.openspiel_tricks.skat import GAMES
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.worlds import Rows, TrickWorlds
from vorhand.games.openspiel_tricks.skat import NULL, points_of
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.native import skat_solver


@evaluator("open_hand", games=GAMES)
def _open_hand(*, threads: Threads = 1) -> Evaluator:
    """Compute exact payoffs with all cards open."""

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worths, lowest = outcomes(view)
        results = _results(view, worlds.rows, threads)[:, list(moves)]
        return Values(worths[results - lowest], {"card points": results})

    return evaluate


def _results(view: TableView, rows: Rows, threads: int) -> npt.NDArray[np.int16]:
    """Return results as `Play.values` does, but [n, 32] by card; undefined for illegal cards."""
    assert view.play is not None
    assert view.contract is not None
    soloist, kind = view.contract.calls
    trick = view.play.trick
    leader = trick[0][0] if trick else view.player
    cards = [card for _, card in trick]
    values, _, _ = skat_solver.solve(
        rows.astype(np.uint32), kind, soloist, leader, cards, "moves", threads=threads
    )
    if kind == NULL:  # the side is the soloist; the deal ends with the soloist's first trick
        return np.asarray(values)
    on_table = sum(1 << card for card in cards)
    left = [points_of(int(np.bitwise_or.reduce(row)) | on_table) for row in rows]
    theirs = view.play.points + np.array(left)[:, None] - values
    return np.clip(theirs, 0, 120).astype(np.int16)

"""Error-allowing minimax over the betting at hold'em."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.poker.holdem.worlds import GAMES, HoldemWorlds, outcomes
from vorhand.agents.registry import evaluator


def error_allowing(view: HoldemView, worlds: HoldemWorlds, moves: Sequence[int]) -> Values:
    """Value moves by error-allowing minimax over the betting, with ``m``, ``p`` and ``a``."""
    after = view.betting.children[view.node, list(moves)]
    triples = view.betting.triples(view.player)[:, after]
    m, p, a = np.moveaxis(triples[outcomes(view, worlds.rows).astype(np.int64) + 1], -1, 0)
    return Values(m, {"m": m, "p": p, "a": a})


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing() -> Evaluator:
    """Value moves by error-allowing minimax (Wisser) over the betting to the end of the hand."""
    return error_allowing

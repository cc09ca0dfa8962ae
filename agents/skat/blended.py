"""A mean of two ways to value a card that err differently: open hands, and playouts.

With open hands everybody sees all cards and nobody errs; players of playouts see their own cards
alone, but are no better than the policy they play by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from vorhand.agents.montecarlo.choice import HEADINGS
from vorhand.agents.montecarlo.frame import Evaluator, Values, Worlds
from vorhand.agents.registry import EvaluatorSpec, Range, arguments_of, evaluator, make
from vorhand.agents.skat.evaluators import GAMES, Threads, playouts, valued
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView

HEADINGS |= {
    "open hands": ("open hands", lambda worth: f"{worth:.1f}"),
    "played out": ("played out", lambda worth: f"{worth:.1f}"),
}


@evaluator("blended", games=GAMES)
def blended(
    game: SkatGame,
    *,
    of: EvaluatorSpec = Spec("open_hand"),
    playout: Spec = Spec.make("policy", {"temperature": 1.0}),
    share: Annotated[float, Range(0, 1)] = 0.5,
    times: Annotated[int, Range(1, 1000)] = 4,
    threads: Threads = 1,
) -> Evaluator:
    """A mean of two values that err in different ways: another evaluator's, and playouts.

    of: the other evaluator; what it maximises, playouts do.
    playout: who plays each world out, in all seats.
    share: of the playouts.
    times: how often a world is played out.
    """
    objective = arguments_of(of, game.get_type().short_name, "evaluator").get("objective", "score")
    values_of: Evaluator = make("evaluator", of, game)
    played_out = valued(playouts(playout, game, threads, objective), objective)

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        values = values_of(view, worlds, moves)
        played = played_out(view, _several(worlds, times), moves).worth
        played = played.reshape(len(worlds), times, len(moves)).mean(axis=1)
        worth = (1 - share) * values.worth + share * played
        found = {"open hands": values.worth, "played out": played}
        return Values(worth, {**values.diagnostics, **found})

    return evaluate


def _several(worlds: SkatWorlds, times: int) -> SkatWorlds:
    """Each world several times, to be played out differently."""
    rows, weights = np.repeat(worlds.rows, times, axis=0), np.repeat(worlds.weights / times, times)
    return Worlds(rows, weights, None, worlds.seed, worlds.number * times)

"""The mean of error-allowing minimax and playouts at Schnapsen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np

from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.montecarlo.frame import Evaluator, Values, Worlds
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.schnapsen.evaluators.error_allowing import error_allowing
from vorhand.agents.schnapsen.evaluators.played_out import played_out
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.worlds import WITH_POLICY, SchnapsenWorlds
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native


@evaluator("blended", games=WITH_POLICY, fitted=("schnapsen_policy.bin",))
def blended(
    game: SchnapsenGame,
    *,
    share: Annotated[float, Range(0, 1)] = 0.6,
    playouts: Annotated[int, Range(1, 1000)] = 6,
    match_values: str = MEASURED,
) -> Evaluator:
    """Average the values of error_allowing and played_out, which err in different ways.

    Error-allowing minimax assumes that all cards are seen. In playouts the players see only their
    own cards, but they play no better than the policy.

    share: weight of the playouts. playouts: number of playouts for each of the opponent's hands,
    each with another order of the talon. match_values: P(match state), see error_allowing.
    """
    counted = error_allowing(game, match_values=match_values)
    played = played_out(game, match_values=match_values)
    presumed = Presumed(0.0, by_worth=True)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        at_best = next(iter(presumed.columns(counted(view, worlds, moves)).values()))
        played_on = played(view, _shuffled(view, worlds, playouts), moves)
        by_hand = played_on.worth.reshape(len(worlds), playouts, len(moves)).mean(axis=1)
        worth = (1 - share) * at_best + share * by_hand
        diagnostics = {"presumed": at_best, "played out": by_hand}
        meaning = replace(played_on.meaning, method="blended")
        return Values(worth, diagnostics, played_on.stakes, meaning)

    return evaluate


def _shuffled(view: SchnapsenView, worlds: SchnapsenWorlds, times: int) -> SchnapsenWorlds:
    """Repeat each world with the same opponent's hand and other orders of the talon."""
    orders = native.Worlds(view.rules, view.deal, view.player).orders
    rng = np.random.default_rng([worlds.seed, worlds.number])
    hands = np.repeat(worlds.rows // np.uint64(orders), times)
    rows = hands * np.uint64(orders) + rng.integers(orders, size=len(hands), dtype=np.uint64)
    weights = np.repeat(worlds.weights / times, times)
    return Worlds(rows, weights, None, worlds.seed, worlds.number * times)

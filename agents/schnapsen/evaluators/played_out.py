"""Playouts at Schnapsen by the policy of a search."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Meaning, Values
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.values import (
    MOST_POINTS,
    chosen,
    stake_of,
    unit_of,
    worth_of_points,
)
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.worlds import WITH_POLICY, SchnapsenWorlds, check_whole_pack
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native


@evaluator("played_out", games=WITH_POLICY, fitted=("schnapsen_policy.bin",))
def played_out(game: SchnapsenGame, *, match_values: str = MEASURED) -> Evaluator:
    """Play out by a search's policy until the talon is used up or closed, then perfectly.

    match_values: P(match state), see error_allowing; the chance to win is maximised in matches.
    """
    check_whole_pack(game)
    policy = native.shipped_policy()
    worth_at = worth_of_points(game, match_values)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        points = policy.playouts(
            view.rules, view.deal, view.player, worlds.rows, worlds.seed, worlds.number
        )
        ends = chosen(view, moves, points).worth
        places = ends.astype(np.int64) + MOST_POINTS
        diagnostics = {"game points": ends} if game.match else {}
        worth = worth_at(view)
        meaning = Meaning("playouts", {"worth": unit_of(game)})
        return Values(worth[places], diagnostics, {"worth": stake_of(worth)}, meaning)

    return evaluate

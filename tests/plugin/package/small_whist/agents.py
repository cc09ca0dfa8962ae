"""An agent, a belief, an evaluator and a decision of our own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyspiel

from vorhand.api import (
    Belief,
    DecisionRule,
    Evaluator,
    Floats,
    StateView,
    StateWorlds,
    ThumbBot,
    Values,
    Worlds,
    belief,
    decision,
    evaluator,
    every_world,
    register,
)

GAMES = ("python_small_whist",)


@register("highest", games=GAMES, instant=True, keeps_state=False)
def highest(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play the highest card."""
    return ThumbBot(player, lambda view: max(view.legal_actions))


@belief("pessimist", games=GAMES)
def pessimist(*, fear: float = 2.0) -> Belief:
    """Weight worlds by the strength of the opponent's cards."""

    def weigh(view: StateView, n: int, seed: int) -> StateWorlds:
        worlds = every_world(view, n, seed)
        ranks = [1 + sum(c % 3 for c in state.hand(1 - view.player)) for state in worlds.rows]
        weights = np.array(ranks, float) ** fear
        return Worlds(worlds.rows, weights / weights.sum(), worlds.possible, seed)

    return weigh


@evaluator("tricks_now", games=GAMES)
def tricks_now() -> Evaluator:
    """Value a card by its rank alone."""

    def evaluate(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
        return Values(np.tile([float(move % 3) for move in moves], (len(worlds), 1)))

    return evaluate


@decision("worst", games=GAMES)
def worst() -> DecisionRule:
    """Score a move by its value in its worst world."""

    def score(values: Values, weights: Floats) -> Floats:
        return np.asarray(values.worth.min(axis=0))

    return score

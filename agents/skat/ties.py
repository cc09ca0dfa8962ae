"""Tie rules: the choice among cards with equal open-hand values.

With open hands nobody errs and nobody has to guess, so cards that set the others problems are
valued like those that do not (Frank and Basin, Artificial Intelligence 100, 1998). Playouts by
players who see only their own cards distinguish them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Flags, Settled, TieRule
from vorhand.agents.montecarlo.ties import by_values, one_of
from vorhand.agents.registry import ties
from vorhand.agents.skat.evaluators import GAMES, Objective, Threads, playouts, valued
from vorhand.agents.skat.rule import by_rule
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView


@ties("rule", games=GAMES)
def rule_card() -> TieRule:
    """Choose the rule player's card, if it is among the open ones; else the lowest of these."""

    def settle(view: SkatView, worlds: SkatWorlds, moves: Sequence[int], left: Flags) -> Settled:
        card = by_rule(view).move
        if card in moves and left[moves.index(card)]:
            return Settled((np.asarray(moves) == card).astype(np.float64))
        return one_of(left, 0)

    return settle


@ties("played_out", games=GAMES)
def played_out_ties(
    game: SkatGame,
    *,
    playout: Spec = Spec("rule"),
    objective: Objective = "score",
    threads: Threads = 1,
) -> TieRule:
    """Choose the card that does best in playouts of an agent in all seats, in the same worlds."""
    return by_values(valued(playouts(playout, game, threads, objective), objective), "playouts")

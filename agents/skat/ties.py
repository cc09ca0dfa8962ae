"""Who decides between moves of which open-hand play does not tell the better one.

``ties(view, seed, worlds, decision, moves) -> decision``: the same decision for one of ``moves``.

With open hands nobody errs and nobody has to guess, so cards that make life hard for the
others look no better than those that do not (Frank and Basin, Artificial Intelligence 100, 1998).
Playouts by players who see their own cards alone tell them apart.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vorhand.agents.skat.beliefs import Worlds
from vorhand.agents.skat.decisions import Decision, Objective
from vorhand.agents.skat.evaluators import card_play, played_out
from vorhand.agents.skat.players import by_rule
from vorhand.agents.skat.searches import Ties
from vorhand.games.skat.view import View
from vorhand.native.skat_monte_carlo import Player, worths


def rule_card(
    view: View, seed: int, worlds: Worlds, decision: Decision, moves: tuple[int, ...]
) -> Decision:
    """The rule player's card, if it is among the moves."""
    del worlds
    card = by_rule(view, seed).move
    return replace(decision, move=card) if card in moves else decision


def played_out_by_rule(objective: Objective, threads: int = 1) -> Ties:
    """The move that does best when the rule player plays on in all seats, in the same worlds."""
    evaluator = played_out(Player.rule(), threads, objective)

    def settle(
        view: View, seed: int, worlds: Worlds, decision: Decision, moves: tuple[int, ...]
    ) -> Decision:
        play, columns = card_play(view), list(decision.moves)
        outcomes = evaluator(view, worlds.rows, seed, 0, play.legal)
        values = np.asarray(worths(play, worlds.rows, outcomes, objective))[:, columns]
        means = (1 if view.is_soloist else -1) * (worlds.weights @ values)
        best = max(moves, key=lambda move: means[columns.index(move)])
        return replace(decision, move=best, playouts=tuple(means.tolist()))

    return settle

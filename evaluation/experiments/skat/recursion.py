"""What recursive PIMC gains over PIMC, decision by decision.

Two players' games spread by some 90 points a deal. So a decision of real play is put to both,
and where they choose different cards, these are played out in many other worlds, the reference, by
PIMC in all seats, the judges. What is gained in a choice, times the
choices of a deal, is what the player gains a deal by choosing so while all play on as PIMC: as
soloist by the soloist's choices, as the two defenders by theirs, and by all together what pair
games measure. With judges of as few worlds as recursive PIMC imagines this is its own view of the
play, but in worlds it did not choose from; with judges of many worlds it is nearer to real play.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vorhand.agents.skat.outcomes import Outcomes, OutcomesOf, open_hand, played_out
from vorhand.evaluation.experiments.framework import Job, Result
from vorhand.evaluation.experiments.skat.regrets import Floats, Indices, Question, question
from vorhand.games.skat.cards import card_set
from vorhand.native.skat_monte_carlo import Player

_BONUS = 40  # of each defender in a game lost: no part of the soloist's points
_PLAYOUTS, _REFERENCE = range(2)  # seeds


def inner_player(worlds: int) -> str:
    """The player that recursive PIMC imagines in all seats.

    It asks only which cards win the game, and leaves cards equal in that to the rule player.
    """
    return f"pimc(objective=win,values=levels,worlds={worlds})"


def gain_jobs(
    seed: int,
    decisions: int,
    reference: int,
    judges: int,
    worlds: int,
    cells: Sequence[tuple[int, int]],
) -> list[Job]:
    """A job a decision: one of each deal's.

    Args:
        seed: fixes the deals and all that is drawn.
        decisions: how many.
        reference: number of worlds that the choices are valued in.
        judges: worlds of the players who play the choices out.
        worlds: of PIMC.
        cells: outer and inner worlds of the recursive players.
    """
    numbers = [reference, judges, worlds, *map(list, cells)]
    return [[seed, deal, *numbers] for deal in range(decisions)]


def gains(job: Job) -> Result:
    """Choices of the deal, 1 if this is the soloist's, and the soloist's points each cell gains.

    Points as in pair games, counted for the player to move, over what PIMC chooses.
    """
    seed, deal, reference, judges, worlds, *cells = job
    asked = question(seed, deal, reference, max(worlds, *(outer for outer, _ in cells)))
    moves = asked.view.legal_actions
    seen = asked.seen[:worlds]
    plain = _choice(asked, _outcomes(asked, open_hand(), _PLAYOUTS, seen, moves), seen)
    chosen = [0] * len(cells)
    for inner in {inner for _, inner in cells}:
        same = [(k, asked.seen[:outer]) for k, (outer, m) in enumerate(cells) if m == inner]
        seen = max((rows for _, rows in same), key=len)
        outcomes = _outcomes(asked, _playouts(inner), _PLAYOUTS, seen, moves)
        for k, rows in same:
            chosen[k] = _choice(asked, outcomes, rows)
    worth = points_played_out(asked, judges, sorted({plain, *chosen}))
    return [asked.choices, int(asked.view.is_soloist), *(worth[k] - worth[plain] for k in chosen)]


def _choice(asked: Question, outcomes: Outcomes, seen: Indices) -> int:
    """The best of the legal moves in these worlds, by its place among them."""
    return int(asked.worths(outcomes)[seen].mean(axis=0).argmax())


def _playouts(inner: int) -> OutcomesOf:
    return played_out(Player.pimc(inner, "win", "levels"))


def _outcomes(
    asked: Question, evaluate: OutcomesOf, seed: int, rows: Indices, moves: Sequence[int]
) -> Outcomes:
    """By world; -1 in worlds and of moves that are not asked for."""
    outcomes = np.full((len(asked.rows), 32), -1, np.int16)
    worlds = np.ascontiguousarray(asked.rows[rows])
    outcomes[rows] = evaluate(asked.view, worlds, seed, 0, card_set(moves))
    return outcomes


def points_played_out(asked: Question, inner: int, choices: Sequence[int]) -> dict[int, float]:
    """What choices are worth when PIMC plays on in all seats in the worlds of the reference.

    Args:
        asked: the decision.
        inner: worlds of the players of the playouts.
        choices: legal moves, by their places among them.

    Returns:
        Means of the soloist's points but for a constant, signed for the player to move; 0 where
        there is one choice only, and nothing to tell.
    """
    if len(choices) == 1:
        return {choices[0]: 0.0}
    moves = [asked.view.legal_actions[k] for k in choices]
    outcomes = _outcomes(asked, _playouts(inner), _REFERENCE, asked.reference, moves)

    def mean(objective: str) -> Floats:
        points: Floats = asked.worths(outcomes, objective)[asked.reference].mean(axis=0)
        return points

    # A game lost counts 40 less in the score than in the soloist's points.
    points = mean("score") - _BONUS * mean("win")
    return {k: float(points[k]) for k in choices}

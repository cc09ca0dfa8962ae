"""The gain of recursive PIMC over PIMC, decision by decision.

The difference between two players' games varies by some 90 points per deal. Therefore both get the
same decision from real play. If they choose different cards, these are played out in many other
worlds (the reference) by PIMC in all seats (the judges). The gain of a choice, multiplied by the
number of choices in a deal, is the player's gain per deal if all play on as PIMC. The soloist's
choices give the gain as soloist, the defenders' choices give the gain of both defenders, and all
choices together give the gain in pair games (see the glossary). If the judges have as few worlds as
the inner players of recursive PIMC, the result is the gain that recursive PIMC
expects, measured in other worlds. If they have many, the result is closer to real play.
"""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.skat.outcomes import Outcomes, OutcomesOf, open_hand, played_out
from vorhand.evaluation.arena.skat.deals import BIDDER
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.skat.regrets import Floats, Indices, Question, question
from vorhand.games.skat.cards import card_set
from vorhand.native.skat_monte_carlo import Player

_BONUS = 40  # each defender's points for a lost game; the soloist's points do not include them
_PLAYOUTS, _REFERENCE = range(2)  # indices of the seeds


def inner_player(worlds: int) -> str:
    """Return the inner player of all seats: it seeks cards that win, and `rule` settles ties."""
    return f"pimc(objective=win,values=levels,worlds={worlds})"


def gain_jobs(
    seed: int,
    decisions: int,
    reference: int,
    judges: int,
    worlds: int,
    cells: Sequence[tuple[int, int]],
    bidder: str = BIDDER,
) -> list[Job]:
    """Return a job for each decision, one decision per deal.

    The cells are the numbers of outer and inner worlds of recursive players, which are compared
    with PIMC of `worlds` worlds. Choices are valued in `reference` worlds by PIMC with `judges`
    worlds.
    """
    numbers = [reference, judges, worlds, *map(list, cells)]
    return [[seed, deal, bidder, *numbers] for deal in range(decisions)]


def gains(job: Job) -> Result:
    """Return the number of choices in the deal, 1 for a soloist's choice, and each cell's gain.

    Gains are the points of the player to move, as in pair games, minus those of PIMC's choice.
    """
    seed, deal, bidder, reference, judges, worlds, *cells = job
    most = max(worlds, *(outer for outer, _ in cells))
    decision = question(seed, deal, reference, most, bidder)
    moves = decision.view.legal_actions
    seen = decision.seen[:worlds]
    plain = _choice(decision, _outcomes(decision, open_hand(), _PLAYOUTS, seen, moves), seen)
    chosen = [0] * len(cells)
    for inner in {inner for _, inner in cells}:
        same = [(k, decision.seen[:outer]) for k, (outer, m) in enumerate(cells) if m == inner]
        seen = max((rows for _, rows in same), key=len)
        outcomes = _outcomes(decision, _playouts(inner), _PLAYOUTS, seen, moves)
        for k, rows in same:
            chosen[k] = _choice(decision, outcomes, rows)
    worth = points_played_out(decision, judges, sorted({plain, *chosen}))
    return [
        decision.choices,
        int(decision.view.is_soloist),
        *(worth[k] - worth[plain] for k in chosen),
    ]


def _choice(decision: Question, outcomes: Outcomes, seen: Indices) -> int:
    """Return the best legal move in these worlds, as an index of the legal moves."""
    return int(decision.worths(outcomes)[seen].mean(axis=0).argmax())


def _playouts(inner: int) -> OutcomesOf:
    return played_out(Player.pimc(inner, "win", "levels"))


def _outcomes(
    decision: Question, evaluate: OutcomesOf, seed: int, rows: Indices, moves: Sequence[int]
) -> Outcomes:
    """Return the outcomes [worlds, 32]; -1 for worlds and moves that are not requested."""
    outcomes = np.full((len(decision.rows), 32), -1, np.int16)
    worlds = np.ascontiguousarray(decision.rows[rows])
    outcomes[rows] = evaluate(decision.view, worlds, seed, 0, card_set(moves))
    return outcomes


def points_played_out(decision: Question, inner: int, choices: Sequence[int]) -> dict[int, float]:
    """Value choices by playouts in the reference worlds, with PIMC of `inner` worlds in all seats.

    Values are means of the soloist's points up to a constant, signed for the player to move; 0 if
    there is only one choice.
    """
    if len(choices) == 1:
        return {choices[0]: 0.0}
    moves = [decision.view.legal_actions[k] for k in choices]
    outcomes = _outcomes(decision, _playouts(inner), _REFERENCE, decision.reference, moves)

    def mean(objective: str) -> Floats:
        points: Floats = decision.worths(outcomes, objective)[decision.reference].mean(axis=0)
        return points

    # For a lost game the score is 40 lower than the soloist's points, up to a constant.
    points = mean("score") - _BONUS * mean("win")
    return {k: float(points[k]) for k in choices}

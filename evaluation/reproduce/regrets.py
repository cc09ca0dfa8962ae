"""What PIMC gives up by looking at few worlds, decision by decision.

Games tell little of small differences, since luck in the deal and in what the others do weighs
more. Here a decision of real play is valued by open hands in many worlds, the reference, and
the choices from few other worlds by the reference's values: the regret of a choice is what its card
is worth less than the best one. The best of noisy values is a little too high, by the same
for all numbers of worlds, so that differences between them are unbiased.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.evaluators import card_play, open_hand
from vorhand.evaluation.arena.match import BIDDER, Match
from vorhand.evaluation.played_deals import choices_by_rule
from vorhand.evaluation.reproduce.framework import Job, Result
from vorhand.games.skat.view import View
from vorhand.native.skat_monte_carlo import worths

Floats = npt.NDArray[np.float64]


def regret_jobs(seed: int, decisions: int, reference: int, numbers: Sequence[int]) -> list[Job]:
    """A job a decision: one of each deal's.

    Args:
        seed: fixes the deals and all that is drawn.
        decisions: how many.
        reference: number of worlds that the choices are valued in.
        numbers: of worlds that are chosen from.
    """
    return [[seed, deal, reference, *numbers] for deal in range(decisions)]


def regrets(job: Job) -> Result:
    """The trick, 0 .. 9, and the mean regret by number of worlds, in points of score."""
    seed, deal, reference, *numbers = job
    rng = np.random.default_rng((seed, deal))
    views = _decisions(seed, deal)
    view = views[rng.integers(len(views))]
    play, moves, most = card_play(view), list(view.legal_actions), max(numbers)
    order = int(rng.integers(1 << 62))
    few = int(view.worlds().count) <= reference + most
    rows = np.asarray(view.worlds().distinct(0, reference + most, order))
    outcomes = open_hand()(play, rows, 0, 0, play.legal)
    sign = 1 if view.is_soloist else -1
    values = sign * np.asarray(worths(play, rows, outcomes))[:, moves]
    worth = values[: None if few else reference].mean(axis=0)
    # With few worlds the reference is exact, and the choosers' worlds are some of them.
    seen = values[rng.permutation(len(values))[:most]] if few else values[reference:]
    regret = worth.max() - worth
    return [len(view.plays) // 3, *(_mean_regret(regret, seen, n) for n in numbers)]


def _mean_regret(regret: Floats, values: Floats, worlds: int) -> float:
    """Over as many choices as can be made from different worlds, so many each."""
    choices = max(1, len(values) // worlds)
    means = values[: choices * worlds].reshape(choices, -1, values.shape[1]).mean(axis=1)
    return float(regret[means.argmax(axis=1)].mean())


def _decisions(seed: int, deal: int) -> list[View]:
    """What a player with a choice sees, in the deal as the rule player plays it in all seats."""
    match = Match.create("python_skat", [BIDDER, BIDDER], seed, "pairs")
    return list(choices_by_rule(match.place(deal).game.new_initial_state().deal))

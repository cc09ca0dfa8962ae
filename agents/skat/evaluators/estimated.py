"""Estimates of open-hand values, and forward pruning that relies on them (ProbCut).

Furtak and Buro (2011, section 4; Furtak's thesis, section 7.4): the search accepts an estimate if
it is far enough from the bound to be right with a given confidence. There are three sets of
estimators: the linear ones of the papers, the solver's first guess (a small net), and the guess
with a linear correction. ``vorhand train estimators`` fits the weights.
"""

from __future__ import annotations

import functools
import re
import statistics
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Threads
from vorhand.agents.provenance import FOLDER
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.skat.beliefs.card_location import read_arrays
from vorhand.agents.skat.evaluators.values import Objective, valued
from vorhand.agents.skat.outcomes import open_hand
from vorhand.agents.skat.worlds import GAMES
from vorhand.games.skat.contracts import NULL, SCHWARZ
from vorhand.games.skat.view import SkatView
from vorhand.native.errors import InputError
from vorhand.native.skat import card_points

if TYPE_CHECKING:
    from vorhand.native.studies import Estimators, LinearEstimators, Pruning


Kind: TypeAlias = tuple[bool, int]
"""A kind of game: whether it is grand, and the number of cards in a hand."""

Which: TypeAlias = Literal["linear", "guess", "corrected"]
Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]
FILE = "estimators.npz"
LEADERS = ("soloist", "next player", "last player")
WHICH: tuple[Which, ...] = ("linear", "guess", "corrected")
_UNIT = 16  # units per point, for weights and deviations


def linear_estimators(arrays: Arrays, which: Which) -> LinearEstimators:
    """Make the estimators (linear or corrected) from fitted arrays.

    For each set, kind of game, leader counted from the soloist, and number of cards in a hand there
    are two arrays, such as ``linear_suit_0_10_gaps`` and ``linear_suit_0_10_weights``: the
    differences between successive indices of nonzero weights, each as two 16-bit numbers, and these
    weights in units of 1/16 points.
    """
    from vorhand.native.studies import LinearEstimators

    estimators = LinearEstimators(corrects_guess=which == "corrected")
    for name in arrays:
        if found := re.fullmatch(rf"{which}_(suit|grand)_(\d)_(\d+)_gaps", name):
            kind, leader, cards = found.groups()
            indices = np.cumsum(arrays[name].view("<u4").ravel(), dtype=np.uint32)
            weights = arrays[name.replace("gaps", "weights")]
            estimators.set(kind == "grand", int(leader), int(cards), indices, weights)
    return estimators


def as_arrays(name: str, weights: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.int16]]:
    """Return the arrays of `linear_estimators` for the nonzero weights of one estimator."""
    whole = np.clip(np.rint(weights * _UNIT), -32767, 32767).astype(np.int16)
    kept = np.flatnonzero(whole)
    gaps = np.diff(kept, prepend=0).astype("<u4")
    return {f"{name}_gaps": gaps.view("<i2").reshape(-1, 2), f"{name}_weights": whole[kept]}


@functools.cache
def shipped(which: Which) -> tuple[Estimators, npt.NDArray[np.float32]]:
    """Return estimators and the standard deviations of their errors [30], in `Pruning`'s order."""
    arrays = read_arrays(FOLDER / FILE)
    deviations = arrays["deviations"][WHICH.index(which)].ravel() / np.float32(_UNIT)
    return _estimators(arrays, which), deviations


def _estimators(arrays: Arrays, which: Which) -> Estimators:
    from vorhand.native.studies import Estimators

    return Estimators.guess() if which == "guess" else linear_estimators(arrays, which)


def pruning(confidence: float, which: Which = "corrected") -> Pruning:
    """Make a pruning whose margins contain an estimate's error with probability `confidence`.

    The errors are assumed to be normal.
    """
    from vorhand.native.studies import Pruning

    if not 0 < confidence < 1:
        raise InputError(f"confidence {confidence}: expected a number between 0 and 1")
    estimators, deviations = shipped(which)
    width = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    return Pruning(estimators, [width * float(one) for one in deviations])


def pruned(
    view: SkatView, rows: npt.NDArray[np.uint32], believed: Pruning | None, threads: int = 1
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint64]]:
    """Compute the soloist's points with each card of a trump game [n, 32], and the nodes [n].

    Points are negative if a card is not legal. If a pruning ``believed`` is given, the search
    accepts its estimates.
    """
    from vorhand.native.studies import solve

    hands = np.ascontiguousarray(rows[:, :3])
    setting = (view.contract, view.soloist, view.leader, list(view.trick))
    values, _, nodes = map(
        np.asarray, solve(hands, *setting, question="moves", threads=threads, pruning=believed)
    )
    have = [view.soloist_points + card_points(int(skat)) for skat in rows[:, 3]]
    return np.where(values < 0, values, values + np.array(have, np.int16)[:, None]), nodes


@evaluator("estimated", games=GAMES, fitted=("estimators.npz",))
def _estimated(
    *,
    confidence: Annotated[float, Range(0.01, 0.99)] = 0.5,
    estimators: Which = "corrected",
    objective: Objective = "score",
    threads: Threads = 1,
) -> Evaluator:
    """Value open hands by a search that accepts estimates (ProbCut): faster, but often wrong.

    confidence: the confidence that an estimate needs; estimators: the set of estimators. Null, and
    games with announced schwarz, are valued exactly. In other games schwarz is never predicted.
    """
    exact, believed = open_hand(threads), pruning(confidence, estimators)

    def outcomes(
        view: SkatView, rows: npt.NDArray[np.uint32], seed: int, number: int, moves: int
    ) -> npt.NDArray[np.int16]:
        if view.contract == NULL or view.level >= SCHWARZ:
            return exact(view, rows, seed, number, moves)
        return pruned(view, rows, believed, threads)[0]

    return valued(outcomes, objective)

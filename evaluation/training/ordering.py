"""The fitting of move orderings that look up a weight for each card.

Fastest-cut-first (Furtak and Buro, IJCAI 2009): of the cards tried at a decision, the cheapest one
with a cut-off should have been tried first. Each other card forms a pair with it. A pair is
weighted by the cost of trying the other card first.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

STEPS, RATE = 100, 0.1  # steps and rate of the descent
SCALE = 16  # scale of a weight as it is stored

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Columns: TypeAlias = Sequence[NDArray[Any]]


class Samples(NamedTuple):
    """Cards tried, in columns of equal length; the cards of a decision are adjacent."""

    decision: Ints  # number of the decision: 0, 1, 2 ...
    weights: NDArray[np.uint16]  # [n, parts] indices of the weights that form the score
    added: Floats  # constant part of the card's score, in units of the weights
    cost: Floats  # cost in nodes
    cut: NDArray[np.bool]  # True if the card gave a cut-off


def settled(found: Iterable[Columns]) -> Samples:
    """Select the decisions with a cut-off, and number them consecutively.

    The columns of samples are: decision, indices of weights, score added to the weights, cost
    (without the card itself) and a flag for a cut-off.
    """
    parts: list[Samples] = []
    decisions = 0
    for decision, weights, added, cost, cut in found:
        kept = np.isin(decision, decision[cut != 0])
        number = np.unique(decision[kept], return_inverse=True)[1].astype(np.int32) + decisions
        decisions = int(number.max(initial=decisions - 1)) + 1
        parts.append(Samples(number, weights[kept], added[kept], cost[kept] + 1.0, cut[kept] != 0))
    return Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def descend(samples: Samples, columns: Sequence[Ints], shrink: Floats) -> Floats:
    """Return parameters fitted by gradient descent (Adam) on pairs of cards.

    A pair is the cheapest card with a cut-off and another card of the decision. The weight of a
    pair grows with the cost of the cheapest card, and with the relative cost added by trying the
    other card first. The score of a card is its constant part plus the sum of the parameters that
    its columns [n] name, one per column. Each parameter is regularised towards zero; the last one
    stays zero.
    """
    other, best, regret = pairs(samples)
    size, cards = len(shrink), len(samples.cut)
    values, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in track(range(1, STEPS + 1), "fitting", transient=True):
        score = samples.added / SCALE
        for column in columns:
            score += values[column]
        wrong = regret / (1 + np.exp(score[best] - score[other]))
        push = np.bincount(other, wrong, cards) - np.bincount(best, wrong, cards)
        slope = shrink * values
        for column in columns:
            slope += np.bincount(column, push, size)
        slope[-1] = 0
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        speed = RATE * (1 - 0.9 * step / STEPS) / (1 - 0.9**step)
        values -= speed * mean / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return values


def rounded(weights: Floats) -> NDArray[np.int8]:
    """Return the weights as they are stored."""
    stored: NDArray[np.int8] = np.clip(np.rint(SCALE * weights), -127, 127).astype(np.int8)
    return stored


def pairs(samples: Samples) -> tuple[Ints, Ints, Floats]:
    """Return for each pair the row of the worse card, the row of the better one, and the weight."""
    decision, cost, cut = samples.decision, samples.cost, samples.cut
    cheapest = np.full(int(decision.max()) + 1, np.inf)
    np.minimum.at(cheapest, decision, np.where(cut, cost, np.inf))
    rows = np.arange(len(decision), dtype=np.int32)
    best_row = np.zeros(len(cheapest), dtype=np.int32)
    is_best = cut & (cost == cheapest[decision])
    best_row[decision[is_best]] = rows[is_best]
    best, least = best_row[decision], cheapest[decision]
    extra = np.where(cut, cost - least, cost) / least
    regret = np.sqrt(np.minimum(extra, 30)) * least**0.25
    chosen = (rows != best) & (regret > 0)
    regret = regret[chosen]
    return rows[chosen], best[chosen], np.minimum(regret / regret.mean(), 30)

"""The Skat solver's move ordering: weights of cards, fitted to the cost of trying them.

The weights are defined in ``native/src/skat/solver/ordering.hpp``. Their fitting is described in
`vorhand.evaluation.training.ordering`.

The order determines which positions a search visits, and thus its training data. It is therefore
fitted in rounds, beginning with a search without any order. Each round samples its own deals
with the order of the previous round.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.ordering import (
    Columns,
    Floats,
    Ints,
    Samples,
    descend,
    rounded,
    settled,
)
from vorhand.evaluation.training.skat_deals import training_deal
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import studies

SHARES = (0.005, 0.03, 0.2, 1.0)
"""The share of the deals in each round."""

KINDS = 19
STATES, SECONDS = studies.STATE_WEIGHTS, studies.SECOND_WEIGHTS
WEIGHTS = STATES + SECONDS + studies.THIRD_WEIGHTS
NONE = 0xFFFF  # marks an index without a weight

# Weights of the second and third place: the parts of an index, slowest first, and the combinations
# of parts. Each combination has a parameter, so that rare cells rely on common ones.
PLACES: tuple[tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]], ...] = (
    (  # leader, third beats it, points, mode, beats, length, kind
        STATES,
        (3, 3, 3, 3, 2, 3, KINDS),
        ((0, 1, 2, 3, 4, 5, 6), (0, 1, 3, 4, 6), (0, 1, 2, 3, 4), (0, 3, 4, 5, 6), (0, 3, 6)),
    ),
    (  # leader, second wins, points, mode, beats, length, kind
        STATES + SECONDS,
        (3, 2, 4, 3, 2, 3, KINDS),
        ((0, 1, 2, 3, 4, 5, 6), (0, 1, 3, 4, 6), (0, 1, 2, 3, 4), (0, 1, 3, 4, 5, 6), (0, 3, 6)),
    ),
)
SHRINK, SHRINK_RARE = 3.0, 10.0  # pull of a parameter towards zero
CHUNK = 100  # deals per call


class Parameters(NamedTuple):
    """The fitted parameters: each weight is a sum of some of them, and that of `NONE` is 0."""

    of_weight: Ints  # [weights + 1, 5], parameters of each weight; last row: no weight
    shrink: Floats


def learn(deals: int, seed: int) -> NDArray[np.int8]:
    """Return the weights of the order, fitted to this many seeded deals in the last round.

    Each earlier round has a share of them (``SHARES``).
    """
    weights: NDArray[np.int8] | None = None
    for number, share in enumerate(SHARES):
        rng = np.random.default_rng((seed, number))
        samples = collect(max(1, round(share * deals)), rng, weights)
        cards, decisions = len(samples.cut), samples.decision[-1] + 1
        Console().print(f"round {number + 1}: {cards} cards tried at {decisions} decisions")
        weights = fit(samples)
    assert weights is not None
    return weights


def collect(deals: int, rng: np.random.Generator, weights: NDArray[np.int8] | None) -> Samples:
    """Return search statistics of this many deals, for the decisions with a cut-off."""

    def found() -> Iterator[Columns]:
        for first in track(range(0, deals, CHUNK), "deals", transient=True):
            chunk = range(first, min(first + CHUNK, deals))
            drawn = [training_deal(rng, bool(k % 2)) for k in chunk]
            worlds = np.concatenate([deal[0] for deal in drawn])
            contracts, soloists, leaders = (
                np.array([deal[i] for deal in drawn], dtype=np.int32) for i in (1, 2, 3)
            )
            samples = studies.ordering_samples(worlds, contracts, soloists, leaders, weights)
            decision, indices, cost, cut = map(np.asarray, samples)
            yield decision, indices, np.zeros(len(cost)), cost, cut

    return settled(found())


def parameters() -> Parameters:
    """Return the parameters.

    Each weight of a suit's state is a parameter. Each weight of the second or third place in the
    trick is a sum of coarser and finer parameters.
    """
    of_weight = np.full((WEIGHTS + 1, 5), -1, dtype=np.int64)
    of_weight[:STATES, 0] = np.arange(STATES)
    shrink = [np.full(STATES, SHRINK)]
    size = STATES
    for offset, dims, combinations in PLACES:
        cells = np.unravel_index(np.arange(int(np.prod(dims))), dims)
        for column, combination in enumerate(combinations):
            shape = [dims[i] for i in combination]
            number = np.ravel_multi_index([cells[i] for i in combination], shape)
            of_weight[offset : offset + len(number), column] = size + number
            rare = len(combination) >= len(dims) - 1
            shrink.append(np.full(int(np.prod(shape)), SHRINK_RARE if rare else SHRINK))
            size += int(np.prod(shape))
    of_weight[of_weight < 0] = size
    return Parameters(of_weight.astype(np.int32), np.concatenate([*shrink, [0.0]]))


def fit(samples: Samples) -> NDArray[np.int8]:
    """Return the weights as they are stored."""
    of_weight, shrink = parameters()
    place = np.minimum(samples.weights[:, -1], len(of_weight) - 1)
    state = np.minimum(samples.weights[:, :-1], len(of_weight) - 1)
    columns = [of_weight[state[:, i], 0] for i in range(state.shape[1])]
    columns += [of_weight[place, i] for i in range(of_weight.shape[1])]
    return rounded(descend(samples, columns, shrink)[of_weight[:-1]].sum(1))


def _run(settings: Settings, seed: int, _workers: Workers, _work: Path) -> list[Fitted]:
    weights = learn(int(settings["deals"]), seed)
    return [Fitted("solver_ordering.bin", weights.tobytes(), "int8", weights.shape)]


TRAINING = Training(
    summary="the Skat solver's move ordering, to what trying each card cost",
    files=("solver_ordering.bin",),
    settings={"deals": (10, 40_000)},
    seed=2,
    takes="7 minutes of one core",
    run=_run,
)

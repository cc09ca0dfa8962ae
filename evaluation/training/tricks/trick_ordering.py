"""The move ordering of the trick-taking engine, fitted to the cost of trying each card.

The weights are defined in ``native/src/tricks/ordering.hpp``. Their fitting is described in
`vorhand.evaluation.training.ordering`. Samples come from deals of all games over the engine. Calls
are made as in the measurements of properties; then cards are played at random until a few are left.
The order determines which positions a search visits, so it is fitted in rounds, beginning without
one.
"""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from vorhand.evaluation.equilibrium.tricks import engine_games, position
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.ordering import Columns, Samples, descend, rounded, settled
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.native.tricks import ORDERING_WEIGHTS

SHARES = (0.1, 0.3, 1.0)
"""The share of the deals in each round."""

LEAST, MOST = 4, 7  # cards left in each hand
WORLDS = 8  # worlds of each deal
SHRINK = 3.0  # pull of a weight towards zero
_BATCH = 10  # deals per job

Weights = NDArray[np.int8]


def _sampled(job: tuple[str, int, int, bytes]) -> list[Columns]:
    name, first, deals, weights = job
    found: list[Columns] = []
    for seed in range(first, first + deals):
        cards = random.Random(seed).randint(LEAST, MOST)
        if (reached := position(name, seed, cards, WORLDS)) is not None:
            play, hands = reached
            order = np.frombuffer(weights, np.int8)
            found.append([np.asarray(c) for c in play.ordering_samples(hands, order)])
    return found


def collect(
    names: Sequence[str], deals: int, first: int, weights: Weights, workers: Workers = 1
) -> Samples:
    """Return samples of this many deals of each game, searched with the given move ordering."""
    jobs = (
        (name, *part, weights.tobytes())
        for name in names
        for part in in_parts(deals, _BATCH, first)
    )
    return settled(columns for batch in ordered_map(_sampled, jobs, workers) for columns in batch)


def fit(samples: Samples) -> Weights:
    """Return the weights as they are stored."""
    columns = [samples.weights[:, i].astype(np.int32) for i in range(samples.weights.shape[1])]
    shrink = np.full(ORDERING_WEIGHTS + 1, SHRINK)
    return rounded(descend(samples, columns, shrink)[:-1])


def learn(deals: int, seed: int, workers: Workers = 1) -> Weights:
    """Return the weights after all rounds; the last round has this many deals of each game."""
    weights: Weights = np.zeros(ORDERING_WEIGHTS, np.int8)
    names = engine_games()
    first = seed * 10**9
    for number, share in enumerate(SHARES, 1):
        count = max(1, round(share * deals))
        samples = collect(names, count, first, weights, workers)
        first += count
        cards, decisions = len(samples.cut), samples.decision[-1] + 1
        Console().print(f"round {number}: {cards} cards tried at {decisions} decisions")
        weights = fit(samples)
    return weights


def _run(settings: Settings, seed: int, workers: Workers, _work: Path) -> list[Fitted]:
    weights = learn(int(settings["deals"]), seed, workers)
    return [Fitted("trick_ordering.bin", weights.tobytes(), "int8", weights.shape)]


TRAINING = Training(
    summary="the move ordering of the engine for trick-taking games, to what trying each card cost",
    files=("trick_ordering.bin",),
    settings={"deals": (3, 150)},
    seed=1,
    takes="a minute and a half of one core",
    run=_run,
)

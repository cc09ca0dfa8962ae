"""Fits the Skat solver's move ordering and first guess to search statistics.

``python -m vorhand.evaluation.train_skat_solver native/src/skat/solver`` solves random
deals with a seed and writes ``ordering_weights.cpp`` and ``guess_weights.cpp`` into that
folder; the same seed writes the same files. Rebuild afterwards, and run it once more to
learn from the better search; node counts in the tests change with the weights.

Move ordering is fastest-cut-first (Furtak and Buro, IJCAI 2009): of the cards tried at a
decision the cheapest that settled it should have come first, and each pair with another
card weighs as much as putting that one first would have cost.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from vorhand.evaluation.first_guess import as_source, fit_guess
from vorhand.evaluation.training_deals import training_deal
from vorhand.native import skat_solver

KINDS = 19

# What an index of a weight is made of, slowest first (native/src/skat/solver/ordering.hpp),
# and which combinations of these get a parameter of their own: rare cells lean on common ones.
SECOND = (3, 3, 3, 3, 2, 3, KINDS)  # leader, third beats it, points, mode, beats, length
THIRD = (3, 2, 4, 3, 2, 3, KINDS)  # leader, second wins, points, mode, beats, length
TRICKS: tuple[tuple[str, tuple[int, ...], list[tuple[int, ...]]], ...] = (
    (
        "Second",
        SECOND,
        [(0, 1, 2, 3, 4, 5, 6), (0, 1, 3, 4, 6), (0, 1, 2, 3, 4), (0, 3, 4, 5, 6), (0, 3, 6)],
    ),
    (
        "Third",
        THIRD,
        [(0, 1, 2, 3, 4, 5, 6), (0, 1, 3, 4, 6), (0, 1, 2, 3, 4), (0, 1, 3, 4, 5, 6), (0, 3, 6)],
    ),
)
NONE = 0xFFFF  # no such weight

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Samples(NamedTuple):
    """Cards tried, in columns of equal length."""

    decision: Ints
    place: Ints
    weights: Ints  # [n, 6]: index into the weights of the place, five into those of the state
    cost: Floats
    cut: NDArray[np.bool]


def collect(deals: int, seed: int, rate: float) -> Samples:
    """Search statistics of so many deals, of the decisions that some card settled."""
    rng = np.random.default_rng(seed)
    parts, offset = [], 0
    for k in track(range(deals), "Deals"):
        worlds, *setting = training_deal(rng, plausible=bool(k % 2))
        decision, *rest = map(np.asarray, skat_solver.ordering_samples(worlds, *setting, rate=rate))
        cut = rest[-1].astype(bool)
        kept = np.isin(decision, decision[cut])
        parts.append([(decision.astype(np.int64) + offset)[kept], *(part[kept] for part in rest)])
        offset += int(decision.max(initial=0)) + 1
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    decision, place, weights, cost, cut = columns
    return Samples(decision, place, weights.astype(np.int64), cost + 1.0, cut.astype(bool))


class Part(NamedTuple):
    """Parameters that share in the scores: which one each sample and each weight uses."""

    of_sample: Ints  # the last parameter stands for none and stays zero
    of_weight: Ints
    size: int
    shrink: float


def trick_parts(samples: Samples, place: int) -> list[Part]:
    """Parts of the weights of a place: every weight is a sum of coarser and finer ones."""
    _, dims, combinations = TRICKS[place - 1]
    here = samples.place == place
    cells = np.unravel_index(np.arange(int(np.prod(dims))), dims)
    parts = []
    for combination in combinations:
        shape = [dims[i] for i in combination]
        size = int(np.prod(shape))
        of_weight = np.ravel_multi_index([cells[i] for i in combination], shape)
        of_sample = np.full(len(here), size)
        of_sample[here] = of_weight[samples.weights[here, 0]]
        rare = len(combination) >= len(dims) - 1
        parts.append(Part(of_sample, of_weight, size, 3.0 if rare else 1.0))
    return parts


def state_parts(samples: Samples) -> list[Part]:
    """Parts of the weights of a suit's state, one for each of the five indices."""
    size = skat_solver.STATE_WEIGHTS
    return [
        Part(np.minimum(samples.weights[:, 1 + i], size), np.arange(size), size, 1.0)
        for i in range(samples.weights.shape[1] - 1)
    ]


def fit(samples: Samples, groups: Sequence[Sequence[Part]], rounds: int = 100) -> list[Ints]:
    """Weights of each group of parts, by gradient descent (Adam) on pairs of cards.

    A pair is the cheapest card that settled a decision and another one; the decision counts
    more the more it costs, a pair the more putting the other first would add to that.
    """
    group = np.unique(samples.decision, return_inverse=True)[1]
    cost, cut = samples.cost, samples.cut
    cheapest = np.full(int(group.max()) + 1, np.inf)
    np.minimum.at(cheapest, group, np.where(cut, cost, np.inf))
    rows = np.arange(len(group))
    best_row = np.zeros(len(cheapest), dtype=np.int64)
    is_best = cut & (cost == cheapest[group])
    best_row[group[is_best]] = rows[is_best]
    best, least = best_row[group], cheapest[group]
    extra = np.where(cut, cost - least, cost) / least
    regret = np.sqrt(np.minimum(extra, 30)) * least**0.25
    pairs = (rows != best) & (regret > 0)
    other, best, regret = rows[pairs], best[pairs], regret[pairs]
    regret = np.minimum(regret / regret.mean(), 30)

    fits = []
    for part in (part for parts in groups for part in parts):
        table = np.zeros((3, part.size + 1))  # value, first and second moment
        fits.append((part, table, part.of_sample[other], part.of_sample[best]))
    for t in track(range(1, rounds + 1), "Rounds"):
        ahead = sum(table[0][first] - table[0][second] for _, table, second, first in fits)
        wrong = regret / (1 + np.exp(ahead))
        for part, table, second, first in fits:
            n = part.size + 1
            slope = np.bincount(second, wrong, n) - np.bincount(first, wrong, n)
            slope += part.shrink * table[0]
            slope[-1] = 0
            table[1] = 0.9 * table[1] + 0.1 * slope
            table[2] = 0.99 * table[2] + 0.01 * slope**2
            step = 0.1 * (1 - 0.9 * t / rounds) / (1 - 0.9**t)
            table[0] -= step * table[1] / (np.sqrt(table[2] / (1 - 0.99**t)) + 1e-8)
    values = iter(table[0] for _, table, _, _ in fits)
    weights = [sum(next(values)[part.of_weight] for part in parts) for parts in groups]
    return [np.clip(np.rint(16 * w), -127, 127).astype(np.int64) for w in weights]


_HEAD = """// Written by `python -m vorhand.evaluation.train_skat_solver`; not by hand.
#include "skat/solver/{header}.hpp"

// clang-format off
namespace vorhand::skat::solver {{

"""
_TAIL = """
}  // namespace vorhand::skat::solver
// clang-format on
"""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument("--only", choices=("ordering", "guess"), help="write one file alone")
    parser.add_argument("--deals", type=int, default=400, help="for the move ordering")
    parser.add_argument("--rate", type=float, default=1.0, help="of the decisions to sample")
    parser.add_argument("--positions", type=int, default=100_000, help="for the first guess")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    if args.only != "guess":
        write_ordering(args.folder, args.deals, args.seed, args.rate)
    if args.only != "ordering":
        text = as_source(fit_guess(args.positions, args.seed))
        text = _HEAD.format(header="first_guess") + text + _TAIL
        (args.folder / "guess_weights.cpp").write_text(text)


def write_ordering(folder: Path, deals: int, seed: int, rate: float) -> None:
    """Fits the move ordering and writes ``ordering_weights.cpp``."""
    samples = collect(deals, seed, rate)
    print(f"{len(samples.cut)} cards tried at {len(np.unique(samples.decision))} decisions")
    groups = [state_parts(samples), trick_parts(samples, 1), trick_parts(samples, 2)]
    text = _HEAD.format(header="ordering")
    names = ("State", *(name for name, _, _ in TRICKS))
    for name, weights in zip(names, fit(samples, groups), strict=True):
        rows = [",".join(map(str, row)) for row in np.array_split(weights, len(weights) // 30)]
        body = ",\n".join(rows)
        text += f"const std::array<std::int8_t, k{name}Weights> k{name}Weight{{\n{body}}};\n\n"
    (folder / "ordering_weights.cpp").write_text(text.rstrip("\n") + "\n" + _TAIL)


if __name__ == "__main__":
    main()

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

import numpy as np
from numpy.typing import NDArray

from vorhand.games.skat.contracts import GRAND
from vorhand.native import skat, skat_solver

KINDS = 19
JACKS, ACES, TENS = 0x80808080, 0x40404040, 0x20202020

# What an index of a weight is made of, slowest first (native/src/skat/solver/ordering.hpp),
# and which combinations of these get a parameter of their own: rare cells lean on common ones.
LEAD = (3, 4, 3, 3, 2, 2, 2, KINDS)  # leader, ruffs, top, length, next void, last void, is top
SECOND = (3, 3, 3, 3, 2, 3, KINDS)  # leader, third player, points, mode, beats, length
THIRD = (3, 2, 4, 3, 2, 3, KINDS)  # leader, second wins, points, mode, beats, length
PLACES: tuple[tuple[str, tuple[int, ...], list[tuple[int, ...]]], ...] = (
    (
        "Lead",
        LEAD,
        [
            (0, 1, 2, 3, 4, 5, 6, 7),
            (0, 2, 3, 4, 5, 6, 7),
            (0, 1, 2, 4, 5, 7),
            (0, 6, 7),
            (0, 2, 7),
            (0, 1, 2, 3, 4, 5),
        ],
    ),
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

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def training_deal(
    rng: np.random.Generator, plausible: bool
) -> tuple[NDArray[np.uint32], int, int, int]:
    """A deal (hands [1, 3], contract, soloist, leader); half suit games, half grand.

    A plausible soloist is the player with the best twelve cards for the game; he lays away
    two cards of short suits.
    """
    pack = rng.permutation(32)
    hands = [int(sum(1 << int(c) for c in pack[10 * s : 10 * s + 10])) for s in range(3)]
    rest = int(sum(1 << int(c) for c in pack[30:]))
    grand = bool(rng.integers(2))
    contract = GRAND if grand else int(rng.integers(4))
    soloist, leader = int(rng.integers(3)), int(rng.integers(3))
    if plausible:
        choices = [(s, GRAND if grand else c) for s in range(3) for c in range(4)]
        soloist, contract = max(choices, key=lambda sc: _strength(hands[sc[0]] | rest, sc[1]))
        hands[soloist] = _discarded(hands[soloist] | rest, contract)
    return np.array([hands], dtype=np.uint32), contract, soloist, leader


def _strength(twelve: int, contract: int) -> int:
    jacks, aces = (twelve & JACKS).bit_count(), (twelve & ACES).bit_count()
    if contract == GRAND:
        return 3 * jacks + 2 * aces + (twelve & TENS).bit_count()
    return 2 * (twelve & skat.trump_mask(contract)).bit_count() + jacks + aces


def _discarded(twelve: int, contract: int) -> int:
    for _ in range(2):
        side = twelve & ~skat.trump_mask(contract)

        def cost(card: int, side: int = side) -> tuple[int, int]:
            bit = 1 << card
            length = (side & 0xFF << card // 8 * 8).bit_count()
            return 10 * length - skat.card_points(bit) + (30 if bit & ACES else 0), card

        cards = [c for c in range(32) if (side or twelve) >> c & 1]
        twelve ^= 1 << min(cards, key=cost)
    return twelve


def collect(
    deals: int, seed: int, interval: int
) -> tuple[Ints, Ints, Ints, Floats, NDArray[np.bool]]:
    """Search statistics of so many deals: decision, place, weight, cost, cut."""
    rng = np.random.default_rng(seed)
    columns: list[list[NDArray[np.int64]]] = [[], [], [], [], []]
    offset = 0
    for k in range(deals):
        worlds, *setting = training_deal(rng, plausible=bool(k % 2))
        samples = skat_solver.ordering_samples(worlds, *setting, interval=interval)
        for column, part in zip(columns, samples, strict=True):
            column.append(np.asarray(part).astype(np.int64))
        columns[0][-1] += offset
        offset = int(columns[0][-1].max(initial=offset)) + 1
    decision, place, weight, cost, cut = (np.concatenate(column) for column in columns)
    return decision, place, weight, cost.astype(np.float64), cut.astype(bool)


def fit_place(
    decision: Ints,
    weight: Ints,
    cost: Floats,
    cut: NDArray[np.bool],
    dims: tuple[int, ...],
    parts: Sequence[tuple[int, ...]],
    rounds: int = 120,
) -> Ints:
    """Weights of one place, by gradient descent (Adam) on the pairs of its decisions."""
    order = np.argsort(decision, kind="stable")
    weight, cost, cut = weight[order], cost[order] + 2, cut[order]
    group = np.unique(decision[order], return_inverse=True)[1]
    cheapest = np.full(int(group[-1]) + 1, np.inf)
    np.minimum.at(cheapest, group, np.where(cut, cost, np.inf))
    rows = np.arange(len(group))
    best_row = np.full(len(cheapest), -1)
    is_best = cut & (cost == cheapest[group])
    best_row[group[is_best]] = rows[is_best]
    other = rows[np.isfinite(cheapest[group]) & (rows != best_row[group])]
    best = best_row[group[other]]
    regret = np.sqrt(np.where(cut[other], cost[other] - cost[best], cost[other]))
    other, best, regret = other[regret > 0], best[regret > 0], regret[regret > 0]
    regret = np.minimum(regret / regret.mean(), 30)

    cells = np.unravel_index(np.arange(int(np.prod(dims))), dims)
    seen = np.unravel_index(weight, dims)
    tables = []
    for part in parts:
        shape = [dims[i] for i in part]
        rare = len(part) >= len(dims) - 1
        tables.append(
            (
                np.ravel_multi_index([seen[i] for i in part], shape),
                np.ravel_multi_index([cells[i] for i in part], shape),
                np.zeros((3, int(np.prod(shape)))),  # value, first and second moment
                3.0 if rare else 1.0,
            )
        )
    for t in range(1, rounds + 1):
        score = sum(table[0][index] for index, _, table, _ in tables)
        wrong = regret / (1 + np.exp(score[best] - score[other]))
        for index, _, table, shrink in tables:
            n = table.shape[1]
            slope = np.bincount(index[other], wrong, n) - np.bincount(index[best], wrong, n)
            slope += shrink * table[0]
            table[1] = 0.9 * table[1] + 0.1 * slope
            table[2] = 0.99 * table[2] + 0.01 * slope**2
            step = 0.1 * (1 - 0.9 * t / rounds) / (1 - 0.9**t)
            table[0] -= step * table[1] / (np.sqrt(table[2] / (1 - 0.99**t)) + 1e-8)
    weights: Floats = np.zeros(int(np.prod(dims)))
    for _, index, table, _ in tables:
        weights += table[0][index]
    return np.asarray(np.clip(np.rint(16 * weights), -127, 127), dtype=np.int64)


def fit_guess(deals: int, seed: int) -> Floats:
    """Regression of the value on the features, [2, 14]: suit games and grand."""
    rng = np.random.default_rng(seed)
    features, values, grand = [], [], []
    for k in range(deals):
        worlds, contract, soloist, leader = training_deal(rng, plausible=k % 3 > 0)
        if k % 4 == 3:  # endings too
            worlds = _thinned(worlds, int(rng.integers(4, 10)))
        rest = skat.card_points(int(np.bitwise_or.reduce(worlds[0])))
        value = skat_solver.solve(worlds, contract, soloist, leader)[0]
        seen = skat_solver.first_guess_features(worlds, contract, soloist, leader)
        features.append(np.asarray(seen, dtype=np.float64)[0] * rest)
        values.append(float(np.asarray(value)[0]))
        grand.append(contract == GRAND)
    weights = []
    for kind in (False, True):
        chosen = np.array(grand) == kind
        x, y = np.array(features)[chosen], np.array(values)[chosen]
        w = np.zeros(x.shape[1])
        for _ in range(30):  # least absolute errors, by reweighting
            scale = 1 / np.maximum(np.abs(x @ w - y), 1.0)[:, None]
            w = np.linalg.solve((x * scale).T @ x + 1e-2 * np.eye(len(w)), (x * scale).T @ y)
        weights.append(w)
    return np.array(weights)


def _thinned(worlds: NDArray[np.uint32], cards: int) -> NDArray[np.uint32]:
    hands = []
    for hand in worlds[0]:
        kept = [c for c in range(32) if int(hand) >> c & 1]
        hands.append(sum(1 << c for c in kept[:: max(1, len(kept) // cards)][:cards]))
    return np.array([hands], dtype=np.uint32)


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
    parser.add_argument("folder", type=Path, help="where the two files are written")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--interval", type=int, default=23)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    decision, place, weight, cost, cut = collect(args.deals, args.seed, args.interval)
    print(f"{len(decision)} cards tried at {len(np.unique(decision))} decisions")
    text = _HEAD.format(header="ordering")
    for k, (name, dims, parts) in enumerate(PLACES):
        at = place == k
        weights = fit_place(decision[at], weight[at], cost[at], cut[at], dims, parts)
        rows = (",".join(map(str, row)) for row in weights.reshape(-1, KINDS))
        body = ",\n".join(rows)
        text += f"const std::array<std::int8_t, k{name}Weights> k{name}Weight{{\n{body}}};\n\n"
    (args.folder / "ordering_weights.cpp").write_text(text.rstrip("\n") + "\n" + _TAIL)

    guess = fit_guess(10 * args.deals, args.seed + 1)
    lines = ",\n".join("    {" + ", ".join(f"{w:.4f}f" for w in row) + "}" for row in guess)
    text = _HEAD.format(header="first_guess")
    text += f"const std::array<GuessFeatures, 2> kGuessWeights{{{{\n{lines}}}}};\n"
    (args.folder / "guess_weights.cpp").write_text(text + _TAIL)


if __name__ == "__main__":
    main()

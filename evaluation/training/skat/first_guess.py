"""The Skat solver's first guess: a small net from card owners to points, fitted to exact values.

The form of the net is given in ``native/src/skat/solver/first_guess.hpp``. Its inputs are 0
or 1, so in the solver the first layer is a sum of rows. The biases of the hidden layers are in the
rows of the leader, one of which is always active. The net is trained in floating point here, and
the solver uses rounded numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.skat_deals import training_deal
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import skat, skat_solver

UNIT = 256
FIRST, SECOND = 64, 16  # numbers of units of the layers
SIDE_RANKS, TRUMP_RANKS, TRUMPS = 7, 11, 32
BATCH, RATE, DECAY = 512, 3e-3, 1e-4

Floats = NDArray[np.float32]
Net = dict[str, Floats]


class Positions(NamedTuple):
    """Inputs of the net and their targets, one row per position."""

    suits: Floats  # [n, suits, 21] each card of a side suit by rank and owner
    common: Floats  # [n, 46] trumps by rank and owner, leader, tricks left
    rest: Floats  # [n] points left
    value: Floats  # [n] those of these points that the soloist wins

    def rows(self, chosen: NDArray[np.int64]) -> Positions:
        """Return the chosen positions."""
        return Positions(*(part[chosen] for part in self))


def fit_guess(positions: int, epochs: int, seed: int) -> list[Net]:
    """Fit nets of suit games and grand to the values of this many seeded positions."""
    rng = np.random.default_rng(seed)
    return [train(part, epochs, rng) for part in solved_positions(positions, rng)]


def solved_positions(count: int, rng: np.random.Generator) -> list[Positions]:
    """Return positions of suit games, then of grand; 40% are endings after random play."""
    groups: dict[tuple[int, int, int], list[NDArray[np.uint32]]] = {}
    for k in track(range(count), "positions", transient=True):
        worlds, contract, soloist, leader = training_deal(rng, plausible=bool(k % 2))
        if k % 10 < 4:
            worlds, leader = _played_on(worlds, contract, soloist, leader, rng)
        groups.setdefault((contract, soloist, leader), []).append(worlds)
    owners, rest, values, leaders = [], [], [], []
    for (contract, soloist, leader), members in track(groups.items(), "solving", transient=True):
        worlds = np.concatenate(members)
        owners.append(np.asarray(skat_solver.card_owners(worlds, contract, soloist, leader)))
        points = skat_solver.solve(worlds, contract, soloist, leader, threads=2)[0]
        values.append(np.asarray(points))
        cards = np.bitwise_or.reduce(worlds, axis=1)
        rest.append([skat.card_points(int(c)) for c in cards])
        leaders.append(np.full(len(worlds), (leader - soloist) % 3))
    owner = np.concatenate(owners)
    suits, common = inputs(owner, np.concatenate(leaders))
    grand = ~owner[:, TRUMPS : TRUMPS + SIDE_RANKS].any(1)
    everything = Positions(
        suits,
        common,
        np.concatenate(rest).astype(np.float32),
        np.concatenate(values).astype(np.float32),
    )
    suit_games = everything.rows(np.flatnonzero(~grand))
    return [
        suit_games._replace(suits=suit_games.suits[:, :3]),
        everything.rows(np.flatnonzero(grand)),
    ]


def _played_on(
    worlds: NDArray[np.uint32], contract: int, soloist: int, leader: int, rng: np.random.Generator
) -> tuple[NDArray[np.uint32], int]:
    """Return the deal after one to six tricks of random play, and the next leader."""
    hands = [int(hand) for hand in worlds[0]]
    for _ in range(int(rng.integers(1, 7))):
        trick: list[int] = []
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            legal = skat.legal_cards(contract, hands[seat], trick[0] if trick else -1)
            cards = [card for card in range(32) if legal >> card & 1]
            trick.append(cards[int(rng.integers(len(cards)))])
            hands[seat] &= ~(1 << trick[-1])
        leader = (leader + skat.trick_winner(contract, *trick)) % 3
    return np.array([hands], dtype=np.uint32), leader


def inputs(owner: NDArray[np.uint8], leader: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the net's inputs of positions, from the owners of the cards [n, 43] and the leader."""
    n, owners = len(owner), np.arange(1, 4)
    side = np.stack([owner[:, 8 * i : 8 * i + SIDE_RANKS] for i in range(4)], axis=1)
    suits = (side[..., None] == owners).reshape(n, 4, -1)
    trumps = (owner[:, TRUMPS : TRUMPS + TRUMP_RANKS, None] == owners).reshape(n, -1)
    tricks = (owner == 1).sum(1)
    common = np.concatenate(
        [trumps, leader[:, None] == np.arange(3), tricks[:, None] == np.arange(1, 11)], axis=1
    )
    return suits.astype(np.float32), common.astype(np.float32)


def _start(rng: np.random.Generator) -> Net:
    def normal(rows: int, columns: int, size: float) -> Floats:
        drawn: NDArray[np.float64] = rng.standard_normal((rows, columns)) * size / np.sqrt(rows)
        return drawn.astype(np.float32)

    common = 3 * TRUMP_RANKS + 3 + 10
    return {
        "suit": normal(3 * SIDE_RANKS, FIRST, 2),
        "common": normal(common, FIRST, 1),
        "second": normal(FIRST, SECOND, 1),
        "second_common": normal(common, SECOND, 1),
        "out": normal(SECOND, 1, 1),
        "out_bias": np.full(1, 0.4, dtype=np.float32),
    }


def train(data: Positions, epochs: int, rng: np.random.Generator) -> Net:
    """Fit a net to the points by Adam; the loss is linear, but quadratic for errors below two."""
    net = _start(rng)
    moments = {name: np.zeros((2, *part.shape), dtype=np.float32) for name, part in net.items()}
    n = len(data.value)
    batch = min(BATCH, n)
    steps, step = epochs * (n // batch), 0
    for _ in track(range(epochs), "epochs", transient=True):
        order = rng.permutation(n)
        for first in range(0, n - batch + 1, batch):
            step += 1
            rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
            for name, slope in slopes(net, data.rows(order[first : first + batch])).items():
                mean, square = moments[name]
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                move = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
                net[name] -= np.float32(rate) * (move + np.float32(DECAY) * net[name])
    return net


def slopes(net: Net, data: Positions) -> Net:
    """Return the gradient of the loss with respect to each part of the net."""
    n, suits, width = data.suits.shape
    cards = data.suits.reshape(n * suits, width)
    first = (cards @ net["suit"]).reshape(n, suits, -1) + (data.common @ net["common"])[:, None]
    np.maximum(first, 0, out=first)
    summed = first.sum(1)
    second = summed @ net["second"] + data.common @ net["second_common"]
    np.maximum(second, 0, out=second)
    share = (second @ net["out"])[:, 0] + net["out_bias"]
    error = share * data.rest - data.value
    by_share = (np.clip(error / 2, -1, 1) * data.rest / n)[:, None]
    by_second = by_share @ net["out"].T * (second > 0)
    by_first = (by_second @ net["second"].T)[:, None] * (first > 0)
    return {
        "suit": cards.T @ by_first.reshape(n * suits, -1),
        "common": data.common.T @ by_first.sum(1),
        "second": summed.T @ by_second,
        "second_common": data.common.T @ by_second,
        "out": second.T @ by_share,
        "out_bias": by_share.sum(0),
    }


def rounded(nets: list[Net]) -> NDArray[np.int16]:
    """Return the nets one after another, [2, n], in the order of the members of GuessNet."""
    parts = [
        [
            net["suit"],
            net["common"],
            net["second"].T,
            net["second_common"],
            net["out"],
            net["out_bias"],
        ]
        for net in nets
    ]
    flat = np.stack([np.concatenate([part.ravel() for part in net]) for net in parts])
    whole: NDArray[np.int16] = np.clip(np.rint(UNIT * flat), -32767, 32767).astype("<i2")
    return whole


def _run(settings: Settings, seed: int, _workers: Workers, _work: Path) -> list[Fitted]:
    numbers = rounded(fit_guess(int(settings["positions"]), int(settings["epochs"]), seed))
    return [Fitted("first_guess.bin", numbers.tobytes(), "int16", numbers.shape)]


TRAINING = Training(
    summary="the Skat solver's first guess, to the exact values of positions",
    files=("first_guess.bin",),
    settings={"positions": (300, 150_000), "epochs": (2, 40)},
    seed=2,
    takes="about 6 minutes of one core",
    run=_run,
)

"""The fitting of a card-location network, and its quality on deals held out.

The loss is the negative log probability of the true world among all possible ones, with worlds
weighted by the product of the probabilities of their cards' places. This is the quantity that
players use. The gradient of this loss by an output of the network is the exact marginal of the card
in that place, minus 1 for its true place. A small multiple of the paper's cross-entropy, card by
card, keeps the outputs meaningful as probabilities.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from vorhand.agents.skat.beliefs.card_location import Arrays
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.training.skat.card_location.corpus import DEAL, Deals
from vorhand.evaluation.training.skat.card_location.networks import LocationNet
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat_card_location import location_examples, location_likelihoods

LAST_PLY = 27  # number of cards in tricks 1 .. 9; the last trick leaves no choice
FIRST_PLIES = 3  # the first card of each player; bdi is trained on these decisions
BATCH = 1024
RATE, SECOND_RATE, LEAST_RATE = 1.5e-3, 7e-4, 2e-5
DECAY = 0.02  # decay of weights, for a step of rate 1
UNKNOWN_BIDS = 0.25  # share of positions where only the soloist's bid is known
CARD_LOSS = 0.1  # weight of the cross-entropy per card, relative to the world's loss
_LEAST = 1e-6  # lower bound of a probability
_PATIENCE = 12  # evaluations without improvement after which training ends

Plies: TypeAlias = npt.NDArray[np.int64]


class Positions(NamedTuple):
    """Deals [n] and the number of plays before each position [n]."""

    deals: Deals
    plies: Plies

    def part(self, first: int, last: int) -> Positions:
        """Return the positions first .. last - 1."""
        return Positions(self.deals[first:last], self.plies[first:last])


@dataclass(frozen=True)
class Task:
    """The task of one network."""

    kind: str  # bdi or bdci
    game_type: str  # suit, grand or null
    positions: int  # number of positions in training
    width: int  # width of the layers
    depth: int  # number of hidden layers
    seed: int  # seed of the initial numbers and of the positions

    @property
    def name(self) -> str:
        """The kind of network and the type of game, as one name."""
        return f"{self.kind}-{self.game_type}"


@dataclass
class Course:
    """The state of the fitting of a network.

    Attributes:
        net: the current network.
        optimiser: optimiser of the network's numbers.
        step: number of batches so far.
        best: numbers of the network with the best result on the deals held out.
        curve: positions seen, and the mean log ratio of the true world's probability to that of
            the uniform belief, on the deals held out.
    """

    net: LocationNet
    optimiser: torch.optim.Optimizer
    step: int = 0
    best: dict[str, Any] = field(default_factory=dict)
    curve: list[tuple[int, float]] = field(default_factory=list)


def of_type(deals: Deals, game_type: str) -> Deals:
    """Return the deals of one type of game."""
    contract = deals["contract"]
    chosen = {"suit": contract < GRAND, "grand": contract == GRAND, "null": contract == NULL}
    of_type: Deals = deals[chosen[game_type]]
    return of_type


def draw_positions(
    deals: Sequence[Deals], shares: Sequence[float], n: int, kind: str, rng: np.random.Generator
) -> Positions:
    """Draw random positions from several corpora, in proportion to their shares.

    In `UNKNOWN_BIDS` of the positions only the soloist's bid is known, as in deals that begin with
    the card play.
    """
    counts = rng.multinomial(n, np.asarray(shares) / sum(shares))
    chosen = np.concatenate(
        [part[rng.integers(len(part), size=k)] for part, k in zip(deals, counts, strict=True) if k]
    )
    silent = np.flatnonzero(rng.random(n) < UNKNOWN_BIDS)
    bid = chosen["bids"][silent].max(1)
    chosen["bids"][silent] = 0
    chosen["bids"][silent, chosen["soloist"][silent]] = bid
    last = FIRST_PLIES if kind == "bdi" else LAST_PLY
    return Positions(chosen, rng.integers(0, np.minimum(chosen["size"], last)).astype(np.int64))


def loss_of(net: LocationNet, positions: Positions) -> tuple[torch.Tensor, npt.NDArray[Any]]:
    """Return a value with the gradient of the loss, and each position's gain (see `gain`)."""
    records = positions.deals.view(np.uint8).reshape(-1, DEAL.itemsize)
    inputs, choices, truth = map(np.asarray, location_examples(records, positions.plies))
    open_places = torch.from_numpy((choices[:, :, None] >> np.arange(4)) & 1).bool()
    hidden = torch.from_numpy(choices > 0)
    numbers = net(torch.from_numpy(inputs).float())
    numbers = numbers.masked_fill(~open_places & hidden[:, :, None], -1e9)
    logs = torch.log_softmax(numbers, -1)
    shares = logs.detach().exp().clamp(min=_LEAST)
    shares = torch.where(hidden[:, :, None], shares, torch.ones_like(shares))
    results = location_likelihoods(records, positions.plies, shares.contiguous().numpy())
    marginals, likelihoods, counts = map(np.asarray, results)
    places = torch.from_numpy(truth.astype(np.int64)).clamp(max=3)
    lies = torch.nn.functional.one_hot(places, 4)
    slope = (torch.from_numpy(marginals) - lies) * hidden[:, :, None]
    cards = hidden.sum(1, keepdim=True).clamp(min=1)
    # Its gradient is that of the world's loss, divided by the number of cards.
    world = ((numbers.masked_fill(~open_places, 0) * slope).sum((1, 2)) / cards[:, 0]).mean()
    cross = -torch.where(hidden, logs.gather(2, places[:, :, None])[:, :, 0], 0).sum(1)
    return world + CARD_LOSS * (cross / cards[:, 0]).mean(), likelihoods + np.log(counts)


def gain(net: LocationNet, positions: Positions) -> npt.NDArray[Any]:
    """Return each position's gain over the uniform belief: log(P(true world) * worlds)."""
    with torch.no_grad():
        parts = [
            loss_of(net, positions.part(first, first + 4 * BATCH))[1]
            for first in range(0, len(positions.plies), 4 * BATCH)
        ]
    return np.concatenate(parts)


def fit(
    task: Task,
    deals: Sequence[Deals],
    shares: Sequence[float],
    held_out: Positions,
    checkpoint: Path,
    tell: Callable[[str], None],
    begin: Arrays | None = None,
) -> tuple[LocationNet, list[tuple[int, float]]]:
    """Fit a network, or resume an interrupted fitting from its checkpoint.

    Positions are drawn from each corpus in proportion to its share. The positions held out decide
    which network is the best and when fitting ends. The best network is returned with its learning
    curve. If training starts from the network `begin`, the rate is lower.
    """
    torch.set_num_threads(1)  # deterministic, so that every machine computes the same sums
    torch.manual_seed(task.seed)
    net = LocationNet(task.kind == "bdci", task.width, task.depth)
    if begin is not None:
        net.begin_with(begin, task.game_type)
    rate = RATE if begin is None else SECOND_RATE
    course = Course(net, torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=DECAY))
    if checkpoint.exists():
        _resume(course, checkpoint)
    steps = max(1, task.positions // BATCH)
    every = max(1, -(-steps // 20))
    while course.step < steps and not _stalled(course.curve):
        left = 0.5 + 0.5 * float(np.cos(np.pi * course.step / steps))
        _learn(course, task, deals, shares, max(rate * left, LEAST_RATE))
        if course.step % every and course.step < steps:
            continue
        better = float(gain(net, held_out).mean())
        if not course.curve or better > max(value for _, value in course.curve):
            course.best = copy.deepcopy(net.state_dict())
        course.curve.append((course.step * BATCH, better))
        tell(f"{task.name}: {course.step * BATCH:9d} positions, gain {better:+.4f}")
        _keep(course, checkpoint)
    net.load_state_dict(course.best)
    return net, course.curve


def _learn(
    course: Course, task: Task, deals: Sequence[Deals], shares: Sequence[float], rate: float
) -> None:
    """Learn from one batch, whose positions depend only on the seed and the batch's number."""
    rng = np.random.default_rng((task.seed, course.step))
    for group in course.optimiser.param_groups:
        group["lr"] = rate
    positions = draw_positions(deals, shares, BATCH, task.kind, rng)
    course.optimiser.zero_grad()
    loss, _ = loss_of(course.net, positions)
    loss.backward()  # type: ignore[no-untyped-call]
    course.optimiser.step()
    course.step += 1


def _stalled(curve: Sequence[tuple[int, float]]) -> bool:
    """Return True if the last evaluations were no better than the best one before them."""
    values = [value for _, value in curve]
    return len(values) > _PATIENCE and max(values[-_PATIENCE:]) <= max(values[:-_PATIENCE])


def _keep(course: Course, checkpoint: Path) -> None:
    state = {
        "net": course.net.state_dict(),
        "optimiser": course.optimiser.state_dict(),
        "step": course.step,
        "best": course.best,
        "curve": course.curve,
    }
    with replacing(checkpoint) as file:
        torch.save(state, file)


def _resume(course: Course, checkpoint: Path) -> None:
    state = torch.load(checkpoint, weights_only=True)
    course.net.load_state_dict(state["net"])
    course.optimiser.load_state_dict(state["optimiser"])
    course.step, course.best = state["step"], state["best"]
    course.curve = [(int(seen), float(value)) for seen, value in state["curve"]]

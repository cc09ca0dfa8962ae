"""Fits a policy network in PyTorch, and turns it into the integers that play.

It learns by least squares how much more than the mean of the legal cards each is worth. One world
a position is a fair draw of that, most of it noise: what is learned is the mean, and what takes
part in the noise are all cards alike, so that the mean of the cards takes it away.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vorhand.agents.skat.card_location import Arrays
from vorhand.agents.skat.policy_networks import PARTS
from vorhand.evaluation.training.skat.policies.lessons import Lessons
from vorhand.native.skat_policy import (
    MOST_ROWS,
    NO_WORTH,
    ONE,
    ROWS,
    RULE_ROW,
    WEIGHT_ONE,
    WORTH_UNIT,
)

CARDS = 32
_LARGEST_ROW = (2**15 - 1) // MOST_ROWS / ONE
_LARGEST = 7.9  # weight of a layer, so that it fits in 16 bits
_LARGEST_SUM = (2**31 - 1) / ONE / WEIGHT_ONE
_DECAY = 0.1
_RISING = 0.1  # share of the steps in which the rate rises
_FAITH = 0.2  # in the rule player, before anything is learned
_EVALUATE = 8192


@dataclass(frozen=True)
class Task:
    """How a network is fitted.

    Attributes:
        name: for the progress.
        steps: batches.
        rate: of learning, at its highest, after a tenth of the steps.
        temperature: in points of score, the unit of what is learned: so much more worth makes a
            card e times as likely.
        seed: of the order of the lessons and the numbers at the beginning.
        batch: lessons of a step.
        device: where, as PyTorch names it. On "cpu" the same seed gives the same numbers.
    """

    name: str
    steps: int
    rate: float
    temperature: float
    seed: int
    batch: int = 1024
    device: str = "cpu"


@dataclass(frozen=True)
class Form:
    """How wide a network is, and what it begins with.

    Attributes:
        width: numbers of a row that go through the layers.
        hidden: numbers of the layer that they go through.
        ceiling: at which what goes into a layer is cut off.
        spread: standard deviation of the rows' numbers at the beginning.
        middle: what the row that is always seen begins with.
        gain: of the weights of the layer, at the beginning.
    """

    width: int = 256
    hidden: int = 32
    ceiling: int = 4
    spread: float = 0.03
    middle: float = 0.0
    gain: float = 1.0


class PolicyNet(nn.Module):
    """Rows seen int [n, most] -> what speaks for each card [n, 32]; at first the rule player."""

    def __init__(self, form: Form | None = None) -> None:
        super().__init__()
        self.form = form = form or Form()
        torch.manual_seed(1)  # every network starts from the same numbers
        self.rows = nn.Parameter(torch.zeros(ROWS, form.width + CARDS))
        self.hidden = nn.Linear(form.width, form.hidden)
        self.out = nn.Linear(form.hidden, CARDS, bias=False)  # a row that is always seen has one
        with torch.no_grad():
            self.rows[:, : form.width].normal_(0, form.spread)
            self.rows[0, : form.width] = form.middle
            card = torch.arange(CARDS)
            self.rows[RULE_ROW + card, form.width + card] = _FAITH
            self.hidden.weight.mul_(form.gain)
            self.out.weight.zero_()

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """What speaks for each card."""
        # A product with zeros and ones: many times as quick as adding up rows that are looked up.
        seen = torch.zeros(len(rows), ROWS + 1, device=rows.device)
        seen = seen.scatter_(1, rows, 1.0)[:, :ROWS]
        sums, width, most = seen @ self.rows, self.form.width, self.form.ceiling
        hidden = self.hidden(sums[:, :width].clamp(0, most)).clamp(0, most)
        numbers: torch.Tensor = self.out(hidden) + sums[:, width:]
        return numbers

    def limit(self) -> None:
        """Keeps numbers where integers can hold them."""
        with torch.no_grad():
            self.rows.clamp_(-_LARGEST_ROW, _LARGEST_ROW)
            for layer in (self.hidden, self.out):
                inputs = layer.in_features * self.form.ceiling
                most = min(_LARGEST, 0.99 * _LARGEST_SUM / inputs)
                layer.weight.clamp_(-most, most)

    def insist_on(self, points: float) -> None:
        """Lets other cards go before the rule player's only if they are worth so much more.

        points: in units of the temperature.
        """
        card = torch.arange(CARDS, device=self.rows.device)
        with torch.no_grad():
            self.rows[RULE_ROW + card, self.form.width + card] += points
        self.limit()

    def begin_with(self, arrays: Arrays, name: str) -> None:
        """Copies the numbers of a network that plays, of the same form."""
        rows, hidden, hidden_bias, out, _ = (
            torch.from_numpy(arrays[f"{name}.{part}"].astype(np.float32)) for part in PARTS
        )
        with torch.no_grad():
            self.rows.copy_(rows / ONE)
            self.hidden.weight.copy_(hidden / WEIGHT_ONE)
            self.hidden.bias.copy_(hidden_bias / ONE)
            self.out.weight.copy_(out / WEIGHT_ONE)

    def arrays(self, name: str) -> dict[str, npt.NDArray[np.int16]]:
        """The numbers as integers, by name."""

        def whole(numbers: torch.Tensor, unit: int) -> npt.NDArray[np.int16]:
            scaled = np.round(numbers.detach().cpu().numpy().astype(np.float64) * unit)
            return np.asarray(np.clip(scaled, -(2**15), 2**15 - 1).astype(np.int16))

        parts = (
            whole(self.rows, ONE),
            whole(self.hidden.weight, WEIGHT_ONE),
            whole(self.hidden.bias, ONE),
            whole(self.out.weight, WEIGHT_ONE),
            np.array([self.form.ceiling * ONE], np.int16),
        )
        return {f"{name}.{part}": numbers for part, numbers in zip(PARTS, parts, strict=True)}


def loss_of(
    net: PolicyNet, rows: torch.Tensor, worths: torch.Tensor, temperature: float
) -> torch.Tensor:
    """What is minimised on some lessons; `rows` and `worths` as in `Lessons`."""
    legal = worths != NO_WORTH
    worth = worths.float() / (WORTH_UNIT * temperature)
    errors = (net(rows.long()) - worth).masked_fill(~legal, 0)
    mean = errors.sum(1, keepdim=True) / legal.sum(1, keepdim=True)
    loss: torch.Tensor = (errors - mean).masked_fill(~legal, 0).square().sum(1).mean()
    return loss


def gain(net: PolicyNet, before: PolicyNet, lessons: Lessons) -> tuple[float, float]:
    """Points a decision that its cards are worth above another's, and the standard error.

    Positions of one deal are alike, so the error is that of deals.
    """
    if not len(lessons.deal):
        return 0.0, 0.0
    gained = worth_of_choice(net, lessons) - worth_of_choice(before, lessons)
    return float(gained.mean()), error_by_deal(gained, lessons.deal)


def error_by_deal(values: npt.NDArray[np.float64], deal: npt.NDArray[np.uint32]) -> float:
    """The standard error of a mean over positions, of which those of one deal are alike."""
    _, number = np.unique(deal, return_inverse=True)
    by_deal = np.bincount(number, values - values.mean())
    return float(np.sqrt(np.square(by_deal).sum()) / len(values))


def worth_of_choice(net: PolicyNet, lessons: Lessons) -> npt.NDArray[np.float64]:
    """What the card that it prefers is worth in each position, in points."""
    worths, device = [], net.rows.device
    with torch.no_grad():
        for first in range(0, len(lessons.deal), _EVALUATE):
            part = lessons.at(slice(first, first + _EVALUATE))
            numbers = net(torch.from_numpy(part.rows).to(device).long()).cpu().numpy()
            numbers[part.worth == NO_WORTH] = -np.inf
            worths.append(part.worth[np.arange(len(numbers)), numbers.argmax(1)])
    return np.concatenate(worths).astype(np.float64) / WORTH_UNIT


def fit(
    task: Task, lessons: Lessons, held_out: Lessons, begin: PolicyNet
) -> tuple[PolicyNet, list[tuple[int, float, float]]]:
    """Fits a network.

    Args:
        task: how.
        lessons: what it learns from.
        held_out: what the curve is drawn from.
        begin: what to start from.

    Returns:
        The network and its curve: positions seen, what it gains on those held out above what it
        started from, and the standard error. Both networks are left on the task's device.
    """
    torch.set_num_threads(1)  # the same sums on every machine
    device = torch.device(task.device)
    begin.to(device)
    net, curve = copy.deepcopy(begin), []
    rows, worths = (torch.from_numpy(c).to(device) for c in (lessons.rows, lessons.worth))
    optimiser = torch.optim.AdamW(net.parameters(), lr=task.rate, weight_decay=_DECAY)
    schedule: Any = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, task.rate, total_steps=max(1, task.steps), pct_start=_RISING
    )
    order = batches(len(lessons.deal), task.seed, task.batch)
    every = -(-task.steps // 4)
    for step in range(1, task.steps + 1):
        part = torch.from_numpy(next(order)).to(device)
        optimiser.zero_grad()
        loss = loss_of(net, rows[part], worths[part], task.temperature)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
        net.limit()
        if step % every == 0 or step == task.steps:
            curve.append((step * task.batch, *gain(net, begin, held_out)))
    return net, curve


def batches(size: int, seed: int, batch: int) -> Iterator[npt.NDArray[np.int64]]:
    """Endless batches of numbers below the size, each once before any comes again."""
    rng = np.random.default_rng(seed)
    left = rng.permutation(size)
    while True:
        if len(left) < batch:
            left = rng.permutation(size)
        yield np.sort(left[:batch])  # in the order of the memory
        left = left[batch:]

"""The fitting of a policy network in PyTorch, and its conversion to integers for play.

The network learns by least squares the value of each legal card minus the mean of all. One world
per position is an unbiased but noisy sample of these values, and the network learns their mean.
Most of the noise is common to all cards, so subtracting the mean of the cards removes it.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vorhand.agents.skat.beliefs.card_location import Arrays
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
_LARGEST = 7.9  # largest weight of a layer that fits in 16 bits
_LARGEST_SUM = (2**31 - 1) / ONE / WEIGHT_ONE
_DECAY = 0.1
_RISING = 0.1  # share of the steps in which the rate rises
_FAITH = 0.2  # initial score of the rule player's card
_EVALUATE = 8192


@dataclass(frozen=True)
class Task:
    """The settings for fitting a network."""

    name: str  # name for the progress
    steps: int  # number of batches
    rate: float  # highest learning rate, reached after a tenth of the steps
    # temperature in points of score, the unit of the outputs: a card that is better by this much is
    # e times as likely
    temperature: float
    seed: int  # seed of the order of the lessons
    batch: int = 1024  # lessons per step
    # device in PyTorch's naming. On "cpu" the same seed gives the same numbers.
    device: str = "cpu"


@dataclass(frozen=True)
class Form:
    """The dimensions of a network and its initial values."""

    width: int = 256  # columns of a row that go through the layers
    hidden: int = 32  # width of the hidden layer
    ceiling: int = 4  # upper limit to which the inputs of a layer are clipped
    spread: float = 0.03  # standard deviation of the rows' numbers at the beginning
    middle: float = 0.0  # initial numbers of the row that is always active
    gain: float = 1.0  # initial scale of the weights of the hidden layer


class PolicyNet(nn.Module):
    """A network: active rows int [n, most] -> scores of the cards [n, 32]."""

    def __init__(self, form: Form | None = None) -> None:
        super().__init__()
        self.form = form = form or Form()
        torch.manual_seed(1)  # every network starts from the same numbers
        self.rows = nn.Parameter(torch.zeros(ROWS, form.width + CARDS))
        self.hidden = nn.Linear(form.width, form.hidden)
        self.out = nn.Linear(form.hidden, CARDS, bias=False)  # a row holds its bias
        with torch.no_grad():
            self.rows[:, : form.width].normal_(0, form.spread)
            self.rows[0, : form.width] = form.middle
            card = torch.arange(CARDS)
            self.rows[RULE_ROW + card, form.width + card] = _FAITH
            self.hidden.weight.mul_(form.gain)
            self.out.weight.zero_()

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the score of each card."""
        # A product with zeros and ones is many times faster than summing selected rows.
        seen = torch.zeros(len(rows), ROWS + 1, device=rows.device)
        seen = seen.scatter_(1, rows, 1.0)[:, :ROWS]
        sums, width, most = seen @ self.rows, self.form.width, self.form.ceiling
        hidden = self.hidden(sums[:, :width].clamp(0, most)).clamp(0, most)
        numbers: torch.Tensor = self.out(hidden) + sums[:, width:]
        return numbers

    def limit(self) -> None:
        """Clip rows and weights to the range that the integers can represent."""
        with torch.no_grad():
            self.rows.clamp_(-_LARGEST_ROW, _LARGEST_ROW)
            for layer in (self.hidden, self.out):
                inputs = layer.in_features * self.form.ceiling
                most = min(_LARGEST, 0.99 * _LARGEST_SUM / inputs)
                layer.weight.clamp_(-most, most)

    def insist_on(self, points: float) -> None:
        """Raise the score of the rule player's card by `points`, in units of the temperature."""
        card = torch.arange(CARDS, device=self.rows.device)
        with torch.no_grad():
            self.rows[RULE_ROW + card, self.form.width + card] += points
        self.limit()

    def begin_with(self, arrays: Arrays, name: str) -> None:
        """Copy the integers of a network that plays, which has the same form."""
        rows, hidden, hidden_bias, out, _ = (
            torch.from_numpy(arrays[f"{name}.{part}"].astype(np.float32)) for part in PARTS
        )
        with torch.no_grad():
            self.rows.copy_(rows / ONE)
            self.hidden.weight.copy_(hidden / WEIGHT_ONE)
            self.hidden.bias.copy_(hidden_bias / ONE)
            self.out.weight.copy_(out / WEIGHT_ONE)

    def arrays(self, name: str) -> dict[str, npt.NDArray[np.int16]]:
        """Return the numbers as integers, by name."""

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
    """Return the loss on some lessons; `rows` and `worths` as in `Lessons`."""
    legal = worths != NO_WORTH
    worth = worths.float() / (WORTH_UNIT * temperature)
    errors = (net(rows.long()) - worth).masked_fill(~legal, 0)
    mean = errors.sum(1, keepdim=True) / legal.sum(1, keepdim=True)
    loss: torch.Tensor = (errors - mean).masked_fill(~legal, 0).square().sum(1).mean()
    return loss


def gain(net: PolicyNet, before: PolicyNet, lessons: Lessons) -> tuple[float, float]:
    """Return one network's gain over another in points per decision, with its standard error."""
    if not len(lessons.deal):
        return 0.0, 0.0
    gained = worth_of_choice(net, lessons) - worth_of_choice(before, lessons)
    return float(gained.mean()), error_by_deal(gained, lessons.deal)


def error_by_deal(values: npt.NDArray[np.float64], deal: npt.NDArray[np.uint32]) -> float:
    """Return the standard error of a mean over positions; positions of one deal are dependent."""
    _, number = np.unique(deal, return_inverse=True)
    by_deal = np.bincount(number, values - values.mean())
    return float(np.sqrt(np.square(by_deal).sum()) / len(values))


def worth_of_choice(net: PolicyNet, lessons: Lessons) -> npt.NDArray[np.float64]:
    """Return the value of the network's preferred card in each position, in points."""
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
    """Fit a network, starting from another; both stay on the task's device.

    Return the network and its learning curve: the number of positions seen, the gain over the
    initial network on the positions held out, and the standard error.
    """
    torch.set_num_threads(1)  # deterministic, so that every machine computes the same sums
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
    """Yield batches of indices below `size` without end; no index repeats within a pass."""
    rng = np.random.default_rng(seed)
    left = rng.permutation(size)
    while True:
        if len(left) < batch:
            left = rng.permutation(size)
        yield np.sort(left[:batch])  # sorted, so that memory is read in order
        left = left[batch:]

"""The fitting of the policy of Schnapsen in PyTorch, and its conversion to stored integers."""

import itertools

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vorhand.evaluation.training.schnapsen.policies.lessons import Lessons, with_suits
from vorhand.native.schnapsen import CHOICES, FACTS, POLICY_UNIT, POLICY_WIDTH

BATCH = 256
_RATE = 4e-3
_DECAY = 1e-3
_NEVER = -1e9


def fit(lessons: Lessons, passes: int, seed: int) -> nn.Sequential:
    """Fit a network to the moves played; successive batches have the suits in different orders."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # sums in a fixed order
    net = nn.Sequential(nn.Linear(FACTS, POLICY_WIDTH), nn.ELU(), nn.Linear(POLICY_WIDTH, CHOICES))
    orders = [with_suits(order) for order in itertools.permutations(range(3))]
    steps = max(1, passes * len(lessons.played) // BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps)
    rng = np.random.default_rng(seed)
    for step in range(steps):
        rows = rng.integers(len(lessons.played), size=BATCH)
        facts, choices = orders[step % len(orders)]
        batch = Lessons(
            lessons.seen[rows][:, facts],
            lessons.legal[rows][:, choices],
            np.argsort(choices)[lessons.played[rows]],
        )
        optimiser.zero_grad()
        _loss(_logits(net, batch), batch).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
    return net


def judged(net: nn.Sequential, lessons: Lessons) -> tuple[float, float]:
    """Return the loss in nats per decision, and the share of decisions predicted correctly."""
    with torch.no_grad():
        logits = _logits(net, lessons)
        right = (logits.argmax(1).numpy() == lessons.played).mean()
        return float(_loss(logits, lessons)), float(right)


def numbers(net: nn.Sequential) -> npt.NDArray[np.int16]:
    """Return the numbers in the form of `vorhand.native.schnapsen.Policy`."""
    parts = []
    for layer in net:
        if isinstance(layer, nn.Linear):
            parts += [layer.weight.detach().numpy().T.ravel(), layer.bias.detach().numpy()]
    scaled = np.round(np.concatenate(parts).astype(np.float64) / POLICY_UNIT)
    return np.asarray(np.clip(scaled, -(2**15), 2**15 - 1).astype(np.int16))


def _logits(net: nn.Sequential, lessons: Lessons) -> torch.Tensor:
    logits: torch.Tensor = net(torch.from_numpy(lessons.seen).float())
    return logits.masked_fill(~torch.from_numpy(lessons.legal), _NEVER)


def _loss(logits: torch.Tensor, lessons: Lessons) -> torch.Tensor:
    return nn.functional.cross_entropy(logits, torch.from_numpy(lessons.played))

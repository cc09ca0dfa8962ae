"""The fitting of policy networks that predict the cards of players, by maximum likelihood.

The networks learn the probability that a player like those of the deals plays each card. Hidden
cards are inferred from it (`vorhand.agents.skat.beliefs.policy`). The networks do not learn which
card is good.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from vorhand.evaluation.training.skat.card_location.corpus import DEAL, Deals
from vorhand.evaluation.training.skat.policies.learning import (
    CARDS,
    Form,
    PolicyNet,
    batches,
    error_by_deal,
)
from vorhand.evaluation.training.skat.policies.lessons import of_one_width, padded
from vorhand.native.skat_policy import played_lessons

FORM = Form(width=128, ceiling=1, spread=0.1, middle=0.3, gain=3.0)

BATCH = 512
_DECAY = 1e-2
_EVALUATE = 8192


class Played(NamedTuple):
    """Positions with a choice, one row each; cards in the network's numbering."""

    rows: npt.NDArray[np.int16]  # [n, most], active inputs, padded with `ROWS`
    legal: npt.NDArray[np.uint32]  # [n], the set of legal cards
    card: npt.NDArray[np.uint8]  # [n], the card that was played
    deal: npt.NDArray[np.uint32]  # [n], the index of its deal

    def at(self, chosen: Any) -> Played:
        """Return the positions that an index of numpy selects."""
        return Played(*(column[chosen] for column in self))


def positions_of(deals: Deals, net: int, share: float, seed: int) -> Played:
    """Return `share` percent of the turns with a choice in deals [n] that this network decides."""
    records = np.ascontiguousarray(deals).view(np.uint8).reshape(-1, DEAL.itemsize)
    found = played_lessons(records, share, seed)
    nets, sizes, rows, legal, card, deal = (np.asarray(column) for column in found)
    mine = nets == net
    return Played(
        padded(rows, sizes, mine),
        legal[mine].astype(np.uint32),
        card[mine].astype(np.uint8),
        deal[mine].astype(np.uint32),
    )


def joined(parts: list[Played]) -> Played:
    """Join several sets of positions, with distinct deal numbers."""
    wide, first = [], 0
    for part, rows in zip(parts, of_one_width([part.rows for part in parts]), strict=True):
        wide.append(part._replace(rows=rows, deal=part.deal + np.uint32(first)))
        first += int(part.deal.max(initial=0)) + 1
    return Played(*map(np.concatenate, zip(*wide, strict=True)))


def log_likelihoods(net: PolicyNet, part: Played) -> torch.Tensor:
    """Return the log probability of the card that was played [n]."""
    bits = torch.from_numpy(part.legal.astype(np.int64))[:, None] >> torch.arange(CARDS) & 1
    numbers = net(torch.from_numpy(part.rows).long()).masked_fill(bits == 0, -torch.inf)
    card = torch.from_numpy(part.card.astype(np.int64))
    return torch.log_softmax(numbers, 1).gather(1, card[:, None])[:, 0]


def likelihood(net: PolicyNet, positions: Played) -> tuple[float, float]:
    """Return the mean log probability of the card played, and its standard error over deals."""
    logs = np.zeros(len(positions.card))
    with torch.no_grad():
        for first in range(0, len(logs), _EVALUATE):
            chosen = slice(first, first + _EVALUATE)
            logs[chosen] = log_likelihoods(net, positions.at(chosen)).numpy()
    return float(logs.mean()), error_by_deal(logs, positions.deal)


def fit(positions: Played, steps: int, rate: float, seed: int) -> PolicyNet:
    """Fit a network, starting from the rule player; the learning rate falls to a twentieth."""
    torch.set_num_threads(1)  # deterministic, so that every machine computes the same sums
    net = PolicyNet(FORM)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=_DECAY)
    schedule: Any = torch.optim.lr_scheduler.CosineAnnealingLR(
        optimiser, max(1, steps), eta_min=rate / 20
    )
    order = batches(len(positions.card), seed, BATCH)
    for _ in range(steps):
        optimiser.zero_grad()
        loss = -log_likelihoods(net, positions.at(next(order))).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
        net.limit()
    return net

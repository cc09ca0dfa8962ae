"""Fits policy networks to the cards that were played, by maximum likelihood.

What is learned is how likely a player like those of the deals plays each card, which tells who
holds what (`vorhand.agents.skat.reading`); not which card is good.
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
    """Positions of one network with a choice, a row each; cards as the network names them.

    Attributes:
        rows: int16 [n, most], what is seen, filled up with `ROWS`.
        legal: uint32 [n], the set of cards that could be played.
        card: uint8 [n], the one that was.
        deal: uint32 [n], its place among the deals.
    """

    rows: npt.NDArray[np.int16]
    legal: npt.NDArray[np.uint32]
    card: npt.NDArray[np.uint8]
    deal: npt.NDArray[np.uint32]

    def at(self, chosen: Any) -> Played:
        """Some of them, as numpy indexes rows."""
        return Played(*(column[chosen] for column in self))


def positions_of(deals: Deals, net: int, share: float, seed: int) -> Played:
    """The positions of a network in deals [n].

    Args:
        deals: that were played.
        net: the number of the network.
        share: the percentage of turns with a choice that are kept.
        seed: which.
    """
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
    """Several positions as one, their deals told apart."""
    wide, first = [], 0
    for part, rows in zip(parts, of_one_width([part.rows for part in parts]), strict=True):
        wide.append(part._replace(rows=rows, deal=part.deal + np.uint32(first)))
        first += int(part.deal.max(initial=0)) + 1
    return Played(*map(np.concatenate, zip(*wide, strict=True)))


def log_likelihoods(net: PolicyNet, part: Played) -> torch.Tensor:
    """The logarithm of the share of the card that was played [n]."""
    bits = torch.from_numpy(part.legal.astype(np.int64))[:, None] >> torch.arange(CARDS) & 1
    numbers = net(torch.from_numpy(part.rows).long()).masked_fill(bits == 0, -torch.inf)
    card = torch.from_numpy(part.card.astype(np.int64))
    return torch.log_softmax(numbers, 1).gather(1, card[:, None])[:, 0]


def likelihood(net: PolicyNet, positions: Played) -> tuple[float, float]:
    """The mean logarithm of the share of the card played, and its standard error by deals."""
    logs = np.zeros(len(positions.card))
    with torch.no_grad():
        for first in range(0, len(logs), _EVALUATE):
            chosen = slice(first, first + _EVALUATE)
            logs[chosen] = log_likelihoods(net, positions.at(chosen)).numpy()
    return float(logs.mean()), error_by_deal(logs, positions.deal)


def fit(positions: Played, steps: int, rate: float, seed: int) -> PolicyNet:
    """A network fitted from the rule player on.

    Args:
        positions: what it learns from.
        steps: batches.
        rate: of learning, at the beginning; it falls to a twentieth.
        seed: of the order.
    """
    torch.set_num_threads(1)  # the same sums on every machine
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

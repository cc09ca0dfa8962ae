"""Deals up to the first lead: the bidding, the declaration and the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.skat_deals import random_deal
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat.auction import limits
from vorhand.native.skat import Deal, Phase, rule_action

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Auctions:
    """Deals with a soloist, one row each."""

    hands: npt.NDArray[np.uint32]  # [n, 3], at the first lead
    skat: npt.NDArray[np.uint32]  # [n], the skat at the first lead
    declarations: Ints  # [n, 4]: soloist, contract, level, 1 if from the hand
    held: Ints  # [n, 3], index of the highest value that each seat named or held, see `limits`
    passed: Ints  # [n, 3], index of the lowest value that each seat declined

    def __len__(self) -> int:
        return len(self.skat)

    @staticmethod
    def joined(parts: list[Auctions]) -> Auctions:
        """Join several sets of deals, in order."""
        return Auctions(
            *(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Auctions))
        )


def auction_row(deal: Deal) -> tuple[list[int], int, list[int], list[int], list[int]] | None:
    """Return the row of a deal at or after its first lead; None if it was passed in."""
    if deal.soloist < 0 or deal.contract < 0:
        return None
    start = deal.history_players.rfind(3) + 1  # after the cards are dealt
    moves = zip(deal.history_players[start:], deal.history[start:], strict=True)
    held, passed = zip(*limits(moves), strict=True)
    hands = [deal.hand(seat) | deal.played(seat) for seat in range(3)]
    declaration = [deal.soloist, deal.contract, deal.level, int(deal.hand_game)]
    return hands, deal.skat, declaration, list(held), list(passed)


def rule_auctions(seed: int, first: int, count: int) -> Auctions:
    """Return the deals first .. first + count - 1 of a seed that rule players do not pass in."""
    rows = []
    for number in range(first, first + count):
        deal = random_deal(np.random.default_rng((seed, number)))
        while deal.phase not in (Phase.PLAY, Phase.OVER):
            deal.apply(rule_action(deal))
        row = auction_row(deal)
        if row is not None:
            rows.append(row)
    hands, skat, declarations, held, passed = zip(*rows, strict=True)
    return Auctions(
        np.array(hands, np.uint32),
        np.array(skat, np.uint32),
        *(np.array(column, np.int64) for column in (declarations, held, passed)),
    )


CHUNK = 500
"""The number of deals per job."""


def _work(job: tuple[int, int, int]) -> Auctions:
    return rule_auctions(*job)


def auctions_in_parts(deals: int, seed: int, workers: Workers) -> Iterator[Auctions]:
    """Yield `rule_auctions` of deals 0 .. deals - 1, in parts and in order, with any workers."""
    return ordered_map(_work, [(seed, *part) for part in in_parts(deals, CHUNK)], workers)

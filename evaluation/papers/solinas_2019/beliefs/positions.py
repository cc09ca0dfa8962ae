"""Positions of card play in which beliefs are compared with the truth."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vorhand.agents.skat.worlds import Rows
from vorhand.evaluation.arena.given_deals import DealSourceError
from vorhand.evaluation.post_mortem.skat.pipma import DEFENDER, SOLOIST, kind_of
from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDealError, read_played_deal
from vorhand.evaluation.training.skat_deals import random_deal
from vorhand.games.skat.records import RecordLines
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal, Phase, rule_action

TRICKS = 8
"""The number of tricks that the paper examines: later there is little left to infer."""


class Position(NamedTuple):
    """A player's turn, and the true world."""

    view: SkatView  # the view of the player to move
    truth: Rows  # uint32 [4], the hands and the skat
    kind: str  # suit, grand or null
    role: int  # `SOLOIST` or `DEFENDER`
    trick: int  # 0 .. 7.


def positions(deal: Deal, seed: int) -> Iterator[Position]:
    """Yield, for each of the first tricks, the soloist's turn and that of a random defender."""
    rng = random.Random(seed)
    standing = deal.beginning()
    chosen = [rng.randrange(2) for _ in range(TRICKS)]
    turns = 0  # defenders' turns in this trick
    kind = kind_of(deal.contract)
    for action in deal.history:
        trick = standing.tricks_played
        if standing.phase == Phase.PLAY and trick < TRICKS and action < 32:
            role = SOLOIST if standing.player == standing.soloist else DEFENDER
            if role == SOLOIST or turns == chosen[trick]:
                hands = [standing.hand(seat) for seat in range(3)]
                truth = np.array([*hands, standing.skat], np.uint32)
                yield Position(observe(standing, standing.player), truth, kind, role, trick)
            turns = 0 if len(standing.trick) == 2 else turns + (role == DEFENDER)
        standing.apply(action)


def deal_by_rule(seed: int, number: int, kind: str | None = None) -> Deal | None:
    """Return a deal bid and played by rule players; None if it was passed in or of another kind."""
    deal = random_deal(np.random.default_rng((seed, number)))
    while not deal.is_over:
        deal.apply(rule_action(deal))
        if kind is not None and deal.phase == Phase.PLAY and kind_of(deal.contract) != kind:
            return None
    return deal if deal.contract >= 0 else None


def deals_of_file(path: Path) -> Iterator[Deal]:
    """Yield the deals with a complete trick in records or a match's log, without repetitions.

    Lines that are no deals are skipped.

    Raises:
        DealSourceError: there is no such file, or no such deal in it.
    """
    if not path.is_file():
        raise DealSourceError(f"deals from {str(path)!r}: there is no such file")
    seen: set[bytes] = set()
    with RecordLines(path) as lines:
        for line in lines:
            try:
                deal = read_played_deal(line).deal
            except PlayedDealError:
                continue
            if deal.contract >= 0 and deal.tricks_played and deal.history not in seen:
                seen.add(deal.history)
                yield deal
    if not seen:
        raise DealSourceError(f"deals from {str(path)!r}: it holds none with card play")

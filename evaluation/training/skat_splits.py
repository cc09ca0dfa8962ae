"""Splits of endings (the numbers of cards left of each suit), and their frequencies."""

import math
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from vorhand.agents import make_bot
from vorhand.evaluation.arena.skat.deals import BidDeals
from vorhand.evaluation.training.skat_deals import play_on
from vorhand.games.loading import load_game
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat import trump_mask
from vorhand.native.studies import trump_splits

Split: TypeAlias = tuple[int, ...]
"""Cards of the side suits, longest first (in suit games the fourth number is 0), and trumps."""

_PLAYER = "rule"
_DEALS, _SEED = 2000, 1


def of(kind: str, cards: int) -> list[Split]:
    """Return all splits of this many cards per hand, in `suit` games or `grand`."""
    return [tuple(split) for split in trump_splits(kind, cards)]


def split_of(cards: Iterable[int], contract: int) -> Split:
    """Return the split of these cards."""
    trumps = trump_mask(contract)
    side = [card for card in cards if not trumps >> card & 1]
    lengths = sorted((sum(card // 8 == suit for card in side) for suit in range(4)), reverse=True)
    return (*lengths, sum(trumps >> card & 1 for card in cards))


@cache
def met(kind: str, cards: int, deals: int = _DEALS, seed: int = _SEED) -> Counter[Split]:
    """Count splits with this many cards per hand left, in deals bid and played by rule players."""
    game = load_game("python_skat")
    bots = [make_bot(_PLAYER, game, seat, seed) for seat in range(3)]
    source = BidDeals(_PLAYER, seed)
    found: Counter[Split] = Counter()
    for number in range(deals):
        deal = source.start(number).deal()
        if deal.contract == NULL or (deal.contract == GRAND) != (kind == "grand"):
            continue
        play_on(deal, bots, game)
        left = list(map(int, deal.history))[-3 * cards :]
        found[split_of(left, deal.contract)] += 1
    return found


def most_met_first(kind: str, cards: int) -> list[Split]:
    """Return the splits by decreasing ratio of frequency to size."""
    often = met(kind, cards)
    return sorted(of(kind, cards), key=lambda split: often[split] / _bulk(split), reverse=True)


def _bulk(split: Split) -> float:
    """Return a size nearly proportional to the split's number of shapes."""
    return 1 / math.prod(
        math.factorial(count) for length, count in Counter(split[:4]).items() if length
    )

"""Common parts of the laboratory games' OpenSpiel interface: two players, zero-sum."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pyspiel

from vorhand.games.laboratory.registration import NUM_PLAYERS

_Item = TypeVar("_Item")


def game_info(*, actions: int, chance_outcomes: int, most: float, length: int) -> pyspiel.GameInfo:
    """Return OpenSpiel's `GameInfo` of a game in which nobody wins more than ``most``."""
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=chance_outcomes,
        num_players=NUM_PLAYERS,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=length,
    )


def drawn(items: Sequence[_Item], sampler: Callable[[], float]) -> _Item:
    """Choose one of ``items`` by a number from 0 to 1 that ``sampler`` gives."""
    return items[min(int(sampler() * len(items)), len(items) - 1)]

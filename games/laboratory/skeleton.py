"""Common parts of the laboratory games' OpenSpiel interface: two players, zero-sum."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.games.laboratory.registration import NUM_PLAYERS
from vorhand.native.errors import InputError

Pieces = dict[str, npt.NDArray[np.float32]]
_Item = TypeVar("_Item")


def game_info(*, actions: int, chance_outcomes: int, most: float, length: int) -> pyspiel.GameInfo:
    """Make the sizes of a game in which nobody wins more than ``most``."""
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
    """Choose one of ``items`` by a number from 0 to 1."""
    return items[min(int(sampler() * len(items)), len(items) - 1)]


def tensor_of_pieces(
    shapes: Mapping[str, tuple[int, ...]], params: dict[str, Any] | None
) -> tuple[npt.NDArray[np.float32], Pieces]:
    """Make an observer's flat tensor and its named pieces, which are views of it.

    Raises:
        ValueError: observation parameters were given; these games have none.
    """
    if params:
        raise InputError(f"observation parameters {params}: expected none")
    ends = np.cumsum([0, *(math.prod(shape) for shape in shapes.values())]).tolist()
    tensor = np.zeros(ends[-1], np.float32)
    places = zip(shapes.items(), pairwise(ends), strict=True)
    return tensor, {
        name: tensor[begin:end].reshape(shape) for (name, shape), (begin, end) in places
    }

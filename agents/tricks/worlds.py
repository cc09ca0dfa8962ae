"""Worlds of all games whose card play the common engine handles."""

from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import View, Worlds
from vorhand.native.tricks import Layouts, Play

Rows: TypeAlias = npt.NDArray[np.uint64]
"""Worlds [n, seats]: the current hands as sets of cards."""

TrickWorlds: TypeAlias = Worlds[Rows]


class TrickView(View, Protocol):
    """A view whose hidden hands can be sampled."""

    @property
    def play(self) -> Play | None:
        """The card play without the hands that the player does not see; None before it begins."""

    def layouts(self) -> Layouts:
        """Return the possible locations of the cards that the player does not see."""

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> Rows:
        """Draw up to `n` different layouts of all hands uniformly: [n, seats]."""

"""Games of Skat between compiled players, bid and declared by rule players."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from vorhand.agents.skat.compiled import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.post_mortem.skat.pipma import kind_of
from vorhand.native.skat_card_location import Tastes
from vorhand.native.skat_policy import trial

Scores: TypeAlias = list[float]
"""By deal, what the soloist makes."""


def pair_games(
    one: str, other: str, seed: int, first: int, deals: int
) -> tuple[list[str], Scores, Scores]:
    """Each of two players alone against two of the other, in the same deals.

    Args:
        one: spec of a player that is compiled.
        other: spec of the second.
        seed: of the deals.
        first: number of the first of them.
        deals: how many.

    Returns:
        By deal its kind (suit, grand, null), what the first makes alone, and what the second does.
    """
    players = (compiled_player(Spec.parse(spec)) for spec in (one, other))
    found = trial(deals, seed, first, Tastes(), *players)
    contracts, alone, against = (np.asarray(column).tolist() for column in found)
    return [kind_of(contract) for contract in contracts], alone, against

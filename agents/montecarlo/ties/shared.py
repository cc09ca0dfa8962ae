"""The tie rule that draws among the open moves."""

from collections.abc import Sequence
from typing import Any

from vorhand.agents.montecarlo.frame import Flags, Settled, TieRule, Worlds
from vorhand.agents.registry import ties


@ties("shared")
def shared() -> TieRule:
    """Divide the probability equally among the open moves."""

    def settle(view: Any, worlds: Worlds[Any], moves: Sequence[int], left: Flags) -> Settled:
        return Settled(left / left.sum())

    return settle

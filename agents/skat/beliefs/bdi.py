"""The belief by card-location networks that read the bidding and the declaration."""

from __future__ import annotations

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import belief
from vorhand.agents.skat.beliefs.card_location import Caution, Located, Trust, shipped


@belief("bdi", games=("python_skat",))
def _bdi(*, trust: Trust = 1.0, caution: Caution = 0.0) -> Belief:
    """Infer from the bidding, the declaration and the own cards, by card-location networks.

    trust, caution: as of bdci.
    """
    return Located(shipped("bdi", trust, caution))

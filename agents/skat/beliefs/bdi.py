"""The belief by card-location networks that read the bidding and the declaration."""

from __future__ import annotations

from pathlib import Path

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import belief
from vorhand.agents.skat.beliefs.card_location import (
    FOLDER,
    Caution,
    Located,
    Trust,
    file_name,
    read_networks,
)


@belief("bdi", games=("python_skat",), reads_files=True, fitted=(file_name("bdi"),))
def _bdi(*, trust: Trust = 1.0, caution: Caution = 0.0, file: str = "") -> Belief:
    """Infer from the bidding, the declaration and the own cards, by card-location networks.

    file, trust, caution: as of bdci.
    """
    return Located(read_networks(Path(file) if file else FOLDER / file_name("bdi"), trust, caution))

"""The belief by card-location networks that read the bidding and the declaration, but no plays."""

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import belief
from vorhand.agents.skat.beliefs.card_location import Caution, Located, Trust, file_name


@belief("bdi", games=("python_skat",), reads_files=True, fitted=(file_name("bdi"),))
def _bdi(*, trust: Trust = 1.0, caution: Caution = 0.0, file: str = "") -> Belief:
    """Infer from the bidding, the declaration and the player's cards, by card-location networks.

    file, trust, caution: as for bdci.
    """
    return Located.of("bdi", file, trust, caution)

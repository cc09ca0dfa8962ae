"""The belief by card-location networks that read the bidding and all cards played."""

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import belief
from vorhand.agents.skat.beliefs.card_location import Caution, Located, Trust, file_name

TRUST, CAUTION = 0.7, 0.2
"""Defaults for bdci, chosen for players it was not fitted to (docs/skat-beliefs.md)."""


@belief("bdci", games=("python_skat",), reads_files=True, fitted=(file_name("bdci"),))
def _bdci(*, trust: Trust = TRUST, caution: Caution = CAUTION, file: str = "") -> Belief:
    """Infer from the bidding, the declaration and all cards played, by card-location networks.

    file: networks of your own, or an older version, with the manifest beside them.
    trust: the exponent of the probabilities; a lower exponent gives the networks less influence.
    caution: the share of worlds that are drawn uniformly from all possible ones.
    """
    return Located.of("bdci", file, trust, caution)

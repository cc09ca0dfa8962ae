"""Policy networks and their files.

``vorhand train policy`` fits the networks that play, and ``vorhand train reading`` those by which
other players' cards are inferred from their plays. The shipped ones are in ``native/weights``.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import (
    GAME_TYPES,
    Arrays,
    NetworkFileError,
    read_arrays,
)
from vorhand.agents.skat.outcomes import card_play
from vorhand.games.skat.view import SkatView
from vorhand.native.errors import InvalidPolicyError
from vorhand.native.skat_policy import ONE, Policy

FILE = "policy.npz"
READING = "card_reading.npz"
"""File of the networks that predict other players' plays; as players they are weak."""

PLACES = ("soloist", "before", "after")
"""The player to move: the soloist, the defender before the soloist, and the one after."""

PARTS = ("rows", "hidden", "hidden_bias", "out", "ceiling")


@functools.lru_cache(maxsize=8)
def policy_from(file: str = "") -> Policy:
    """Return the networks of a file that ``vorhand train policy`` wrote, or the shipped ones.

    Raises:
        NetworkFileError: the file is missing, does not match its manifest, or holds no policy.
    """
    path = Path(file) if file else FOLDER / FILE
    try:
        return policy_of(read_arrays(path))
    except (KeyError, InvalidPolicyError) as error:
        raise NetworkFileError(f"{path}: {error}") from error


def reading_policy() -> Policy:
    """Return the shipped networks that predict other players' plays."""
    return policy_from(str(FOLDER / READING))


def policy_of(arrays: Arrays) -> Policy:
    """Build the networks of all types of game and places, from their numbers by name.

    Raises:
        KeyError: a part is missing.
        InvalidPolicyError: a part has a wrong shape, or its sums may grow too large.
    """
    nets: list[Any] = [
        tuple(np.ascontiguousarray(arrays[f"{kind}.{place}.{part}"]) for part in PARTS)
        for kind in GAME_TYPES
        for place in PLACES
    ]
    return Policy(nets)


def shares(policy: Policy, view: SkatView, temperature: float = 1.0) -> npt.NDArray[np.float64]:
    """Return the probability of each of the legal cards, in their order."""
    preferences = np.asarray(policy.preferences(card_play(view)))[list(view.legal_actions)]
    weights = np.exp((preferences - preferences.max()) / (ONE * temperature))
    return np.asarray(weights / weights.sum())

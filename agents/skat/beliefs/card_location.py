"""Beliefs of card-location networks (Solinas, Rebstock and Buro, AAAI 2019).

The networks are fitted by ``vorhand train belief``; their numbers are in ``native/weights``. A
world's probability is proportional to the product of the probabilities of its hidden cards' places.
Worlds are drawn exactly by this probability, except for a share that is drawn uniformly.

The networks are used if a player is to play a card and the whole card play since forehand's first
lead is known. In all other cases (before the card play, or in a position with unknown earlier
plays) the belief is `Declared`.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.provenance import FOLDER, MANIFEST, note_file
from vorhand.agents.registry import Range
from vorhand.agents.skat.beliefs.declared import Declared
from vorhand.agents.skat.beliefs.densities import ByCards, ByView, Cautious, Density, Floats
from vorhand.agents.skat.npz import ArrayFileError, read_npz
from vorhand.agents.skat.outcomes import card_play, is_to_play, knows_all_plays
from vorhand.games.skat.view import SkatView
from vorhand.games.texts import json_object
from vorhand.native.errors import InputError, InvalidLocationsError, InvalidNetworkError
from vorhand.native.network import Network
from vorhand.native.skat_card_location import CardLocations

GAME_TYPES = ("suit", "grand", "null")
KINDS = ("bdi", "bdci")
_LARGEST = 1 << 28  # maximum number of bytes of a file
Trust: TypeAlias = Annotated[float, Range(0, 10)]
Caution: TypeAlias = Annotated[float, Range(0, 1)]
Layers: TypeAlias = list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]
Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]


class NetworkFileError(InputError):
    """A file of networks that is missing, does not match its manifest, or holds something else."""


def file_name(kind: str) -> str:
    """Return the name of the file with the networks of a kind, bdi or bdci."""
    return f"card_location_{kind}.npz"


def shipped(kind: str, trust: float = 1.0, caution: float = 0.0) -> CardLocations:
    """Return the shipped networks of a kind, bdi or bdci; see `read_networks`."""
    return read_networks(FOLDER / file_name(kind), trust, caution)


@functools.lru_cache(maxsize=8)
def read_networks(path: Path, trust: float = 1.0, caution: float = 0.0) -> CardLocations:
    """Read networks from a file with a manifest beside it; the last few are kept in memory.

    Probabilities are raised to the power ``trust``. A power below 1 makes them less extreme, since
    the networks are overconfident about players that they were not fitted to. The share
    ``caution`` of the probability is spread equally over all worlds.

    Raises:
        NetworkFileError: see `read_arrays`; or a number is not finite, or the layers do not form a
            card-location network.
    """
    try:
        return networks_of(read_arrays(path), trust, caution)
    except (KeyError, InvalidNetworkError, InvalidLocationsError) as error:
        raise NetworkFileError(f"{path}: {error}") from error


def read_arrays(path: Path) -> Arrays:
    """Read the networks' named arrays from a file with a manifest beside it.

    Raises:
        NetworkFileError: the file or its entry in the manifest is missing, they do not match, or
            the file holds no arrays or arrays above the size limit.
    """
    try:
        content = _bytes_of(path)
        manifest = json_object(_bytes_of(path.parent / MANIFEST).decode(), longest=_LARGEST)
    except (OSError, ValueError) as error:
        raise NetworkFileError(
            f"{path}: expected a file of networks and its manifest: {error}"
        ) from error
    entry = manifest.get(path.name)
    if not isinstance(entry, dict):
        raise NetworkFileError(f"{path}: the manifest beside it does not speak of it")
    digest = hashlib.sha256(content).hexdigest()
    if digest != entry.get("sha256"):
        raise NetworkFileError(
            f"{path}: sha256 {digest[:12]}.., "
            f"its manifest expects {str(entry.get('sha256'))[:12]}.."
        )
    note_file(path, content)
    try:
        return read_npz(content)
    except ArrayFileError as error:
        raise NetworkFileError(f"{path}: {error}") from error


def _bytes_of(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise NetworkFileError(f"{path}: expected at most {_LARGEST:,} bytes")
    return content


def networks_of(arrays: Arrays, trust: float = 1.0, caution: float = 0.0) -> CardLocations:
    """Build the networks of the three types of game, in single precision.

    Raises:
        KeyError: a layer is missing.
        InvalidNetworkError: layers do not fit together, or are not finite.
        InvalidLocationsError: they do not form a card-location network.
    """
    nets = []
    for game_type in GAME_TYPES:
        sequence = layers_of(arrays, f"{game_type}.sequence")
        trunk = layers_of(arrays, f"{game_type}.trunk")
        nets.append((Network(sequence) if sequence else None, Network(trunk)))
    return CardLocations(nets, trust, caution)


def layers_of(arrays: Arrays, name: str) -> Layers:
    """Return weights [inputs, outputs] and biases of a part's layers, in order."""
    layers: Layers = []
    while f"{name}.{len(layers)}.weights" in arrays:
        number = f"{name}.{len(layers)}"
        layers.append(
            (
                np.ascontiguousarray(arrays[f"{number}.weights"], np.float32),
                np.ascontiguousarray(arrays[f"{number}.bias"], np.float32),
            )
        )
    return layers


class Located(ByView):
    """A belief that weights worlds by the networks' location probabilities of single cards."""

    def __init__(self, networks: CardLocations) -> None:
        self._networks = networks
        by_cards = ByCards(self.shares)
        self._located = Cautious(by_cards, networks.caution) if networks.caution else by_cards
        self._otherwise = Declared()

    @classmethod
    def of(cls, kind: str, file: str, trust: float, caution: float) -> Located:
        """Make the belief from a file of networks, or from the shipped ones of a kind."""
        path = Path(file) if file else FOLDER / file_name(kind)
        return cls(read_networks(path, trust, caution))

    def belief(self, view: SkatView) -> Density:
        """Use the networks if the player is to play a card and knows all plays, else `Declared`."""
        usable = is_to_play(view) and knows_all_plays(view)
        return self._located if usable else self._otherwise

    def shares(self, view: SkatView) -> Floats:
        """Return each hidden card's probability in each place, float64 [32, 4].

        It is at least 0.0001 where the card may lie.

        Raises:
            ValueError: it is not this player's turn to play a card, or plays are missing.
        """
        return np.asarray(self._networks.shares(card_play(view), view.worlds()))

"""The rules of each of OpenSpiel's trick-taking games, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from vorhand.games.openspiel_tricks.bridge import Bridge
from vorhand.games.openspiel_tricks.rules import Euchre, Hearts, OhHell, Rules, Spades
from vorhand.games.openspiel_tricks.skat import Skat

RULES: Mapping[str, type[Rules]] = {
    "bridge": Bridge,
    "euchre": Euchre,
    "hearts": Hearts,
    "oh_hell": OhHell,
    "skat": Skat,
    "spades": Spades,
}

"""The rules of each of OpenSpiel's trick-taking games, by its name."""

from collections.abc import Mapping

from vorhand.games.openspiel_tricks.bridge import Bridge
from vorhand.games.openspiel_tricks.rules import Euchre, Hearts, OhHell, Rules, Spades
from vorhand.games.openspiel_tricks.skat import Skat
from vorhand.games.openspiel_tricks.tarok import Tarok

RULES: Mapping[str, type[Rules]] = {
    "bridge": Bridge,
    "euchre": Euchre,
    "hearts": Hearts,
    "oh_hell": OhHell,
    "skat": Skat,
    "spades": Spades,
}

DEALT_UNSEEN: Mapping[str, type[Rules]] = {"tarok": Tarok}
"""Rules of games whose chance actions do not reveal the deal; they have views of their own."""

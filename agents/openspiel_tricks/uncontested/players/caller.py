"""A player that bids by playouts."""

import numpy as np
import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.openspiel_tricks.uncontested.evaluators.played_out import by_thumb
from vorhand.agents.openspiel_tricks.uncontested.evaluators.values import valued_as_last
from vorhand.agents.openspiel_tricks.uncontested.worlds import GAMES, imagined
from vorhand.agents.registry import register
from vorhand.games.openspiel_tricks.uncontested import UncontestedView

_WORLDS = 30


@register("caller", games=GAMES, keeps_state=False, fitted=("bridge_bids.tsv",))
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Call the contract with the highest mean score in playouts, if it exceeds that of a pass."""
    del game, seed
    return ThumbBot(player, _call, UncontestedView.of)


def _call(view: UncontestedView) -> int:
    worlds = imagined(view, _WORLDS, view.digest())
    means = valued_as_last(by_thumb)(view, worlds, view.legal_actions).worth.mean(axis=0)
    return view.legal_actions[int(np.argmax(means))]

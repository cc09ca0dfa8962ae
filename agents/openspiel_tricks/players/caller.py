"""An agent that makes the calls by playouts or rules, and plays the cards by playouts."""

import numpy as np
import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.openspiel_tricks.bidding.bridge import bridge_call
from vorhand.agents.openspiel_tricks.bidding.euchre import euchre_call
from vorhand.agents.openspiel_tricks.bidding.skat import skat_call
from vorhand.agents.openspiel_tricks.bidding.trick_bids import oh_hell_bid, spades_bid
from vorhand.agents.openspiel_tricks.outcomes import GAMES, wanted
from vorhand.agents.registry import register
from vorhand.games.openspiel_tricks.bridge import Bridge
from vorhand.games.openspiel_tricks.rules import Euchre, Hearts, OhHell, Spades
from vorhand.games.openspiel_tricks.skat import Skat
from vorhand.games.openspiel_tricks.view import TableView

_WORLDS = 60


@register("caller", games=GAMES, keeps_state=False)
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Call and play cards by mean results of playouts over worlds; pass high cards at Hearts."""
    del game, seed
    return ThumbBot(player, move_of, TableView.of)


def move_of(view: TableView) -> int:
    """Return a move: pass high cards on at Hearts; otherwise call and play by playouts."""
    if view.play is None:
        return _call(view)
    rows = view.worlds(_WORLDS, view.digest())
    results = view.play.playouts(rows, wanted(view))
    worths, lowest = view.worth()
    means = np.array(worths)[results - lowest].mean(axis=0)
    return view.legal_actions[int(np.argmax(means))]


def _call(view: TableView) -> int:
    rules = view.rules
    if isinstance(rules, Hearts):
        return max(view.legal_actions, key=lambda card: (card == rules.queen, card // 4))
    if isinstance(rules, Euchre):
        return euchre_call(view, rules)
    if isinstance(rules, Skat):
        return skat_call(view, rules)
    if isinstance(rules, Bridge):
        return bridge_call(view, rules)
    if isinstance(rules, Spades):
        return spades_bid(view, rules)
    assert isinstance(rules, OhHell)
    return oh_hell_bid(view, rules)

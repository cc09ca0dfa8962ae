"""An agent that bids, names trumps, passes and puts cards away by playouts or rules."""

from __future__ import annotations

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.openspiel_tricks.bidding.bids import oh_hell_bid, spades_bid
from vorhand.agents.openspiel_tricks.bidding.bridge import bridge_call
from vorhand.agents.openspiel_tricks.bidding.euchre import euchre_call
from vorhand.agents.openspiel_tricks.bidding.skat import skat_call
from vorhand.agents.openspiel_tricks.outcomes import GAMES, wanted
from vorhand.agents.registry import register
from vorhand.games.openspiel_tricks.bridge import Bridge
from vorhand.games.openspiel_tricks.rules import Euchre, Hearts, OhHell, Spades
from vorhand.games.openspiel_tricks.skat import Skat
from vorhand.games.openspiel_tricks.view import TableView

_WORLDS = 60


@register("caller", games=GAMES, keeps_state=False)
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Call, and play cards, by the means of playouts over worlds."""
    del game
    return CallerBot(player, seed, TableView.of)


class CallerBot(ViewBot):
    """A player that bids by playouts, passes high cards on and puts the weakest cards away."""

    def consider(self, view: TableView) -> Choice:
        """Return the move; rules of thumb give no scores."""
        if view.play is not None:
            rows = view.worlds(_WORLDS, view.digest())
            results = view.play.playouts(rows, wanted(view))
            worths, lowest = view.worth()
            means = np.array(worths)[results - lowest].mean(axis=0)
            return Choice.of(view, view.legal_actions[int(np.argmax(means))], "rule")
        return Choice.of(view, _call(view), "rule")


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

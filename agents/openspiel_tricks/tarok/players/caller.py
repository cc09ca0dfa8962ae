"""A player of Tarok that calls and plays by playouts."""

from __future__ import annotations

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.openspiel_tricks.tarok.bidding.calls import call
from vorhand.agents.registry import register
from vorhand.games.openspiel_tricks.tarok_view import TarokView

_PLAYED = 60  # for cards


@register("caller", games=GAMES, keeps_state=False)
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Call, and play cards, by the means of playouts over worlds."""
    del game
    return TarokCaller(player, seed, TarokView.of)


class TarokCaller(ViewBot):
    """A player of the move that pays most if all play by rules of thumb."""

    def consider(self, view: TarokView) -> Choice:
        """Return the move; rules of thumb give no scores."""
        move = _card(view) if view.play is not None else call(view)
        return Choice.of(view, move, "rule")


def _card(view: TarokView) -> int:
    assert view.contract is not None
    rows = view.worlds(_PLAYED, view.digest())
    partners, wanted = view.partners(rows), view.rules.wanted(view.contract)
    total = np.zeros(len(view.legal_actions))
    for partner in np.unique(partners):
        known = view.assuming(int(partner))
        assert known.play is not None
        worths, lowest = known.worth()
        results = known.play.playouts(rows[partners == partner], wanted)
        total += np.array(worths)[results - lowest].sum(axis=0)
    return view.legal_actions[int(np.argmax(total))]

"""A player of Tarok that calls and plays by playouts."""

import numpy as np
import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.openspiel_tricks.tarok.bidding.calls import call
from vorhand.agents.registry import register
from vorhand.games.openspiel_tricks.tarok_view import TarokView

_PLAYED = 60  # number of worlds for the choice of a card


@register("caller", games=GAMES, keeps_state=False)
def caller(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Call and play cards by mean results of playouts over worlds."""
    del game, seed
    return ThumbBot(player, move_of, TarokView.of)


def move_of(view: TarokView) -> int:
    """Return the move with the highest mean payoff if all play by rules of thumb."""
    return _card(view) if view.play is not None else call(view)


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

"""Deals of Skat that any agents play."""

from __future__ import annotations

from collections.abc import Sequence

import pyspiel

from vorhand.agents.montecarlo.bots import Explains
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import observe
from vorhand.native.skat import Deal


def play_on(deal: Deal, bots: Sequence[pyspiel.Bot], game: SkatGame) -> None:
    """Play a deal to its end by the bots of the three seats; each decides by its view."""
    while not deal.is_over:
        bot, view = bots[deal.player], observe(deal, deal.player)
        knows = isinstance(bot, Explains)
        deal.apply(bot.decide(view) if knows else bot.step(game.state_of(view)))

"""A search at Tarok that calls as the caller does."""

from __future__ import annotations

import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.openspiel_tricks.players.search_bot import SearchBot
from vorhand.agents.openspiel_tricks.tarok import AGENTS
from vorhand.agents.openspiel_tricks.tarok.players.caller import move_of
from vorhand.games.openspiel_tricks.tarok_view import TarokView


def with_caller(search: pyspiel.Bot, player: int) -> pyspiel.Bot:
    """Return a player that searches in the card play and calls as the caller before."""
    return SearchBot(player, search, AGENTS, ThumbBot(player, move_of, TarokView.of))

"""A player of Schnapsen by rules of thumb."""

import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.registry import register
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import rule_action


@register("rule", games=GAMES, instant=True, keeps_state=False)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play by rules of thumb, fast and without search."""
    del game, seed
    return ThumbBot(player, choose, view_of)


def choose(view: SchnapsenView) -> int:
    """Exchange, announce, cash winners, save trumps and keep marriages."""
    return rule_action(view.rules, view.deal)

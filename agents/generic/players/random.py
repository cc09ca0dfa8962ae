"""The player of random actions."""

import pyspiel

from vorhand.agents.registry import register


@register("random", instant=True)
def random(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play a random legal action, all equally likely."""
    del game
    return pyspiel.make_uniform_random_bot(player, seed)

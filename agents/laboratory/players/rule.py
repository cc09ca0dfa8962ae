"""A player by rules of thumb for the four-ace games."""

import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.registry import register
from vorhand.games.laboratory.four_aces import Action


@register("rule", games=("python_xx", "python_xi"), instant=True, keeps_state=False)
def four_aces_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Fold if that pays more than 0, the value of a blind bet; name the bet that usually wins."""
    del seed
    # The aces differ in colour in two of three worlds. So MAX bets on a difference, and MIN names
    # the bet on a match, which MAX loses in two worlds.
    bet = Action.DIFF if game.bettor == 0 else Action.MATCH
    call = Action.FOLD if game.fold_pays > 0 else Action.CALL
    return ThumbBot(player, lambda view: int(call if call in view.legal_actions else bet))

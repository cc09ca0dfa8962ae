"""The agent ``rule`` for the games of four aces."""

from __future__ import annotations

import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.registry import register
from vorhand.games.laboratory.four_aces import Action


@register("rule", games=("python_xx", "python_xi"))
def four_aces_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Folds if that pays more than a blind bet, worth 0; bets on the likelier colour."""
    del seed
    # The other ace differs in colour in two of three worlds: MAX bets on that, MIN gets the bet
    # that MAX would lose there.
    bet = Action.DIFF if game.bettor == 0 else Action.MATCH
    call = Action.FOLD if game.fold_pays > 0 else Action.CALL
    return ThumbBot(player, lambda view: int(call if call in view.moves else bet))

"""The agent ``rule`` for Kuhn and Leduc poker and the four-ace games: rules of thumb, no search.

They give the Monte Carlo players and the equilibrium baselines a plain opponent on every
game; nothing they do depends on chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import pyspiel

from vorhand.agents.generic.views import View
from vorhand.agents.montecarlo.bots import ChoosingBot
from vorhand.agents.registry import register
from vorhand.games.laboratory.four_aces import Action

Thumb: TypeAlias = Callable[[View], int]

_PASS, _BET = 0, 1  # Kuhn poker
_FOLD, _CALL, _RAISE = 0, 1, 2  # Leduc poker; a call with nothing to call is a check


class ThumbBot(ChoosingBot):
    """Plays what a rule of thumb says in the view of the player at turn.

    Args:
        player: its seat.
        thumb: from the view to a legal action.
    """

    def __init__(self, player: int, thumb: Thumb) -> None:
        super().__init__(player, seed=0)
        self._thumb = thumb

    def choose(self, view: View) -> dict[int, float]:
        """Probability of each legal move: 1 for that of the rule."""
        chosen = self._thumb(view)
        return {move: float(move == chosen) for move in view.moves}


@register("rule", games=("kuhn_poker",))
def kuhn_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Bets the highest card, calls with one that beats half the others, never bluffs."""
    del seed
    highest = game.num_players()

    def thumb(view: View) -> int:
        card = int(view.information.rstrip("pb"))  # the card, then p and b for what was done
        least = highest / 2 if "b" in view.information else highest
        return _BET if card >= least else _PASS

    return ThumbBot(player, thumb)


@register("rule", games=("leduc_poker",))
def leduc_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Raises the highest rank, and then a pair; calls with the next best; folds to a bet else."""
    del seed
    suits = 1 if game.get_parameters().get("suit_isomorphism") else 2
    highest = game.num_players()

    def thumb(view: View) -> int:
        own, public = (_card(view.information, name) for name in ("Private", "Public"))
        assert own is not None
        rank = own // suits
        if public is None:
            strength = rank - highest + 2
        else:
            strength = 2 if rank == public // suits else rank - highest + 1
        wish = _RAISE if strength >= 2 else _CALL if strength == 1 else _FOLD
        return wish if wish in view.moves else _CALL

    return ThumbBot(player, thumb)


def _card(information: str, name: str) -> int | None:
    found = re.search(rf"\[{name}: (\d+)\]", information)
    return int(found[1]) if found else None


@register("rule", games=("python_xx", "python_xi"))
def four_aces_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Folds if that pays more than a blind bet, worth 0; bets on the likelier colour."""
    del seed
    # The other ace differs in colour in two of three worlds: MAX bets on that, MIN gets the bet
    # that MAX would lose there.
    bet = Action.DIFF if game.bettor == 0 else Action.MATCH
    call = Action.FOLD if game.fold_pays > 0 else Action.CALL
    return ThumbBot(player, lambda view: int(call if call in view.moves else bet))

"""Players of Kuhn and Leduc poker by rules of thumb."""

import re

import pyspiel

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.generic.views import StateView
from vorhand.agents.registry import register

_PASS, _BET = 0, 1  # actions of Kuhn poker
_FOLD, _CALL, _RAISE = 0, 1, 2  # actions of Leduc poker; without a bet a call is a check


@register("rule", games=("kuhn_poker",), instant=True, keeps_state=False)
def kuhn_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Bet with the highest card, call with one that beats half of the other cards, never bluff."""
    del seed
    highest = game.num_players()

    def thumb(view: StateView) -> int:
        card = int(view.information.rstrip("pb"))  # the card; p: pass, b: bet
        least = highest / 2 if "b" in view.information else highest
        return _BET if card >= least else _PASS

    return ThumbBot(player, thumb)


@register("rule", games=("leduc_poker",), instant=True, keeps_state=False)
def leduc_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Raise with a pair or, in round one, the highest rank; call with the next best; else fold.

    A raise or fold that is not legal becomes a call, which is a check if there is no bet.
    """
    del seed
    suits = 1 if game.get_parameters().get("suit_isomorphism") else 2
    highest = game.num_players()

    def thumb(view: StateView) -> int:
        own, public = (_card(view.information, name) for name in ("Private", "Public"))
        assert own is not None
        rank = own // suits
        if public is None:
            strength = rank - highest + 2
        else:
            strength = 2 if rank == public // suits else rank - highest + 1
        wish = _RAISE if strength >= 2 else _CALL if strength == 1 else _FOLD
        return wish if wish in view.legal_actions else _CALL

    return ThumbBot(player, thumb)


def _card(information: str, name: str) -> int | None:
    match = re.search(rf"\[{name}: (\d+)\]", information)
    return int(match[1]) if match else None

"""RLCard's rule models as agents of OpenSpiel's Leduc poker; `pip install rlcard` provides them.

vorhand benchmark leduc_poker "rlcard(version=1)" --import examples/rlcard_leduc.py
"""

import re
from typing import Annotated, Any

import pyspiel

from vorhand.api import AgentError, Range, register

SUITS, RANKS = "SH", "JQK"
MODELLED = {"players": 2, "suit_isomorphism": False, "action_mapping": False}
FOLD, CALL, RAISE = 0, 1, 2  # OpenSpiel's actions; without a bet, a call is a check


def rlcard_state(state: pyspiel.State) -> dict[str, Any]:
    """Return what RLCard's models receive: the cards and the names of the legal actions."""
    legal, player = state.legal_actions(), state.current_player()
    names = {FOLD: "fold", CALL: "call" if FOLD in legal else "check", RAISE: "raise"}
    cards = dict(re.findall(r"\[(Private|Public): (\d+)\]", state.information_state_string(player)))
    hand, public = (card_name(cards.get(name)) for name in ("Private", "Public"))
    raw = {"hand": hand, "public_card": public}
    return {"raw_legal_actions": [names[action] for action in legal], "raw_obs": raw}


def card_name(card: str | None) -> str | None:
    """Return RLCard's name of a card, suit before rank; None before the public card."""
    return None if card is None else SUITS[int(card) % 2] + RANKS[int(card) // 2]


@register("rlcard", games=("leduc_poker",), keeps_state=False)
def rlcard(
    game: pyspiel.Game, player: int, seed: int, *, version: Annotated[int, Range(1, 2)] = 1
) -> pyspiel.Bot:
    """Play as RLCard's rule model `leduc-holdem-rule-v1` or `-v2`.

    In RLCard 1.2.0 the second model looks for the rank of the hand where RLCard puts the suit.

    Raises:
        AgentError: a parameter of the game changes its cards or actions, so that the models do not
            know it.
    """
    del player, seed
    given = game.get_parameters()
    if any(given.get(name, value) != value for name, value in MODELLED.items()):
        raise AgentError(
            f"agent rlcard: {game}: expected players=2, without suit_isomorphism and "
            "action_mapping; RLCard's models know no other cards and actions"
        )
    from rlcard.models import leducholdem_rule_models as models

    agents = {1: models.LeducHoldemRuleAgentV1, 2: models.LeducHoldemRuleAgentV2}
    return ModelBot(agents[version])


class ModelBot(pyspiel.Bot):
    """A bot that plays the action of a model of RLCard; an illegal one becomes a call or check."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self._model = model

    def step(self, state: pyspiel.State) -> int:
        """Return the model's action."""
        action = {"fold": FOLD, "raise": RAISE}.get(self._model.step(rlcard_state(state)), CALL)
        return action if action in state.legal_actions() else CALL

"""Actions, states and observations in plain terms, for clients that speak JSON.

An action is a dict with ``kind`` and the fields of that kind::

    {"kind": "card", "card": "SA"}           dealt or played
    {"kind": "exchange"}  {"kind": "close"}
    {"kind": "marriage", "suit": "S"}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vorhand.games.card_sets import SUITS
from vorhand.games.schnapsen.rules import RulesError
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.games.turns import fields_of
from vorhand.native.schnapsen import Rules

if TYPE_CHECKING:
    from vorhand.games.schnapsen.game import SchnapsenState

EXCHANGE, CLOSE, MARRIAGE = 32, 33, 34
_KINDS = {EXCHANGE: "exchange", CLOSE: "close"}


def action_struct(rules: Rules, action: int) -> dict[str, Any]:
    """Return the dict of an action number."""
    if action in _KINDS:
        return {"kind": _KINDS[action]}
    if action >= MARRIAGE:
        return {"kind": "marriage", "suit": SUITS[action - MARRIAGE]}
    return {"kind": "card", "card": rules.card_name(action)}


def action_from_struct(rules: Rules, struct: dict[str, Any]) -> int:
    """Return the number of the action that :func:`action_struct` wrote.

    Raises:
        RulesError: it describes no action.
    """
    kind = struct.get("kind")
    if kind == "card":
        card = rules.parse_card(str(struct.get("card")))
        if card < 0:
            raise RulesError(f"card {struct.get('card')!r}: not a card of the pack")
        return card
    if kind == "marriage":
        suit = str(struct.get("suit"))
        if len(suit) != 1 or suit not in SUITS:
            raise RulesError(f"suit {suit!r}: expected one of {', '.join(SUITS)}")
        return MARRIAGE + SUITS.index(suit)
    for action, name in _KINDS.items():
        if kind == name:
            return action
    raise RulesError(f"kind {kind!r}: expected card, marriage, exchange or close")


def state_struct(state: SchnapsenState) -> dict[str, Any]:
    """Return a whole state; ``history`` rebuilds it."""
    view = SchnapsenView.all_seeing(state)
    deal = view.deal
    return {
        "current_player": state.current_player(),
        "score": list(view.score),
        "hands": [view.names(deal.hand(player)) for player in range(2)],
        "talon": [] if deal.dealing else [view.rules.card_name(card) for card in deal.talon],
        "history": [int(action) for action in state.history()],
        **_table(view),
    }


def observation_struct(view: SchnapsenView) -> dict[str, Any]:
    """Return what one player knows."""
    deal = view.deal
    return {
        "player": view.player,
        "score": list(view.score),
        "hand": view.names(deal.hand(view.player)),
        "opponent_shown": view.names(deal.hand(1 - view.player)),
        "talon_left": 0 if deal.dealing else len(deal.talon),
        "actions": [action_struct(view.rules, action) for action in view.seen.actions],
        "draws": [view.rules.card_name(card) for card in view.seen.draws],
        **_table(view),
    }


def history_of(struct: Any) -> list[int]:
    """Return the history in a state struct or its dict.

    Raises:
        RulesError: there is none.
    """
    values = fields_of(struct)
    history = values.get("history")
    if not isinstance(history, list) or not all(isinstance(action, int) for action in history):
        raise RulesError(f"state struct {values!r}: expected a list 'history' of actions")
    return history


def _table(view: SchnapsenView) -> dict[str, Any]:
    deal = view.deal
    return {
        "trump": SUITS[deal.trump] if deal.trump >= 0 else "",
        "up": view.rules.card_name(deal.up) if deal.up >= 0 else "",
        "led": view.rules.card_name(deal.led) if deal.led >= 0 else "",
        "leader": deal.leader,
        "closer": deal.closer,
        "points": [deal.points(player) for player in range(2)],
        "pending": [deal.pending(player) for player in range(2)],
        "tricks": [deal.tricks(player) for player in range(2)],
        "played": [view.names(deal.played(player)) for player in range(2)],
        "winner": deal.winner,
        "game_points": deal.game_points,
    }

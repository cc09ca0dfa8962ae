"""Actions and states in plain terms, for clients that speak JSON.

An action is a dict with ``kind`` and the fields of that kind::

    {"kind": "card", "card": "CJ"}           dealt, discarded, pushed or played
    {"kind": "pass"}  {"kind": "hold"}
    {"kind": "bid", "value": 18}
    {"kind": "pick up"}  {"kind": "hand"}
    {"kind": "declare", "contract": "grand", "level": "plain"}  and "spitze": true with Spitze
    {"kind": "give up"}  {"kind": "lay open"}  {"kind": "agree"}  {"kind": "play on"}
    {"kind": "kontra"}  {"kind": "re"}  {"kind": "no re"}
    {"kind": "push unseen"}
"""

from typing import Any

from vorhand.games.skat.cards import (
    CARD_NAMES,
    NUM_CARDS,
    NotationError,
    cards_text,
    parse_card,
    parse_cards,
)
from vorhand.games.skat.contracts import CONTRACT_NAMES, LEVEL_NAMES, NULL, Declaration
from vorhand.native.skat import (
    AGREE,
    FIRST_BID,
    FIRST_DECLARATION,
    FIRST_SPITZE,
    GIVE_UP,
    HOLD,
    KONTRA,
    LAY_OPEN,
    NO_RE,
    NUM_ACTIONS_WITH_PUSHES,
    PASS,
    PICK_UP,
    PLAY_HAND,
    PLAY_ON,
    PUSH_UNSEEN,
    RE,
    Deal,
    action_name,
    bid_action,
    bid_values,
    declaration_action,
)

_PLAIN_KINDS = {
    "pass": PASS,
    "hold": HOLD,
    "pick up": PICK_UP,
    "hand": PLAY_HAND,
    "give up": GIVE_UP,
    "lay open": LAY_OPEN,
    "agree": AGREE,
    "play on": PLAY_ON,
    "kontra": KONTRA,
    "re": RE,
    "no re": NO_RE,
    "push unseen": PUSH_UNSEEN,
}
_PLAIN_NAMES = {action: kind for kind, action in _PLAIN_KINDS.items()}
_KINDS = ("card", "bid", "declare", *_PLAIN_KINDS)
_BID_VALUES = bid_values()


def action_struct(action: int) -> dict[str, Any]:
    """Return the dict of an action number; raise NotationError if it is not an action."""
    if not 0 <= action < NUM_ACTIONS_WITH_PUSHES:
        raise NotationError(f"action {action}: expected 0 .. {NUM_ACTIONS_WITH_PUSHES - 1}")
    if action < NUM_CARDS:
        return {"kind": "card", "card": CARD_NAMES[action]}
    if action in _PLAIN_NAMES:
        return {"kind": _PLAIN_NAMES[action]}
    if action < PICK_UP:
        return {"kind": "bid", "value": _BID_VALUES[action - FIRST_BID]}
    spitze = action >= FIRST_SPITZE
    code = action - (FIRST_SPITZE if spitze else FIRST_DECLARATION)
    contract, level = divmod(code, len(LEVEL_NAMES))
    named = {"contract": CONTRACT_NAMES[contract], "level": LEVEL_NAMES[level]}
    return {"kind": "declare", **named, **({"spitze": True} if spitze else {})}


def action_from_struct(struct: dict[str, Any]) -> int:
    """Return the number of the action that :func:`action_struct` wrote, or raise NotationError."""
    kind = struct.get("kind")
    if kind == "card":
        return parse_card(struct.get("card", ""))
    if kind == "bid":
        value = struct.get("value")
        if not isinstance(value, int):
            raise NotationError(f"bid {value!r}: expected a number")
        return bid_action(value)
    if kind == "declare":
        contract = _index("contract", struct.get("contract"), CONTRACT_NAMES)
        action = declaration_action(contract, _index("level", struct.get("level"), LEVEL_NAMES))
        spitze = struct.get("spitze", False)
        if not isinstance(spitze, bool):
            raise NotationError(f"spitze {spitze!r}: expected true or false")
        if not spitze:
            return action
        if contract == NULL:
            raise NotationError("declare null with spitze: expected a suit or grand")
        return action - FIRST_DECLARATION + FIRST_SPITZE
    if kind in _PLAIN_KINDS:
        return _PLAIN_KINDS[kind]
    raise NotationError(f"kind {kind!r}: expected one of {', '.join(_KINDS)}")


def state_struct(deal: Deal) -> dict[str, Any]:
    """Return a whole state in plain terms; ``history`` and the cards dealt rebuild it."""
    contract = Declaration.of(deal) if deal.declared else None
    history = deal.history
    return {
        "phase": deal.phase.name.lower(),
        "current_player": deal.player,
        "dealt_hands": [cards_text(deal.dealt_hand(seat)).split() for seat in range(3)],
        "dealt_skat": cards_text(deal.dealt_skat).split(),
        "hands": [cards_text(deal.hand(seat)).split() for seat in range(3)],
        "skat": cards_text(deal.skat).split(),
        "bid": deal.bid,
        "soloist": deal.soloist,
        "declaration": str(contract) if contract else "",
        "trick": [CARD_NAMES[card] for card in deal.trick],
        "leader": deal.leader,
        "soloist_tricks": deal.soloist_tricks,
        "defender_tricks": deal.defender_tricks,
        "soloist_points": deal.soloist_points,
        "defender_points": deal.defender_points,
        "history": list(history),
        "in_words": [action_name(action) for action in history],
    }


def dealt_cards(struct: dict[str, Any]) -> tuple[tuple[int, int, int], int]:
    """Return hands and skat as dealt in a state struct; raise NotationError if they are missing."""
    try:
        first, second, third = (parse_cards(" ".join(hand)) for hand in struct["dealt_hands"])
        return (first, second, third), parse_cards(" ".join(struct["dealt_skat"]))
    except (KeyError, TypeError) as error:
        raise NotationError(
            f"state struct {struct!r}: expected lists of cards 'dealt_hands' and 'dealt_skat'"
        ) from error


def _index(name: str, value: Any, names: tuple[str, ...]) -> int:
    if value not in names:
        raise NotationError(f"{name} {value!r}: expected one of {', '.join(names)}")
    return names.index(value)

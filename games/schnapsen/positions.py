"""Positions as text that is easy to write, with the cards that the players have seen.

Named fields in any order; fields at their default may be omitted::

    up=SJ hand0=SA,HT,DA,CK,CJ played=CT,CA points=21:0 shown1=ST

| field | default | |
|---|---|---|
| ``trump`` | the suit of ``up`` | a suit |
| ``hand0``, ``hand1`` | ``?`` | cards, or ``?``: not known |
| ``talon`` | ``?`` | face-down cards in the order of drawing, ``?`` or ``-``: used up |
| ``up`` | ``-`` | the face-up trump |
| ``played`` | ``-`` | cards in finished tricks: all of them, if a hand or the talon is not given |
| ``points``, ``pending`` | ``0:0`` | of players 0 and 1; pending: from marriages, before a trick |
| ``leader`` | 0 | the player who leads, or has led ``led`` |
| ``led`` | ``-`` | the card on the table |
| ``closer`` | ``-`` | the player who closed the talon |
| ``closed`` | ``0`` | points of the closer's opponent when it was closed; only with ``closer`` |
| ``shown0``, ``shown1`` | ``-`` | cards in a hand that the other player has seen there |
| ``lacks0``, ``lacks1`` | ``-`` | cards proven not to be in a hand |

A player sees a card of the opponent in a marriage or an exchange, or when the face-up trump is
drawn. A line of sixteen fields (`native/src/schnapsen/position.hpp`) is accepted too, but cannot
state the cards seen.
"""

import re
from collections.abc import Iterable

from vorhand.games.card_sets import SUITS, mask_of
from vorhand.games.texts import BLANKS
from vorhand.native.errors import PositionError
from vorhand.native.schnapsen import Deal, Rules, parse_position, with_seen_cards

_LINE_FIELDS = 16
_UNKNOWN = "?"
_FIELDS = {
    "trump": "",
    "hand0": _UNKNOWN,
    "hand1": _UNKNOWN,
    "talon": _UNKNOWN,
    "up": "-",
    "played": "-",
    "points": "0:0",
    "pending": "0:0",
    "leader": "0",
    "led": "-",
    "closer": "-",
    "closed": "0",
    "shown0": "-",
    "shown1": "-",
    "lacks0": "-",
    "lacks1": "-",
}


def is_position(text: str) -> bool:
    """Return whether a text looks like a position, in either form, rather than a record or log."""
    pieces = text.strip(BLANKS).split()
    if pieces and pieces[0].startswith("{"):
        return False
    return len(pieces) == _LINE_FIELDS or any("=" in piece for piece in pieces)


def read_position(rules: Rules, text: str) -> Deal:
    """Return the deal of a position that is given in named fields or in sixteen fields.

    Hidden cards are filled in arbitrarily, except that they respect the cards that players are
    known to lack, so the deal must be read through ``deal.view``.

    Raises:
        PositionError: an invalid field, or an impossible position.
    """
    text = text.strip(BLANKS)
    if "=" not in text:
        return parse_position(rules, " ".join(text.split()))
    fields = _fields(text)
    own = [_cards(rules, fields, f"hand{player}") for player in range(2)]
    talon = _cards(rules, fields, "talon")
    up, led = (_one(rules, fields, name) for name in ("up", "led"))
    played = _cards(rules, fields, "played") or ()
    shown = [_cards(rules, fields, f"shown{player}") or () for player in range(2)]
    lacks = [_cards(rules, fields, f"lacks{player}") or () for player in range(2)]
    leader = _number(fields, "leader", 1)
    if up and fields["closer"] == "-":
        for player, cards in enumerate(own):
            size = rules.hand_size - len(led) * (leader == player)
            if cards is not None and len(cards) != size:
                raise PositionError(
                    f"hand{player}: {len(cards)} cards, expected {size} while the talon is open"
                )
    hidden = [player for player in range(2) if own[player] is None]
    if len(hidden) == 2:
        raise PositionError("hand0, hand1: expected the cards of one of them at least")
    placed = [*(own[0] or ()), *(own[1] or ()), *(talon or ()), *played, *up, *led]
    for player in hidden:
        placed += shown[player]
    _check_once(rules, placed)
    rest = [card for card in rules.cards if card not in placed]
    for player in hidden:
        known = own[1 - player] or ()
        at_table = len(led) * (1 if leader == 1 - player else -1)
        size = len(known) + at_table - len(shown[player])
        rest.sort(key=lambda card: card in lacks[player])
        if not 0 <= size <= len(rest):
            raise PositionError(
                f"hand{player}: {size} cards that nobody saw, of {len(rest)} not given: "
                "expected hands of one size"
            )
        own[player] = (*shown[player], *rest[:size])
        rest = sorted(rest[size:])
    if talon is None:
        talon, rest = tuple(rest), []
    if rest and fields["played"] != "-":
        raise PositionError(
            f"played: {_text(rules, rest)} lie nowhere: expected all cards of tricks"
        )
    hands = [_text(rules, cards or ()) for cards in own]
    try:
        deal = parse_position(rules, _line(fields, hands, _text(rules, talon), up, leader))
    except PositionError as error:
        raise PositionError(_by_name(str(error), fields)) from error
    return with_seen_cards(
        rules, deal, [mask_of(cards) for cards in shown], [mask_of(c) for c in lacks]
    )


def _line(
    fields: dict[str, str], hands: list[str], talon: str, up: tuple[int, ...], leader: int
) -> str:
    """Return the line of sixteen fields of a position in which all cards have a place."""
    points, pending = (_pair(fields, name) for name in ("points", "pending"))
    closer = "-1" if fields["closer"] == "-" else fields["closer"]
    closed = fields["closed"]
    if closer == "-1" and closed != _FIELDS["closed"]:
        raise PositionError(f"closed {closed!r}: expected with it closer, who closed the talon")
    trump = fields["trump"] or (SUITS[up[0] // 8] if up else "")
    if trump not in tuple(SUITS):
        raise PositionError(f"trump {trump!r}: expected a suit, {', '.join(SUITS)}, or the card up")
    tricks = [str(int(number not in ("", "0"))) for number in points]
    cards = [*hands, talon, fields["up"]]
    closing = [closer, closed, str(int(closed != "0"))]
    return " ".join(
        [trump, *cards, *points, *tricks, *pending, str(leader), fields["led"], *closing]
    )


def _by_name(complaint: str, fields: dict[str, str]) -> str:
    """Translate an error about a line of sixteen fields into the terms of the named fields."""
    if fields["points"] == _FIELDS["points"] and complaint.startswith(("trick0", "points")):
        return "points: expected those of players 0 and 1, such as 21:0, since cards were played"
    if complaint.startswith("trick0"):  # the trick flags follow from the points
        return f"points {fields['points']}: do not fit the number of cards played"
    return complaint.replace("closed_points", "closed")


def position_in_words(rules: Rules, deal: Deal) -> str:
    """Return the named fields of a deal at the start of a turn, with both hands and the talon."""
    fields = {
        "trump": SUITS[deal.trump] if deal.up < 0 else "",
        "hand0": _listed(rules, deal.hand(0)),
        "hand1": _listed(rules, deal.hand(1)),
        "talon": ",".join(map(rules.card_name, deal.talon)) or "-",
        "up": rules.card_name(deal.up) if deal.up >= 0 else "-",
        "played": "-",  # all other cards have been played
        "points": f"{deal.points(0)}:{deal.points(1)}",
        "pending": f"{deal.pending(0)}:{deal.pending(1)}",
        "leader": str(deal.leader),
        "led": rules.card_name(deal.led) if deal.led >= 0 else "-",
        "closer": str(deal.closer) if deal.closer >= 0 else "-",
        "closed": str(deal.closed_points),
    }
    for player in range(2):
        fields[f"shown{player}"] = _listed(rules, deal.known(player))
        fields[f"lacks{player}"] = _listed(rules, deal.excluded(player))
    return " ".join(f"{name}={text}" for name, text in fields.items() if text != _FIELDS[name])


def hidden_fields(text: str) -> list[str]:
    """Return those of the fields hand0, hand1 and talon that a position leaves unknown."""
    if "=" not in text:
        return []
    fields = _fields(text)
    return [name for name in ("hand0", "hand1", "talon") if fields[name] == _UNKNOWN]


def _fields(text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for piece in text.strip(BLANKS).split():
        name, divided, value = piece.partition("=")
        if not divided or name not in _FIELDS or name in given or not value:
            raise PositionError(f"{piece!r}: expected {', '.join(_FIELDS)} once each, before =")
        given[name] = value
    return {**_FIELDS, **given}


def _cards(rules: Rules, fields: dict[str, str], name: str) -> tuple[int, ...] | None:
    text = fields[name]
    if text in (_UNKNOWN, "-"):
        return None if text == _UNKNOWN else ()
    cards = []
    for piece in re.split(",", text):
        card = rules.parse_card(piece)
        if card < 0:
            raise PositionError(f"{name}: {piece!r} is not a card of the pack")
        cards.append(card)
    return tuple(cards)


def _one(rules: Rules, fields: dict[str, str], name: str) -> tuple[int, ...]:
    cards = _cards(rules, fields, name)
    if cards is None or len(cards) > 1:
        raise PositionError(f"{name} {fields[name]!r}: expected one card or '-'")
    return cards


def _number(fields: dict[str, str], name: str, most: int) -> int:
    if not fields[name].isdecimal() or int(fields[name]) > most:
        raise PositionError(f"{name} {fields[name]!r}: expected a number from 0 to {most}")
    return int(fields[name])


def _pair(fields: dict[str, str], name: str) -> tuple[str, str]:
    first, _, second = fields[name].partition(":")
    if not (first.isdecimal() and second.isdecimal()):
        raise PositionError(f"{name} {fields[name]!r}: expected two numbers like 21:0")
    return first, second


def _check_once(rules: Rules, cards: list[int]) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise PositionError(f"card {rules.card_name(card)} is in the position twice")


def _text(rules: Rules, cards: Iterable[int]) -> str:
    return "".join(map(rules.card_name, cards)) or "-"


def _listed(rules: Rules, cards: int) -> str:
    return ",".join(rules.card_name(card) for card in rules.cards if cards >> card & 1) or "-"

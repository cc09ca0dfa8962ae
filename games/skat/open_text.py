"""Positions with open hands in a free notation.

``CJ SA / C7 ST / HJ S7 skat D7 D8 contract=G soloist=0 leader=0``

The hands are those of forehand, middlehand and rearhand, of equal sizes except for the cards on the
table. Lower case is accepted, and the skat may be in brackets.

| field | default | |
|---|---|---|
| ``contract`` | | ``D``, ``H``, ``S``, ``C``, ``G`` grand or ``N`` null |
| ``soloist`` | 0 | seat, 0 forehand to 2 rearhand |
| ``leader`` | 0 | seat that leads, or has led ``trick`` |
| ``trick`` | none | the cards on the table, separated by commas or dots |
| ``taken`` | not known | the soloist's points so far, at least 1, including an omitted skat's |

The skat may be omitted. If hands and ``trick`` have thirty cards, the skat is the other two; if
forehand also leads, no trick has been played. In any other position the earlier play is unknown.
"""

import re
from typing import Any

from vorhand.games.skat.cards import ALL_CARDS, NotationError, card_set, parse_card, parse_cards
from vorhand.games.skat.contracts import CONTRACTS, Declaration
from vorhand.native.skat import card_points, matadors

_KEYS = ("contract", "soloist", "leader", "trick", "taken")
_SEATS = ("0", "1", "2")
_WHOLE = 30  # number of cards in three whole hands


class PositionTextError(NotationError):
    """Text that is not a position with open hands."""


def read_open_hands(text: str) -> dict[str, Any]:
    """Return the fields of a `vorhand.games.skat.start.Start`, which need not be possible.

    Raises:
        PositionTextError, NotationError: an invalid piece, or a field given twice.
    """
    fields, cards = _pieces(text)
    written, _, skat_text = cards.partition("skat")
    hands = tuple(parse_cards(hand) for hand in written.strip(" [").split("/"))
    if len(hands) != 3:
        raise PositionTextError(f"{len(hands)} hands: expected 3, divided by /")
    if not any(hands):
        raise PositionTextError("three empty hands: expected cards still to be played")
    letter = fields.get("contract", "")
    if len(letter) != 1 or letter not in CONTRACTS:
        raise PositionTextError(
            f"contract={letter}: expected one of {', '.join(CONTRACTS)} (G grand, N null)"
        )
    contract = CONTRACTS.index(letter)
    soloist, leader = _seat(fields, "soloist"), _seat(fields, "leader")
    trick = tuple(parse_card(name) for name in re.split("[,.]", fields.get("trick", "")) if name)
    skat = parse_cards(skat_text.strip(" ]"))
    there = hands[0] | hands[1] | hands[2] | card_set(trick)
    whole = there.bit_count() == _WHOLE
    if whole and not skat:
        skat = ALL_CARDS & ~there
    own = hands[soloist] | skat | card_set(trick[(soloist - leader) % 3 :][:1])
    known = whole and leader == 0
    return {
        "hands": hands,
        "skat": skat,
        "declaration": Declaration(contract),
        "soloist": soloist,
        "leader": leader,
        "trick": trick,
        "points": _taken(fields, card_points(ALL_CARDS & ~(there | skat))),
        "matadors": matadors(contract, own) if known and own != hands[soloist] | skat else 0,
        "past_known": known,
    }


def _pieces(text: str) -> tuple[dict[str, str], str]:
    """Return the fields by name, each given at most once, and the cards with the word ``skat``."""
    fields: dict[str, str] = {}
    cards = []
    for piece in text.split():
        name, divided, value = piece.partition("=")
        name = name.lower()
        if not divided:
            is_skat = piece.strip("[]").lower() == "skat"
            if is_skat and "skat" in cards:
                raise PositionTextError(f"{piece!r}: skat is there twice; expected it once")
            cards.append("skat" if is_skat else piece.upper())
        elif name not in _KEYS:
            raise PositionTextError(f"{piece!r}: expected one of {', '.join(_KEYS)} before =")
        elif name in fields:
            raise PositionTextError(f"{piece!r}: {name} is there twice; expected each field once")
        else:
            fields[name] = value.upper()
    return fields, " ".join(cards)


def _seat(fields: dict[str, str], name: str) -> int:
    value = fields.get(name, "0")
    if value not in _SEATS:
        raise PositionTextError(f"{name}={value}: expected a seat 0, 1 or 2")
    return int(value)


def _taken(fields: dict[str, str], most: int) -> int:
    """Return the points taken before; 0: not given."""
    value = fields.get("taken")
    if value is None:
        return 0
    if not re.fullmatch("[0-9]{1,3}", value) or not 0 < int(value) <= most:
        raise PositionTextError(
            f"taken={value}: expected 1 .. {most}, the card points of the cards that are gone"
            if most
            else f"taken={value}: expected none, no card points are gone"
        )
    return int(value)

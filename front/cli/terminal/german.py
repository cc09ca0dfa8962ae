"""German words and common spellings of cards and moves, converted to the screens' notation."""

import re
from collections.abc import Iterable

from vorhand.cli.terminal.base import SYMBOLS

_SUITS = {
    **dict.fromkeys(("KARO", "SCHELLEN", "DIAMOND"), "D"),
    **dict.fromkeys(("HERZ", "ROT", "HEART"), "H"),
    **dict.fromkeys(("PIK", "BLATT", "GRÜN", "GRUEN", "SPADE"), "S"),
    **dict.fromkeys(("KREUZ", "EICHEL", "CLUB"), "C"),
}
_ENGLISH = {"D": "DIAMOND", "H": "HEART", "S": "SPADE", "C": "CLUB"}
_RANKS = {
    **{rank: rank for rank in "789TJQKA"},
    **dict.fromkeys(("10", "ZEHN", "ZEHNER", "TEN"), "T"),
    **dict.fromkeys(("BUBE", "UNTER", "JACK"), "J"),
    **dict.fromkeys(("DAME", "OBER", "QUEEN"), "Q"),
    **dict.fromkeys(("KÖNIG", "KOENIG", "KING"), "K"),
    **dict.fromkeys(("AS", "ASS", "ACE"), "A"),
    **{"SIEBEN": "7", "ACHT": "8", "NEUN": "9"},
}
_MOVES = {
    "JA": ("hold", "agree"),
    "NEIN": ("pass", "play on"),
    "WEG": ("pass",),
    "PASSE": ("pass",),
    "AUFNEHMEN": ("pick up",),
    "AUFGEBEN": ("give up",),
    "WEITER": ("play on",),
    "ZUDREHEN": ("close",),
    "TAUSCHEN": ("exchange",),
}
_LETTERS = str.maketrans({**{symbol: suit for suit, symbol in SYMBOLS.items()}, "\ufe0f": ""})
_BACKWARDS = re.compile(r"(10|[789TJQKA])([DHSC])")  # such as 10H
_LONG_TEN = re.compile(r"([DHSC])10")


def in_our_words(text: str, moves: Iterable[str] = ()) -> str:
    """Return a typed text, such as "Kreuz Bube", "10h" or "weg", in our notation and in capitals.

    Words for moves count if the move is among the possible ones.
    """
    words = text.translate(_LETTERS).replace(",", " ").replace(".", " ").upper().split()
    said = [move for move in _MOVES.get(" ".join(words), ()) if move in set(moves)]
    if said:
        return said[0].upper()
    ours = []
    while words:
        word = words.pop(0)
        suit = _SUITS.get(word)
        if suit and words and words[0] in _RANKS:
            ours.append(suit + _RANKS[words.pop(0)])
        elif suit:
            ours.append(f"{_ENGLISH[suit]}S")
        elif turned := _BACKWARDS.fullmatch(word):
            ours.append(turned[2] + _RANKS[turned[1]])
        else:
            ours.append(_LONG_TEN.sub(r"\1T", word))
    return " ".join(ours)

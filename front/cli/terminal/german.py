"""German words and common spellings of cards and moves, converted to the screens' notation."""

import re
from collections.abc import Iterable

from vorhand.cli.terminal.base import SYMBOLS
from vorhand.cli.terminal.texts import MOVES

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
    "JA": ("hold", "agree", "re"),
    "NEIN": ("pass", "play on", "no re"),
    "WEG": ("pass",),
    "PASSE": ("pass",),
    "AUFNEHMEN": ("pick up",),
    "AUFGEBEN": ("give up",),
    "WEITER": ("play on",),
    "ZUDREHEN": ("close",),
    "TAUSCHEN": ("exchange",),
}
_SEPARATORS = dict.fromkeys(",.", " ")
_LETTERS = str.maketrans({**{s: suit for suit, s in SYMBOLS.items()}, **_SEPARATORS, "\ufe0f": ""})
_BACKWARDS = re.compile(r"(10|[789TJQKA])([DHSC])")  # such as 10H
_GERMAN_CARD = re.compile(r"\b([DHSC])(10|B|D)\b")


def in_our_words(text: str, moves: Iterable[str] = ()) -> str:
    """Return a typed text, such as "Kreuz Bube", "10h" or "weg", in our notation and in capitals.

    A word for a move is converted only if the move is among the possible ones.
    """
    words = text.translate(_LETTERS).upper().split()
    typed = " ".join(words)
    shown = tuple(name for name, said in MOVES.items() if said.upper() == typed)
    possible = set(moves)
    said = [move for move in (*shown, *_MOVES.get(typed, ())) if move in possible]
    if said:
        return said[0].upper()
    ours = []
    while words:
        word = words.pop(0)
        suit = _SUITS.get(word.strip("()"))
        if suit and words and words[0] in _RANKS:
            ours.append(suit + _RANKS[words.pop(0)])
        elif suit:
            ours.append(f"{_ENGLISH[suit]}S")
        elif turned := _BACKWARDS.fullmatch(word):
            ours.append(turned[2] + _RANKS[turned[1]])
        else:
            ours.append(_GERMAN_CARD.sub(_in_notation, "ANNOUNCED" if word == "ANGESAGT" else word))
    return " ".join(ours)


def _in_notation(card: re.Match[str]) -> str:
    """Return a card whose rank is 10, B (jack) or D (queen), in our notation."""
    return card[1] + {"10": "T", "B": "J", "D": "Q"}[card[2]]

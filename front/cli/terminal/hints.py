# ruff: noqa: E501 (one text a line)
"""The table of a hint with its cards in colour, in the language of the screens."""

import re

from rich.table import Table

from vorhand.cli.terminal.base import in_colour
from vorhand.cli.terminal.texts import header, is_german, move_said

_CARD = re.compile(r"[DHSC][2-9TJQKA]( \*)?")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[.,](?=\d)")
_PERCENT = re.compile(r"(?<=\d)%")

_PHRASES = {
    # titles
    "tree": "Baumsuche",
    "rule": "Faustregel",
    "forced": "einziger Zug",
    "bidder": "Reizen",
    "iterations": "Durchläufe",
    "all": "alle",
    "of": "von",
    "worlds": "Verteilungen",
    "wins": "gewinnt",
    "for": "bei",
    # Kermit's contracts
    "of skats": "der Skats",
    # inferences
    "is with forehand": "hat Vorhand",
    "is with middlehand": "hat Mittelhand",
    "is with rearhand": "hat Hinterhand",
    "lies in the skat": "liegt im Skat",
    "by counting": "durch Zählen",
    "bid": "gereizt bis",
    "passed": "gepasst bei",
    "declared": "spielt",
    "has no": "hat kein",
    "did not trump": "stach nicht",
    "trumps": "Trumpf",
    "diamonds": "Karo",
    "hearts": "Herz",
    "spades": "Pik",
    "clubs": "Kreuz",
    "grand": "Grand",
    "null": "Null",
    "hand": "Hand",
}
_PHRASE = re.compile(rf"\b({'|'.join(sorted(_PHRASES, key=len, reverse=True))})\b")


def hint_table(table: Table) -> Table:
    """Return a copy of an agent's plain table for people."""
    ours = Table(
        title=in_colour(_said(str(table.title or "")), "table.title"),
        caption=in_colour(_said(str(table.caption or "")), "table.caption"),
        caption_justify=table.caption_justify,
        box=table.box,
        min_width=table.min_width,
    )
    for column in table.columns:
        ours.add_column(header(str(column.header)), justify=column.justify)
    names, *figures = ([str(cell) for cell in column.cells] for column in table.columns)
    columns = [list(map(_move, names)), *(list(map(_said, cells)) for cells in figures)]
    for row in zip(*columns, strict=True):
        ours.add_row(*map(in_colour, row))
    return ours


def _move(name: str) -> str:
    """Return the name of a move; cards stay in notation, as they are typed and coloured."""
    return name if _CARD.fullmatch(name) else move_said(name)


def _said(text: str) -> str:
    """Return a title, a cell or a caption with German words and figures."""
    if not is_german():
        return text
    words = _PHRASE.sub(lambda found: _PHRASES[found[0]], text)
    figures = _BETWEEN_DIGITS.sub(lambda found: "," if found[0] == "." else ".", words)
    return _PERCENT.sub(" %", figures)

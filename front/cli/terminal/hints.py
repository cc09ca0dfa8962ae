"""The table of a hint with its cards in colour, in the language of the screens."""

import re

from rich.table import Table
from rich.text import Text

from vorhand.agents.montecarlo.reasons import Reason
from vorhand.cli.terminal.base import in_colour
from vorhand.cli.terminal.texts import (
    GERMAN,
    GERMAN_PHRASES,
    GERMAN_REASONS,
    header,
    is_german,
    move_said,
    t,
)

_CARD = re.compile(r"[DHSC][2-9TJQKA]( \*)?")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[.,](?=\d)")
_PERCENT = re.compile(r"(?<=\d)%")

_NAMED = ("other", "card", "captured", "game", "hand", "first", "second")
_PHRASE = re.compile(rf"\b({'|'.join(sorted(GERMAN_PHRASES, key=len, reverse=True))})\b")


def hint_table(table: Table) -> Table:
    """Return a copy of an agent's plain table, in colour and in the language of the screens."""
    ours = Table(
        title=in_colour(_title(str(table.title or "")), "table.title"),
        caption=in_colour(said(str(table.caption or "")), "table.caption"),
        caption_justify=table.caption_justify,
        box=table.box,
        min_width=table.min_width,
    )
    for column in table.columns:
        ours.add_column(header(str(column.header)), justify=column.justify)
    names, *figures = ([str(cell) for cell in column.cells] for column in table.columns)
    columns = [list(map(_move, names)), *(list(map(said, cells)) for cells in figures)]
    for row in zip(*columns, strict=True):
        ours.add_row(*map(in_colour, row))
    return ours


def hint_line(name: str, reason: str) -> Text:
    """Return the text of a hint that has no figures."""
    return in_colour(t("{name} ({reason}, without figures)", name=_move(name), reason=said(reason)))


def _title(text: str) -> str:
    """Return a title: the name of a move, and the method in brackets."""
    name, bracket, method = text.rpartition(" (")
    return _move(name) + bracket + said(method)


def _move(name: str) -> str:
    """Return the name of a move; cards stay in notation, as they are typed and coloured."""
    return name if _CARD.fullmatch(name) else move_said(name)


def said(text: str) -> str:
    """Return a title, a cell, a figure or a caption in the language of the screens."""
    if not is_german():
        return text
    words = _PHRASE.sub(lambda found: GERMAN_PHRASES[found[0]], text)
    figures = _BETWEEN_DIGITS.sub(lambda found: "," if found[0] == "." else ".", words)
    return _PERCENT.sub(" %", figures)


def reason_text(reason: Reason) -> str:
    """Return the sentence of a reason; in English if its kind has no German text."""
    template = GERMAN_REASONS.get(reason.kind)
    if template is None or not is_german():
        return str(reason)
    words = {
        name: move_said(text) if name in _NAMED else GERMAN.get(text, text)
        for name, text in reason.words().items()
    }
    for name, fact in reason.facts.items():
        if isinstance(fact, float):
            words[name] = words[name].replace(".", ",").replace("%", " %")
    return template.format(**words)

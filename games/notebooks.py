"""Displays of our objects in notebooks, as HTML and SVG."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from vorhand.games.card_sets import SUITS

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# colours of the suits, in the order of `SUITS`
_COLOURS = ("#c25700", "#c00000", "#2b7a2b", "#202020")
_SYMBOLS = "\N{BLACK DIAMOND SUIT}\N{BLACK HEART SUIT}\N{BLACK SPADE SUIT}\N{BLACK CLUB SUIT}"
_WIDTH = 100  # width in characters
_CHARACTER, _LINE = 8.2, 24  # width of a character and height of a line of pictures, in pixels
_FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_CARD = re.compile(r"\b[DHSC][2-9TJQKA]\b")


def from_terminal(parts: Iterable[RenderableType]) -> str:
    """Return rich's output as HTML."""
    form = '<pre style="line-height:1.25">{code}</pre>'
    return _printed(parts).export_html(inline_styles=True, code_format=form).rstrip()


def to_text(parts: Iterable[RenderableType]) -> str:
    """Return rich's output as plain text."""
    from rich.console import Console

    console = Console(width=_WIDTH, file=io.StringIO(), force_jupyter=False)
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).rstrip()


def picture_from_terminal(title: str, parts: Iterable[RenderableType]) -> str:
    """Return rich's output as an SVG picture.

    Args:
        title: title above the picture.
        parts: the objects to print.
    """
    svg = _printed(parts).export_svg(title=title)
    return _FONT.sub("", svg)  # removes fonts that would be downloaded from another site


def _printed(parts: Iterable[RenderableType]) -> Console:
    from rich.console import Console

    console = Console(
        record=True, width=_WIDTH, file=io.StringIO(), force_terminal=True, force_jupyter=False
    )
    for part in parts:
        console.print(part)
    return console


def described(title: str, text: str) -> str:
    """Return a table of the lines of a text, with coloured cards.

    The part before a colon becomes the heading of its line.

    Args:
        title: title of the table.
        text: the lines, such as a state's description.
    """
    cells = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{_CARD.sub(_coloured, escape(rest))}</td></tr>'
        for name, rest in _headed(text)
    )
    return f"<table><caption>{escape(title)}</caption>{cells}</table>"


def drawn(title: str, text: str) -> str:
    """Return an SVG picture of the lines of a text, with pictures of the cards; see `described`.

    Args:
        title: title above the picture.
        text: the lines, such as a state's description.
    """
    lines = _headed(text)
    indent = 1 + max((len(name) + 2 for name, _ in lines if name), default=0)
    parts, width = [_text(1, 0, title, "font-weight:bold")], len(title) + 2
    for number, (name, rest) in enumerate(lines, 1):
        parts.append(_text(1, number, name, "fill:#666"))
        at = indent
        for k, piece in enumerate(re.split(rf"({_CARD.pattern})", rest)):
            parts.append(_drawn_card(at, number, piece) if k % 2 else _text(at, number, piece))
            at += len(piece) + k % 2
        width = max(width, at + 1)
    size = f'width="{width * _CHARACTER:.0f}" height="{_LINE * (len(lines) + 1) + 10}"'
    style = "font:13px ui-monospace,monospace;white-space:pre;background:#fff"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="{style}">{"".join(parts)}</svg>'


class Shown:
    """A notebook display of an object by its lines of text, such as a state."""

    __slots__ = ()

    @property
    def title(self) -> str:
        """The title above the lines."""
        raise NotImplementedError

    def shown(self) -> str:
        """Return the lines."""
        return str(self)

    def _repr_html_(self) -> str:
        return described(self.title, self.shown())

    def _repr_svg_(self) -> str:
        return drawn(self.title, self.shown())


def _headed(text: str) -> list[tuple[str, str]]:
    """Split each line of a text into the heading before a colon, and the rest."""
    parts = (line.partition(": ") if ": " in line else ("", "", line) for line in text.splitlines())
    return [(name, rest) for name, _, rest in parts]


def _text(at: float, line: int, text: str, style: str = "") -> str:
    x, y = at * _CHARACTER, _LINE * line + 22
    styled = f' style="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y}"{styled}>{escape(text)}</text>' if text.strip() else ""


def _drawn_card(at: float, line: int, card: str) -> str:
    x, y, suit = at * _CHARACTER, _LINE * line + 7, SUITS.index(card[0])
    frame = f'x="{x:.1f}" y="{y}" width="{3 * _CHARACTER - 3:.1f}" height="20" rx="3"'
    face = _text(at + 0.3, line, _SYMBOLS[suit] + card[1:], f"fill:{_COLOURS[suit]}")
    return f'<rect {frame} fill="#fdfcf8" stroke="#888"/>{face}'


def _coloured(card: re.Match[str]) -> str:
    suit = SUITS.index(card[0][0])
    style = f"color:{_COLOURS[suit]};white-space:nowrap"
    return f'<span style="{style}">{_SYMBOLS[suit]}{card[0][1:]}</span>'

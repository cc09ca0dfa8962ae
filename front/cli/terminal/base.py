"""The interface of a screen."""

from __future__ import annotations

import functools
import re
from typing import Any, Protocol

import pyspiel
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from vorhand.native.errors import InputError

SUIT_STYLES = ("dark_orange", "red", "green", "white")
"""Colours of the suits, in OpenSpiel's order."""

_SUITS = "DHSC"
SYMBOLS = dict(zip(_SUITS, "♦♥♠♣", strict=True))
"""Symbols of the suits, by their letters; a person may type either."""
_CARD = re.compile(r"\b[DHSC][2-9TJQKA]\b")


def card_in_colour(name: str, bright: bool = True) -> Text:
    """Return a card in the colour of its suit, with its symbol if the terminal has colours."""
    shown = SYMBOLS[name[0]] + name[1:] if _has_symbols() else name
    return Text(shown, f"bold {SUIT_STYLES[_SUITS.index(name[0])]}" if bright else "dim")


def in_colour(text: str, style: str = "") -> Text:
    """Return a text with its cards in colour."""
    shown, end = Text(style=style), 0
    for card in _CARD.finditer(text):
        shown.append(text[end : card.start()]).append_text(card_in_colour(card[0]))
        end = card.end()
    return shown.append(text[end:])


def table_in_colour(table: Table) -> Table:
    """Return a copy of a plain table with its cards in colour."""
    ours = Table(
        title=in_colour(str(table.title or ""), "table.title"),
        caption=in_colour(str(table.caption or ""), "table.caption"),
        caption_justify=table.caption_justify,
        box=table.box,
        min_width=table.min_width,
    )
    for column in table.columns:
        ours.add_column(column.header, justify=column.justify)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        ours.add_row(*(in_colour(str(cell)) for cell in row))
    return ours


@functools.cache
def _has_symbols() -> bool:
    console = Console()
    colours = console.is_terminal and console.color_system and not console.no_color
    return bool(colours) and console.encoding.startswith("utf")


class RefusedError(InputError):
    """A typed text that is no legal move; the message gives the reason."""


class Screen(Protocol):
    """The display of a game and the parser of moves. ``seen`` is the result of `look`.

    Attributes:
        hints: whether the game has hints; then `look` returns the view that agents take.
    """

    hints: bool

    def look(self, state: pyspiel.State, seat: int) -> Any:
        """Return what the player in this seat may know."""

    def legend(self, choice: Any) -> str:
        """Return the meaning of the numbers in a hint (a `Choice`); empty if it is obvious."""

    def picture(self, seen: Any) -> RenderableType:
        """Return the table as the player sees it, with the legal moves if it is their turn."""

    def prompt(self, seen: Any) -> str:
        """Return the question to the player."""

    def parse(self, seen: Any, text: str) -> list[int]:
        """Return the actions that a typed text stands for, one or more; raise RefusedError."""

    def grave(self, seen: Any, actions: list[int]) -> str:
        """Return a warning if the actions are ones a person may regret; else empty."""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """Return the end of a deal, when all cards may be seen."""

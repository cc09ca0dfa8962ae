"""The interface of a screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pyspiel
from rich.console import RenderableType

SUIT_STYLES = ("dark_orange", "red", "green", "white")
"""Colours of the suits, in OpenSpiel's order."""


class RefusedError(ValueError):
    """Typed text that is no legal move; the message gives the reason."""


class Screen(Protocol):
    """Shows a game to a player and reads moves. ``seen`` is what `look` returned.

    Attributes:
        adviser: spec of the agent that gives hints by default; None if the game has no hints.
            Where one can, `look` returns the view that it takes.
        caption: what the numbers in this agent's hints are; empty: they say so themselves.
        review: prints the review of a deal in a file of records, given its number from 1; None:
            the game has none.
    """

    adviser: str | None
    caption: str
    review: Callable[[Path, int], None] | None

    def look(self, state: pyspiel.State, seat: int) -> Any:
        """What the player in this seat may know."""

    def picture(self, seen: Any) -> RenderableType:
        """The table as the player sees it, with the legal moves when it is their turn."""

    def prompt(self, seen: Any) -> str:
        """The question to the player."""

    def parse(self, seen: Any, text: str) -> list[int]:
        """The actions that typed text stands for, one or more in turn; raises RefusedError."""

    def grave(self, seen: Any, actions: list[int]) -> str:
        """What these actions do that a person may regret, in words; empty: nothing much."""

    def outcome(self, state: pyspiel.State, seat: int) -> RenderableType:
        """The end of a deal, when all cards may be seen."""

"""The option ``--set name=value`` of several commands."""

from __future__ import annotations

from collections.abc import Sequence

from vorhand.cli.errors import OptionError
from vorhand.games.texts import each_once


def changes_of(options: Sequence[str] | None) -> dict[str, str]:
    """Return the values by name; raise OptionError for a text of another form."""
    return each_once(map(_change, options or []))


def _change(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"--set {text}: expected name=value")
    return name, value

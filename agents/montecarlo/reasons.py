"""Sentences that explain decisions by computed figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Fact: TypeAlias = str | int | float

SHARES = ("share", "than")
"""Names of the facts that are shares, 0 to 1."""


@dataclass(frozen=True)
class Reason:
    """A sentence.

    Attributes:
        kind: the identifier of the sentence, the same in every language.
        template: the English sentence, with names of facts in braces.
        facts: the figures and cards that it names.
    """

    kind: str
    template: str
    facts: Mapping[str, Fact]

    def words(self) -> dict[str, str]:
        """Return the facts as text: shares in percent, other floats with one decimal."""
        return {
            name: f"{fact:.0%}"
            if name in SHARES
            else f"{fact:.1f}"
            if isinstance(fact, float)
            else str(fact)
            for name, fact in self.facts.items()
        }

    def __str__(self) -> str:
        return self.template.format(**self.words())

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence as plain data."""
        return {"kind": self.kind, "facts": dict(self.facts), "text": str(self)}

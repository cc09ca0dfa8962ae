"""Contracts, announcements and declarations, and their notation.

A declaration consists of a contract, the choice to play from the hand, and announcements. It is
written as on the International Skat Server: the letter of the contract (a suit, ``G`` grand, ``N``
null), then ``H`` hand, ``S`` schneider announced, ``Z`` schwarz announced, ``O`` ouvert; each
announcement implies those it requires. A ``P`` at the end is Spitze (club rules). It is written but
not parsed, since records do not have it.

>>> Declaration.parse("CHZ")
Declaration(contract=3, level=2, hand=True, spitze=False)
>>> print(Declaration.parse("CHZ"), "=", Declaration.parse("CHZ").in_words())
CHZ = clubs hand schwarz announced
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vorhand.games.skat.cards import SUIT_NAMES, NotationError
from vorhand.native.skat import Deal

DIAMONDS, HEARTS, SPADES, CLUBS, GRAND, NULL = range(6)
CONTRACTS = "DHSCGN"
CONTRACT_NAMES = (*SUIT_NAMES, "grand", "null")

PLAIN, SCHNEIDER, SCHWARZ, OUVERT = range(4)
LEVEL_NAMES = ("plain", "schneider", "schwarz", "ouvert")
"""Announcements beyond the contract; in a suit or grand each implies those before it."""

_DIAMOND_JACK = 7
_ANNOUNCED = ("", " schneider announced", " schwarz announced", " ouvert")


@dataclass(frozen=True, slots=True)
class Declaration:
    """The soloist's declaration."""

    contract: int  # 0..3 suits, 4 grand, 5 null
    level: int = PLAIN  # 0 plain, 1 schneider announced, 2 schwarz announced, 3 ouvert
    hand: bool = False  # the skat was not picked up
    spitze: bool = False  # the lowest trump must take the last trick (club rules)

    @classmethod
    def of(cls, deal: Deal) -> Declaration:
        """Return the declaration of a deal after it was made."""
        return cls(deal.contract, deal.level, deal.hand_game, deal.spitze_announced)

    @classmethod
    def parse(cls, text: str) -> Declaration:
        """Parse a declaration; raise NotationError if the text is none."""
        declaration = _DECLARATIONS.get(text)
        if declaration is None:
            raise NotationError(
                f"declaration {text!r}: expected one of {', '.join(_DECLARATIONS)} (a contract of "
                f"{CONTRACTS}, then H hand, S schneider, Z schwarz announced, O ouvert)"
            )
        return declaration

    def __str__(self) -> str:
        if self.spitze:
            return f"{replace(self, spitze=False)}P"
        return _TEXTS.get(self) or f"{self.contract}/{self.level}/{self.hand}"

    def in_words(self) -> str:
        """Describe it in words: ``hearts hand schneider announced``."""
        hand = " hand" if self.hand else ""
        spitze = " spitze" if self.spitze else ""
        return CONTRACT_NAMES[self.contract] + hand + _ANNOUNCED[self.level] + spitze


def lowest_trump(contract: int) -> int:
    """Return the lowest trump: the seven of the suit, in grand the jack of diamonds."""
    return 8 * contract if contract < GRAND else _DIAMOND_JACK


def _all_declarations() -> dict[str, Declaration]:
    declarations = {}
    for contract, letter in enumerate(CONTRACTS):
        declarations[letter] = Declaration(contract)
        declarations[letter + "H"] = Declaration(contract, PLAIN, hand=True)
        if contract == NULL:
            declarations["NO"] = Declaration(NULL, OUVERT)
            declarations["NOH"] = Declaration(NULL, OUVERT, hand=True)
        else:
            declarations[letter + "HS"] = Declaration(contract, SCHNEIDER, hand=True)
            declarations[letter + "HZ"] = Declaration(contract, SCHWARZ, hand=True)
            declarations[letter + "O"] = Declaration(contract, OUVERT, hand=True)
    return declarations


_DECLARATIONS = _all_declarations()
_TEXTS = {declaration: text for text, declaration in _DECLARATIONS.items()}

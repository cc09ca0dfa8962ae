"""Skat by the International Skat Order: notation, the OpenSpiel game, views, records.

Importing this package registers the game ``python_skat`` with OpenSpiel.
"""

from vorhand.games.skat.cards import NotationError, cards_text, parse_card, parse_cards
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.game import SCORINGS, SkatGame, SkatState
from vorhand.games.skat.observer import SkatObserver
from vorhand.games.skat.start import Start
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.errors import IllegalActionError, InvalidDealError

__all__ = [
    "SCORINGS",
    "Declaration",
    "IllegalActionError",
    "InvalidDealError",
    "NotationError",
    "SkatGame",
    "SkatObserver",
    "SkatState",
    "SkatView",
    "Start",
    "cards_text",
    "observe",
    "parse_card",
    "parse_cards",
]

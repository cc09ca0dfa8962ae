"""The seats of xskat's human players: bids, discards, declarations and cards, made by clicks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from vorhand.evaluation.xskat.program import XskatError, hand_order
from vorhand.evaluation.xskat.window import Program, Window
from vorhand.games.skat.cards import CARD_NAMES, card_list, card_set
from vorhand.games.skat.contracts import GRAND, PLAIN, Declaration

if TYPE_CHECKING:
    from Xlib.xobject.drawable import Window as Drawable

_CARDS_OF_TRICK = 3
# Positions and sizes in a window.
OWN_BOX, LEFT_BOX, RIGHT_BOX = (256, 252), (64, 108), (512, 108)
_BOX = (64, 16)
_FRAME = 4
_PASS_BOX, _DONE_BOX = (320, 252), (288, 252)
_WHITE = 255
_NOWHERE = (600, 250)
# Number of parts of each dialog, by which it is recognised, and indices of the parts to press.
_HAND_PARTS, _HAND_YES, _HAND_NO = 4, 1, 2
_GAME_PARTS, _GAME_ANNOUNCE = 13, 10
_GAME_CONTRACT = (1, 2, 3, 4, 6, 5)  # xskat's numbers of the contracts D H S C G N
_GAME_LEVEL = 6  # xskat's number before those of schneider, schwarz, ouvert: 7, 8, 9


class Table:
    """The public view of the table.

    Attributes:
        program: xskat.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._window = program.windows[0]
        self._trick: list[int] = []

    def next_card(self) -> int:
        """Wait for the next card to be played, and return it."""
        return self.program.until(self._next_card, "a card of xskat")[0]

    def _next_card(self) -> list[int]:
        card = self._window.trick_card(len(self._trick))
        return [] if card is None else [card]

    def record(self, card: int) -> None:
        """Record a card played; clear away the trick that it completes."""
        self._trick.append(card)
        if len(self._trick) == _CARDS_OF_TRICK:
            first = self._trick[0]
            self._window.click(*_NOWHERE)
            self.program.until(lambda: self._window.trick_card(0) != first, "the next trick")
            self._trick = []


class Seat:
    """The seat of one of our players at xskat's table.

    Attributes:
        window: the window of this player.

    Args:
        table: the table.
        player: the player's number at the table.
    """

    def __init__(self, table: Table, player: int) -> None:
        self.window = table.program.windows[player]
        self._table = table
        self._until = table.program.until
        self._hand: list[int | None] = []

    def bid(self) -> None:
        """Click our box: name the value in it, or answer "Yes" to the caller's value."""
        self.window.click(*_centre(OWN_BOX))

    def pass_by(self) -> None:
        """Pass in the bidding."""
        self.window.click(*_centre(_PASS_BOX))

    def hand_dialog(self) -> list[Drawable]:
        """Return the parts of the dialog that offers a hand game; nothing if it is not open."""
        return _parts(self.window, _HAND_PARTS)

    def choose_hand(self, hand: bool) -> None:
        """Wait for the question whether the game is played from the hand, and answer it."""
        dialog = self._until(self.hand_dialog, "the question for a hand game")
        self.window.press(dialog[_HAND_YES if hand else _HAND_NO])

    def discard(self, twelve: int, wanted: int) -> None:
        """Wait until the skat lies open, and discard two of twelve cards."""
        skat = self._until(self._open_skat, "the skat")
        discards = card_list(wanted)
        # Each pressed card is exchanged with a card of the skat in turn, the left one first.
        pressed = [card for card in discards if card not in skat]
        if len(pressed) == 1 and skat[0] in discards:
            pressed.append(skat[0])
        for place, card in enumerate(pressed):
            self._press_card(card, in_order(twelve & ~card_set(skat), GRAND))
            skat[place] = card
            self._until(partial(self._skat_is, skat), "our discard")
        self.window.click(*_centre(_DONE_BOX))

    def _open_skat(self) -> list[int]:
        cards = [self.window.skat_card(place) for place in range(2)]
        return [] if None in cards else [card for card in cards if card is not None]

    def _skat_is(self, cards: list[int]) -> bool:
        return self._open_skat() == cards

    def declare(self, declaration: Declaration) -> None:
        """Announce our game."""
        game = self._until(lambda: _parts(self.window, _GAME_PARTS), "a choice of games")
        self.window.press(game[_GAME_CONTRACT[declaration.contract]])
        if declaration.level != PLAIN:
            self.window.press(game[_GAME_LEVEL + declaration.level])
        self.window.press(game[_GAME_ANNOUNCE])

    def sort_hand(self, cards: int, contract: int) -> None:
        """Record the hand at the start of the card play, in the order of the window."""
        self._hand = in_order(cards, contract)

    def play(self, card: int) -> None:
        """Play a card; raise XskatError if another card lies on the table afterwards."""
        self._until(lambda: self.window.hint() is not None, "our turn")
        self._press_card(card, self._hand)
        self._hand[self._hand.index(card)] = None
        if (shown := self._table.next_card()) != card:
            raise XskatError(f"xskat shows {CARD_NAMES[shown]}: expected our {CARD_NAMES[card]}")
        self._table.record(card)

    def hinted_card(self) -> int:
        """Wait for the mark over the card that xskat would play here, and return the card."""
        return self._until(self._hinted, "a hint")[0]

    def _hinted(self) -> list[int]:
        place = self.window.hint()
        card = self._hand[place] if place is not None and self.window.hand() == self._hand else None
        return [] if card is None else [card]

    def _press_card(self, card: int, hand: list[int | None]) -> None:
        """Press a card once the window shows the hand as expected."""
        self._until(lambda: self.window.hand() == hand, "our hand in order")
        self.window.click_hand(hand.index(card))


def in_order(cards: int, contract: int) -> list[int | None]:
    """Return a hand in the order of xskat's windows."""
    return [*sorted(card_list(cards), key=hand_order(contract))]


def is_white(window: Window, box: tuple[int, int]) -> bool:
    """Return True if the box has disappeared."""
    return set(window.picture(*box, *_BOX)[::4]) == {_WHITE}


def value_picture(window: Window, box: tuple[int, int]) -> bytes:
    """Return the picture of the text in a box; nothing while it is empty or changes.

    While it changes, the box is inverted.
    """
    x, y = box
    width, height = _BOX
    picture = window.picture(x + _FRAME, y + _FRAME, width - 2 * _FRAME, height - 2 * _FRAME)
    white = picture[::4].count(_WHITE) / (len(picture) // 4)
    return picture if 0.5 < white < 1 else b""


def _centre(box: tuple[int, int]) -> tuple[int, int]:
    return box[0] + _BOX[0] // 2, box[1] + _BOX[1] // 2


def _parts(window: Window, count: int) -> list[Drawable]:
    """Return the parts of the open dialog if it has this many, else none."""
    parts = window.dialog()
    return parts if len(parts) == count else []

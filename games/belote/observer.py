"""Tensors and strings of Belote: own cards, the turned-up card, calls and plays in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vorhand.games.belote.rules import CARDS, NUM_ACTIONS, SEATS, cards_text
from vorhand.games.observers import Observer, Shapes

if TYPE_CHECKING:
    from vorhand.games.belote.game import BeloteGame, BeloteState
    from vorhand.games.belote.view import BeloteView

_CALLS = 16  # number of the last calls that are kept
_PIECES = {
    "player": (SEATS,),
    "first": (SEATS,),
    "dealt": (CARDS,),
    "turned": (CARDS,),
    "calls": (_CALLS, SEATS + NUM_ACTIONS),
    "plays": (CARDS, SEATS + CARDS),
    "belote": (SEATS,),  # the seat that has announced it
}


class BeloteObserver(Observer):
    """Observer of Belote.

    It remembers everything with or without perfect recall, except that the tensor holds only the
    last 16 calls of an auction.
    """

    def shapes(self, game: BeloteGame) -> Shapes:
        """Return the shapes of the pieces."""
        del game
        shown = {name: self.public for name in _PIECES} | {"player": True}
        shown["dealt"] = self.own or self.everyone
        pieces = {name: shape for name, shape in _PIECES.items() if shown[name]}
        return pieces | {"dealt": (SEATS, CARDS)} if self.everyone else pieces

    def write(self, state: BeloteState, player: int) -> None:
        """Write the pieces."""
        view = state.view(player)
        self.dict["player"][player] = 1
        if self.own:
            self.dict["dealt"][list(view.dealt)] = 1
        if self.everyone:
            for seat in range(SEATS):
                self.dict["dealt"][seat, list(state.view(seat).dealt)] = 1
        if self.public:
            self._write_public(view)

    def _write_public(self, view: BeloteView) -> None:
        self.dict["first"][view.first] = 1
        if view.turned >= 0:
            self.dict["turned"][view.turned] = 1
        for row, (seat, action) in enumerate(view.calls[-_CALLS:]):
            self.dict["calls"][row, [seat, SEATS + action]] = 1
        for row, (seat, card) in enumerate(view.plays):
            self.dict["plays"][row, [seat, SEATS + card]] = 1
        if view.announced >= 0:
            self.dict["belote"][view.announced] = 1

    def string_from(self, state: BeloteState, player: int) -> str:
        """Return the same as text."""
        view = state.view(player)
        if self.own and self.public:
            return view.describe()
        parts = [
            f"seat {seat} dealt {cards_text(state.view(seat).dealt)}"
            for seat in self.seats(state, player)
        ]
        if self.public:
            text = replace(view, dealt=()).describe().replace(" dealt -", "")
            parts.append(text.removeprefix(f"seat {player} "))
        return " | ".join(parts)

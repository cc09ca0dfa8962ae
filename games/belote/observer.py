"""Tensors and strings of Belote: own cards, the card turned up, calls and plays in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vorhand.games.belote.rules import CARDS, NUM_ACTIONS, SEATS, BeloteError
from vorhand.games.observers import in_pieces

if TYPE_CHECKING:
    from vorhand.games.belote.game import BeloteState

_CALLS = 16  # the last of them
_PIECES = {
    "player": (SEATS,),
    "first": (SEATS,),
    "dealt": (CARDS,),
    "turned": (CARDS,),
    "calls": (_CALLS, SEATS + NUM_ACTIONS),
    "plays": (CARDS, SEATS + CARDS),
    "belote": (SEATS,),  # who has announced it
}


class BeloteObserver:
    """All that a player may know; nothing is forgotten but calls before the last 16 of an auction.

    Attributes:
        tensor: float32, the parts of `dict` one after the other.
        dict: the parts by name, as they stand in this file.
    """

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise BeloteError(f"observation parameters {params}: expected none")
        self.tensor, self.dict = in_pieces(_PIECES)

    def set_from(self, state: BeloteState, player: int) -> None:
        """Fills in the tensor."""
        view = state.view(player)
        self.tensor.fill(0)
        self.dict["player"][player] = self.dict["first"][view.first] = 1
        self.dict["dealt"][list(view.dealt)] = 1
        if view.turned >= 0:
            self.dict["turned"][view.turned] = 1
        for row, (seat, action) in enumerate(view.calls[-_CALLS:]):
            self.dict["calls"][row, [seat, SEATS + action]] = 1
        for row, (seat, card) in enumerate(view.plays):
            self.dict["plays"][row, [seat, SEATS + card]] = 1
        if view.announced >= 0:
            self.dict["belote"][view.announced] = 1

    def string_from(self, state: BeloteState, player: int) -> str:
        """The same as text."""
        return state.view(player).describe()

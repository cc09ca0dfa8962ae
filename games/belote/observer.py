"""Tensors and strings of Belote: own cards, the turned-up card, calls and plays in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyspiel

from vorhand.games.belote.rules import CARDS, NUM_ACTIONS, SEATS, BeloteError, cards_text
from vorhand.games.observers import in_pieces

if TYPE_CHECKING:
    from vorhand.games.belote.game import BeloteState
    from vorhand.games.belote.view import BeloteView

_CALLS = 16  # the last ones
_PIECES = {
    "player": (SEATS,),
    "first": (SEATS,),
    "dealt": (CARDS,),
    "turned": (CARDS,),
    "calls": (_CALLS, SEATS + NUM_ACTIONS),
    "plays": (CARDS, SEATS + CARDS),
    "belote": (SEATS,),  # the seat that has announced it
}


class BeloteObserver:
    """Observer for one combination of OpenSpiel's IIGObservationType.

    It remembers everything with or without perfect recall, except that the tensor holds only the
    last 16 calls of an auction.

    Args:
        iig_obs_type: public_info and private_info (of the observing player, of all players, or
            none) select the contents of the observation.
        params: none are known; BeloteError names those that were passed.

    Attributes:
        tensor: float32, the parts of `dict` one after the other.
        dict: the parts by name, in the order of this file.
    """

    def __init__(self, iig_obs_type: Any, params: dict[str, Any] | None = None) -> None:
        if params:
            raise BeloteError(f"observation parameters {params}: expected none")
        private = iig_obs_type.private_info
        self._public = iig_obs_type.public_info
        self._own = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._everyone = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        shown = {name: name == "player" or self._public for name in _PIECES}
        shown["dealt"] = self._own or self._everyone
        pieces = {name: shape for name, shape in _PIECES.items() if shown[name]}
        if self._everyone:
            pieces["dealt"] = (SEATS, CARDS)
        self.tensor, self.dict = in_pieces(pieces)

    def set_from(self, state: BeloteState, player: int) -> None:
        """Fill in the tensor."""
        view = state.view(player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._own:
            self.dict["dealt"][list(view.dealt)] = 1
        if self._everyone:
            for seat in range(SEATS):
                self.dict["dealt"][seat, list(state.view(seat).dealt)] = 1
        if self._public:
            self._set_public(view)

    def _set_public(self, view: BeloteView) -> None:
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
        if self._own and self._public:
            return view.describe()
        seats = range(SEATS) if self._everyone else [player] if self._own else []
        parts = [f"seat {seat} dealt {cards_text(state.view(seat).dealt)}" for seat in seats]
        if self._public:
            text = replace(view, dealt=()).describe().replace(" dealt -", "")
            parts.append(text.removeprefix(f"seat {player} "))
        return " | ".join(parts)

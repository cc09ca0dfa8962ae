"""Observations of Belote in OpenSpiel's forms: strings and tensors.

With perfect recall both contain the player's cards as dealt, and the calls and plays in order; the
tensor contains only the last 16 calls of an auction. Without it they contain the hand, the last
call of each seat, the bid, this trick and the previous one, the cards played by each seat, and the
tricks and points. The compiled core writes the tensors, of named pieces; `docs/belote.md` lists
them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vorhand.games.belote.rules import SUITS, VALUES, action_name, cards_text
from vorhand.games.observers import Floats, Observer, Shapes, tensor_of
from vorhand.native.belote import observation_shapes, write_observation

if TYPE_CHECKING:
    from vorhand.games.belote.game import BeloteGame, BeloteState

_PHASES = ("dealing", "calls", "play", "over")
_POINTS, _TRICKS = 162, 8


class BeloteObserver(Observer):
    """Observer of Belote."""

    def shapes(self, game: BeloteGame) -> Shapes:
        """Return the shapes of the pieces."""
        del game
        return observation_shapes(self.contents)

    def set_from(self, state: BeloteState, player: int) -> None:
        """Write the observation of a state by a player into `tensor`."""
        write_observation(state.deal, player, self.contents, self.tensor)

    def string_from(self, state: BeloteState, player: int) -> str:
        """Return the observation of a state by a player as text."""
        if not self.recall:
            tensor, pieces = tensor_of(observation_shapes(self.contents))
            write_observation(state.deal, player, self.contents, tensor)
            return _table_text(pieces, player if self.own else None)
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


def _table_text(pieces: dict[str, Floats], player: int | None) -> str:
    """Describe an observation without recall, from its pieces."""
    parts = []
    if player is not None:
        parts.append(f"seat {player} hand {_cards(pieces['hand'])}")
    elif "hand" in pieces:
        parts += [f"seat {seat} hand {_cards(row)}" for seat, row in enumerate(pieces["hand"])]
    if "phase" not in pieces:
        return " | ".join(parts)
    to_act = "".join(f", {seat} to act" for seat in _marked(pieces["to_act"]))
    parts.append(f"first {_marked(pieces['first'])[0]}")
    parts.append(_PHASES[_marked(pieces["phase"])[0]] + to_act)
    parts += [f"turned {_cards(pieces['turned'])}"] if pieces["turned"].any() else []
    calls = [f"{seat} {action_name(int(action))}" for seat, action in np.argwhere(pieces["calls"])]
    parts += ["last calls " + ", ".join(calls)] if calls else []
    for seat in _marked(pieces["taker"]):
        value = "".join(f" {VALUES[value]}" for value in _marked(pieces["value"]))
        doubled = "".join((" contre", " surcontre")[place] for place in _marked(pieces["doubled"]))
        parts.append(f"{seat} plays{value} {SUITS[_marked(pieces['trumps'])[0]]}{doubled}")
    for name in ("trick", "last_trick", "played"):
        if pieces[name].any():
            seats = " / ".join(map(_cards, pieces[name]))
            parts.append(f"{name.replace('_', ' ')} {seats}")
    tricks, points = np.rint(pieces["tricks"] * _TRICKS), np.rint(pieces["points"] * _POINTS)
    parts.append(f"tricks {tricks[0]:.0f}:{tricks[1]:.0f}, points {points[0]:.0f}:{points[1]:.0f}")
    parts += [f"belote {seat}" for seat in _marked(pieces["belote"])]
    return " | ".join(parts)


def _marked(piece: Floats) -> list[int]:
    return np.flatnonzero(piece).tolist()


def _cards(piece: Floats) -> str:
    return cards_text(_marked(piece))

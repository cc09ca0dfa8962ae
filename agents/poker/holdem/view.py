"""A player's knowledge of a hand of hold'em."""

import re
from functools import cached_property

from vorhand.agents.generic.views import StateView
from vorhand.agents.poker.holdem.betting import Betting, betting
from vorhand.agents.poker.holdem.hands import cards_of

_MOVES = {"f": 0, "c": 1, "r": 2}


class HoldemView(StateView):
    """The knowledge of one player at one of their turns."""

    @cached_property
    def hole(self) -> list[int]:
        """The player's own two cards."""
        return cards_of(self._field("Private"))

    @cached_property
    def board(self) -> list[int]:
        """The cards on the board, none to five."""
        return cards_of(self._field("Public"))

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """The actions of both players: 0 fold, 1 call or check, 2 raise or bet."""
        return tuple(_MOVES[move] for move in self._field("Sequences").replace("|", ""))

    @cached_property
    def betting(self) -> Betting:
        """The betting tree of the game."""
        return betting(self.rules)

    @cached_property
    def node(self) -> int:
        """The hand's node in the betting tree."""
        return self.betting.numbers[self.moves]

    def _field(self, name: str) -> str:
        found = re.search(rf"\[{name}: ([^]]*)\]", self.information)
        assert found is not None, self.information
        return found[1]

"""The record of a played deal of any game: a JSON object on one line, with all actions.

>>> PlainRecord("kuhn_poker", 0, ("rule", "random"), (1, 2, 0, 0), (-1.0, 1.0)).line()
'{"game":"kuhn_poker","deal":0,"seats":["rule","random"],"actions":[1,2,0,0],"returns":[-1.0,1.0]}'
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import pyspiel


class ReplayError(ValueError):
    """A line that is no record, or a record that does not replay to its own result."""


class PlainRecord(NamedTuple):
    """A deal played to its end.

    Attributes:
      game: the game string.
      deal: number of the deal.
      seats: names of the players, in the order of the game.
      actions: all of them, chance's included.
      returns: of each player.
    """

    game: str
    deal: int
    seats: tuple[str, ...]
    actions: tuple[int, ...]
    returns: tuple[float, ...]

    @classmethod
    def of(cls, state: pyspiel.State, game: str, deal: int, seats: Sequence[str]) -> PlainRecord:
        """The record of a terminal state."""
        actions = tuple(int(action) for action in state.history())
        return cls(game, deal, tuple(seats), actions, tuple(state.returns()))

    def line(self) -> str:
        """The record as text, without the end of the line."""
        return json.dumps(self._asdict(), separators=(",", ":"))

    @classmethod
    def parse(cls, line: str) -> PlainRecord:
        """Reads a line; raises ReplayError."""
        try:
            fields = json.loads(line)
            return cls(
                str(fields["game"]),
                int(fields["deal"]),
                tuple(map(str, fields["seats"])),
                tuple(map(int, fields["actions"])),
                tuple(map(float, fields["returns"])),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ReplayError(f"record {line[:200]!r}: {type(error).__name__}: {error}") from error

    def replay(self, game: pyspiel.Game) -> pyspiel.State:
        """The terminal state that the actions lead to; raises ReplayError."""
        state = replay(game, self.actions)
        returns = tuple(state.returns())
        if returns != self.returns:
            raise ReplayError(
                f"record {self.line()[:200]!r}: states the returns {list(self.returns)}, "
                f"its actions lead to {list(returns)}"
            )
        return state


def replay(game: pyspiel.Game, actions: Sequence[int]) -> pyspiel.State:
    """The terminal state that the actions lead to; raises ReplayError."""
    state = game.new_initial_state()
    for k, action in enumerate(actions):
        if action not in state.legal_actions():
            raise ReplayError(f"action {k} is {action}; expected one of {state.legal_actions()}")
        state.apply_action(action)
    if not state.is_terminal():
        raise ReplayError(f"ends after {len(actions)} actions; expected a game played to its end")
    return state

"""The record of a played deal of any game: a JSON object on one line, with all actions.

A line of a match's log is such an object that also names the match. If the game has a record format
of its own, the line holds such a record in place of the actions.

>>> PlainRecord("kuhn_poker", 0, ("rule", "random"), (1, 2, 0, 0), (-1.0, 1.0)).line()
'{"game":"kuhn_poker","deal":0,"seats":["rule","random"],"actions":[1,2,0,0],"returns":[-1.0,1.0]}'
"""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Self

import pyspiel

from vorhand.games.texts import TextError, field, json_object, list_field
from vorhand.games.turns import TurnState
from vorhand.native.errors import InputError

_MISSING: Mapping[str, Any] = {"deal": 0, "seats": [], "actions": [], "returns": []}


class RecordError(InputError):
    """A line that is not a record.

    Attributes:
        piece: the offending text; empty if the message alone describes it.
        expected: description of a valid text.
        column: character of the line, from 1, at which ``piece`` starts; 0 if not known.
        line: number of the line in its file, from 1; 0 outside a file.
    """

    piece = expected = ""
    column = line = 0

    @classmethod
    def at(cls, piece: str, expected: str, column: int) -> Self:
        """Return the error for an invalid piece of a line."""
        error = cls(f"column {column}: {_quoted(piece)}: expected {expected}")
        error.piece, error.expected, error.column = piece, expected, column
        return error

    def in_line(self, line: int) -> Self:
        """Return the same error with the number of the line in its file."""
        error = copy.copy(self)
        error.args = (f"line {line}{', ' if self.column else ': '}{self}",)
        error.line = line
        return error


class ReplayError(RecordError):
    """A record whose moves are illegal, or do not lead to its result."""


def _quoted(piece: str) -> str:
    """Quote the piece as printable ASCII, without its middle if it is long."""
    if len(piece) > 40:
        piece = f"{piece[:20]} ... {piece[-10:]}"
    return ascii(piece)


class PlainRecord(NamedTuple):
    """A deal played to its end.

    Attributes:
      game: the game string.
      deal: number of the deal.
      seats: names of the players, in the order of the game.
      actions: all actions, those of chance included.
      returns: returns of each player.
    """

    game: str
    deal: int
    seats: tuple[str, ...]
    actions: tuple[int, ...]
    returns: tuple[float, ...]

    @classmethod
    def of(cls, state: pyspiel.State, game: str, deal: int, seats: Sequence[str]) -> PlainRecord:
        """Make the record of a terminal state."""
        actions = tuple(int(action) for action in state.history())
        return cls(game, deal, tuple(seats), actions, tuple(state.returns()))

    def fields(self) -> dict[str, Any]:
        """Return the record as plain data, in the types that JSON returns."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self._asdict().items()
        }

    def line(self) -> str:
        """Return the record as text, without the end of the line."""
        return json.dumps(self.fields(), separators=(",", ":"))

    @classmethod
    def parse(cls, line: str) -> PlainRecord:
        """Parse a line.

        Raises:
            RecordError: the line is not a record.
        """
        try:
            return cls.of_fields(json_object(line))
        except TextError as error:
            raise RecordError(f"record {error}") from error

    @classmethod
    def of_fields(
        cls, fields: Mapping[str, Any], optional: Collection[str] = frozenset()
    ) -> PlainRecord:
        """Make a record from the fields of a line; no value is converted, except integers to float.

        Args:
            fields: fields of the line; those that are not of a record are ignored.
            optional: fields that may be missing, and are then 0 or empty.

        Raises:
            RecordError: another field is missing, or a field has another type.
        """
        fields = {**{name: _MISSING[name] for name in optional}, **fields}
        try:
            return cls(
                field(fields, "game", str),
                field(fields, "deal", int),
                list_field(fields, "seats", str),
                list_field(fields, "actions", int),
                list_field(fields, "returns", float),
            )
        except TextError as error:
            raise RecordError(f"record {str(fields)[:200]}: {error}") from error

    def replay(self, game: pyspiel.Game) -> pyspiel.State:
        """Replay the actions to the terminal state.

        Raises:
            ReplayError: the actions do not lead to the recorded result.
        """
        state = replay(game, self.actions)
        returns = tuple(state.returns())
        if returns != self.returns:
            raise ReplayError(
                f"record {self.line()[:200]!r}: states the returns {list(self.returns)}, "
                f"its actions lead to {list(returns)}"
            )
        return state


def own_record(line: str) -> str:
    """Return the record in the game's own format in a line of a match's log, else the line."""
    held = _fields_in(line).get("record")
    return held if isinstance(held, str) and not held.startswith("{") else line


def game_named(line: str) -> str:
    """Return the short name of the game in a line of a match's log; empty for other lines."""
    game = _fields_in(line).get("game")
    return game.partition("(")[0] if isinstance(game, str) else ""


def _fields_in(line: str) -> Mapping[str, Any]:
    """Return the JSON object in a line; empty if there is none."""
    if not line.startswith("{"):
        return {}
    try:
        return json_object(line)
    except TextError:
        return {}


def replay(game: pyspiel.Game, actions: Sequence[int]) -> pyspiel.State:
    """Replay the actions to a terminal state.

    Raises:
        ReplayError: the actions are illegal, or do not end the game.
    """
    state = game.new_initial_state()
    checks = isinstance(state, TurnState)  # such a state rejects an illegal action itself
    for k, action in enumerate(actions):
        try:
            legal = checks or action in state.legal_actions()
            if legal:
                state.apply_action(action)
        except (TypeError, ValueError):  # TypeError: more bits than OpenSpiel's actions have
            legal = False
        if not legal:
            raise ReplayError(f"action {k} is {action}; expected one of {state.legal_actions()}")
    if not state.is_terminal():
        raise ReplayError(f"ends after {len(actions)} actions; expected a game played to its end")
    return state

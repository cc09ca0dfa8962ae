"""Texts about the other players at a table of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorhand.cli.terminal.texts import t

if TYPE_CHECKING:
    from vorhand.v1 import play_pb2

_CHANGES = {
    "SEAT_CHANGE_TAKEN": "{name} has sat down",
    "SEAT_CHANGE_AWAY": "an agent plays on for {name}",
    "SEAT_CHANGE_BACK": "{name} is back",
    "SEAT_CHANGE_LEFT": "{name} has left the table",
    "SEAT_CHANGE_REMOVED": "{name} was removed from the table",
    "SEAT_CHANGE_FREED": "{name} is free again",
    "SEAT_CHANGE_LOST": "{name} has lost the connection",
    "SEAT_CHANGE_AGREED": "{name} wants an agent to play on",
}
_PHRASES = {
    "PHRASE_HELLO": "Hello!",
    "PHRASE_WELL_PLAYED": "Well played!",
    "PHRASE_THANKS": "Thanks!",
    "PHRASE_BAD_LUCK": "Bad luck!",
    "PHRASE_ONE_MOMENT": "One moment, please.",
    "PHRASE_GOODBYE": "Goodbye!",
}


def change_said(changed: play_pb2.SeatChanged, name: str) -> str:
    """Return a text about a change of a player's seat; empty for an unknown change."""
    from vorhand.v1 import play_pb2

    known = changed.change in play_pb2.SeatChange.values()
    text = _CHANGES.get(play_pb2.SeatChange.Name(changed.change), "") if known else ""
    return t(text, name=name) if text else ""


def phrase_said(said: play_pb2.Said) -> str:
    """Return the text of a phrase; empty for an unknown one."""
    from vorhand.v1 import play_pb2

    known = said.phrase in play_pb2.Phrase.values()
    text = _PHRASES.get(play_pb2.Phrase.Name(said.phrase), "") if known else ""
    return t(text) if text else ""

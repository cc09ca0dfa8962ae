"""Reads records and positions of Schnapsen pasted into the page as a game and its actions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.positions import hides_cards, read_position
from vorhand.games.schnapsen.records import parse_record, replay
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.web.boards import BoardError, game_of, text_of

WHOLE = "python_schnapsen"
MATCH_POINTS = 7


def read(body: Mapping[str, Any]) -> dict[str, Any]:
    """``text``: a record, a line of a log, or a position in named fields.

    Returns:
      ``game`` and ``actions``; for a position also ``start``, where the actions begin.
    """
    text = text_of(body, "text").strip()
    if "=" in text and not text.startswith("{"):
        rules = game_named(WHOLE).rules
        deal = read_position(rules, text)
        found: dict[str, Any] = {"game": WHOLE, "actions": [], "start": text}
        if hides_cards(text):
            view = SchnapsenView.of_deal(rules, deal, deal.to_move, (0, 0), MATCH_POINTS)
            found["seat"] = view.player
        return found
    game, actions, players = read_played(text)
    return {"game": game, "actions": actions, "players": players, "start": ""}


def read_played(text: str) -> tuple[str, list[int], list[str]]:
    """A played game: a line of a log, or the record of a deal, which is a game of its own.

    Returns:
      the game string, all actions, and the names of the players if they are given.

    Raises:
      BoardError, RecordError: it is neither.
    """
    line = text.strip().splitlines()[0]
    if line.startswith("{"):
        try:
            entry = json.loads(line)
            actions = [int(action) for action in entry["actions"]]
            players = [str(name) for name in entry.get("seats", [])]
            return str(entry["game"]), actions, players
        except (KeyError, TypeError, AttributeError, RecursionError, json.JSONDecodeError) as error:
            raise BoardError(f"{line[:40]!r}: expected game and actions") from error
    rules = game_named(WHOLE).rules
    record = parse_record(rules, line)
    replay(rules, record)
    return f"{WHOLE}(leader={record.leader})", [*record.cards, *record.actions], []


def game_named(text: str) -> SchnapsenGame:
    """The game of a game string; errors as for `game_of`."""
    game: SchnapsenGame = game_of(text, WHOLE)
    return game

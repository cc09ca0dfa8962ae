"""Reads records and positions of Skat pasted into the page as a game and its actions."""

from __future__ import annotations

import json
from typing import Any

from vorhand.games.records import own_record
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.records import actions_of, parse_record
from vorhand.games.skat.solve import OpenPosition
from vorhand.games.skat.start import Start
from vorhand.web.boards import BoardError
from vorhand.web.messages import Pasted, question

WHOLE = "python_skat"


@question(Pasted)
def read(asked: Pasted) -> dict[str, Any]:
    """``text``: a record of the International Skat Server, a line of a log, or a position.

    Returns:
      ``game`` and ``actions``, and the players' names if they are given.
    """
    text = asked.text.strip()
    if text.startswith(("(;", "{")):
        line = own_record(text.splitlines()[0])
        return logged(line) if line.startswith("{") else recorded(line)
    if text.startswith(("deal", "play")):
        return {"game": f"{WHOLE}(start={Start.parse(text)})", "actions": []}
    return {"game": f"{WHOLE}(start={start_of(OpenPosition.parse(text))})", "actions": []}


def recorded(line: str) -> dict[str, Any]:
    """A record of the server: the game string, the actions and the names of the players."""
    record = parse_record(line)
    return {"game": WHOLE, "actions": actions_of(record), "players": list(record.players)}


def logged(line: str) -> dict[str, Any]:
    """A line of a log: the game string, the actions and the names of the players."""
    try:
        entry = json.loads(line)
        actions = [int(action) for action in entry["actions"]]
        players = [str(name) for name in entry.get("seats", [])]
        return {"game": str(entry["game"]), "actions": actions, "players": players}
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise BoardError(f"{line[:40]!r}: expected an object with game and actions") from error


def start_of(position: OpenPosition) -> Start:
    """An open position as the start of a deal; earlier plays are not known."""
    cards = sum(hand.bit_count() for hand in position.hands) + len(position.trick)
    before = 10 - cards // 3  # complete tricks played
    needed = position.taken > 0 or (before > 0 and position.leader == position.soloist)
    return Start(
        hands=position.hands,
        skat=position.skat,
        declaration=Declaration(position.contract),
        soloist=position.soloist,
        leader=position.leader,
        trick=position.trick,
        tricks=int(needed),
        points=position.taken,
        matadors=int(before > 0 or position.skat == 0),
    )

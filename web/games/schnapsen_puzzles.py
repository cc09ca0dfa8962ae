"""The positions of Schnapsen puzzles as observations."""

from typing import Any

from vorhand.games.schnapsen.records import parse_record
from vorhand.native.schnapsen import Rules
from vorhand.web.boards import seen


def seen_at(position: str) -> dict[str, Any]:
    """Return the observation of the player to move after some moves of a record."""
    moves, _, line = position.partition(" ")
    record = parse_record(Rules(), line)
    actions = (*record.cards, *record.actions[: int(moves)])
    game = f"python_schnapsen(leader={record.leader})"
    views = (seen(game, actions, player) for player in range(2))
    return next(view for view in views if view.get("legal_actions"))

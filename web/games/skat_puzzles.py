"""The positions of Skat puzzles as observations."""

from typing import Any

from vorhand.games.skat.view import SkatView
from vorhand.service.games.skat import ACTIONS, write
from vorhand.v1 import observation_pb2
from vorhand.web.wire import as_json


def seen_at(position: str) -> dict[str, Any]:
    """Return a view, given as text, as an observation."""
    view = SkatView.parse(position)
    found = observation_pb2.Observation(game="python_skat", seat=view.player)
    found.legal_actions.extend(ACTIONS[action] for action in view.legal_actions)
    write(view, found.skat)
    return as_json(found)

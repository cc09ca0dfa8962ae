"""Adapter of Schnapsen to the frame, with the defaults of its agents."""

from __future__ import annotations

import pyspiel

from vorhand.agents.montecarlo import ties  # noqa: F401  (it registers)
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.registry import announce_own_views
from vorhand.agents.schnapsen import evaluators  # noqa: F401  (they register)
from vorhand.agents.schnapsen.beliefs import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.schnapsen.view import SchnapsenView


def view_of(state: pyspiel.State, player: int) -> SchnapsenView:
    """Return what a player knows of a state."""
    view: SchnapsenView = state.view(player)
    return view


PART = GamePart(
    view=view_of,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 30, "vm": 12, "prm": 12},
    best=Spec("vorhand"),
    adviser=Spec.make("vorhand", {"least": 1600}),
)

announce_own_views(GAMES)
register_presets(PART, GAMES)

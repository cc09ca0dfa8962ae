"""Adapter of hold'em to the frame, with the defaults of its agents."""

from __future__ import annotations

from vorhand.agents.montecarlo import ties  # noqa: F401  (it registers)
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.poker.holdem import abstraction  # noqa: F401  (it registers)
from vorhand.agents.poker.holdem.betting import check_is_holdem
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.poker.holdem.worlds import GAMES
from vorhand.agents.registry import announce_own_views
from vorhand.agents.spec import Spec

PART = GamePart(
    view=HoldemView,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 100},
    check=check_is_holdem,
)

announce_own_views(GAMES)
register_presets(PART, GAMES)

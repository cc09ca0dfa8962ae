"""Adapter of any OpenSpiel game to the frame: views, worlds and values of plain states."""

from __future__ import annotations

from vorhand.agents.generic import beliefs, error_allowing, evaluators, vector_search  # noqa: F401
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo import ties  # noqa: F401
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.spec import Spec

PART = GamePart(
    view=StateView,
    belief=lambda worlds: Spec("every" if worlds is None else "sampled"),
    remembers=True,
)

register_presets(PART)

"""The recipe of a belief in CONTRIBUTING.md does what it says."""

import re
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot, registry
from vorhand.native.skat import card_points
from vorhand.tests.agents.skat.played import states

CONTRIBUTING = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"


@pytest.mark.skipif(not CONTRIBUTING.exists(), reason="not in the source tree")
def test_the_recipe_of_a_belief() -> None:
    text = CONTRIBUTING.read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text[text.index("**A new belief**") :], re.S)[:1]
    exec(code, {"__name__": "recipe"})
    try:
        game = pyspiel.load_game("python_skat")
        make_bot("pimc(belief=pessimist(fear=3))", game, 0, 1)
        fearful, fearless = (
            registry.make("belief", f"pessimist(fear={fear})", game) for fear in (3, 0)
        )
        for state in states(3, 4):
            view = state.view(state.current_player())
            points = []
            for belief in (fearful, fearless):
                worlds = belief(view, 200, 1)
                assert worlds.weights.sum() == pytest.approx(1)
                left = worlds.rows[:, (view.player + 1) % 3]
                points.append(worlds.weights @ np.array([card_points(int(hand)) for hand in left]))
            assert points[0] > points[1] + 1
    finally:
        registry._REGISTERED.pop(("belief", "pessimist"))

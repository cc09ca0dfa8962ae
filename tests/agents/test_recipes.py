"""The recipes in CONTRIBUTING.md do what they say."""

import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot, registry
from vorhand.agents.discovery import FOLDERS
from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.games.packs import Pack
from vorhand.native.skat import card_points
from vorhand.tests.agents.skat.played import states

CONTRIBUTING = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
GAME = pyspiel.load_game("python_skat")
pytestmark = pytest.mark.skipif(not CONTRIBUTING.exists(), reason="not in the source tree")


def recipe(path: str) -> dict[str, object]:
    """Run the module that a recipe writes to a path."""
    codes = re.findall(r"```python\n# (\S+)\n(.*?)```", CONTRIBUTING.read_text("utf-8"), re.S)
    module = types.ModuleType("recipe")
    sys.modules["recipe"] = module
    exec(dict(codes)[path], vars(module))
    return vars(module)


@pytest.fixture(autouse=True)
def unregistered() -> Iterator[None]:
    """Forget what a recipe registers."""
    with registry.temporary():
        yield
    sys.modules.pop("recipe", None)


def test_the_recipe_of_a_belief() -> None:
    recipe("agents/skat/beliefs/pessimist.py")
    make_bot("pimc(belief=pessimist(fear=3))", GAME, 0, 1)
    fearful, fearless = (
        registry.make("belief", f"pessimist(fear={fear})", GAME) for fear in (3, 0)
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


def test_the_recipe_of_an_evaluator() -> None:
    recipe("agents/skat/evaluators/thrifty.py")
    bot = make_bot("mc(evaluator=thrifty,worlds=4,belief=uniform,ties=first)", GAME, 0, 1)
    for state in states(3, 4):
        legal = state.legal_actions()
        assert bot.step(state) == min(legal, key=lambda card: card_points(1 << card))


def test_the_recipe_of_an_agent() -> None:
    recipe("agents/skat/players/lowest.py")
    bot = make_bot("lowest", GAME, 0, 1)
    assert isinstance(bot, ViewBot)
    for state in states(3, 4):
        assert bot.step(state) == state.legal_actions()[0]


def test_the_recipe_of_a_game() -> None:
    packs = recipe("games/whist/pack.py")["PACKS"]
    assert packs == (Pack("whist", ("python_whist",), rules="vorhand.games.whist"),)


def test_recipes_name_lists_and_folders_that_exist() -> None:
    text = CONTRIBUTING.read_text("utf-8")
    listed = re.findall(r"Add `(\w+)` to `(\w+)=` in `([\w/.]+)`", text)
    assert len(listed) == 3
    for name, folder, file in listed:
        assert folder in FOLDERS.values()
        assert f"# {Path(file).parent}/{folder}/{name}.py\n" in text
        assert f"{folder}=" in (CONTRIBUTING.parent / file).read_text("utf-8")

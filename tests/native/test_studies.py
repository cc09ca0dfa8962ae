"""The studies are a separate module, which an installation for playing lacks."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from vorhand.native import studies
from vorhand.native.errors import NodeBudgetError, PositionError, SearchCancelledError

WITHOUT = """
import sys
from vorhand.native import build
sys.modules[f"vorhand.native._studies_{build}"] = None  # as if it were not compiled
import vorhand
game = vorhand.load_game("python_skat")
bot = vorhand.make_bot("pimc(worlds=2)", game, 0, 1)
try:
    vorhand.make_bot("mc(evaluator=achievable_sets,worlds=2)", game, 0, 1)
except ValueError as error:
    print(type(error).__name__, error)
"""


def test_players_do_without_and_studies_are_refused_by_name() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "the studies of the papers are not compiled here; expected" in ran.stdout


def test_errors_are_those_of_the_solver() -> None:
    twice = np.array([[1, 1, 4]], np.uint32)
    with pytest.raises(PositionError, match="there twice"):
        studies.solve(twice, 4, 0, 0)
    deal = np.array([[0x3FF, 0x3FF << 10, 0x3FF << 20]], np.uint32)
    with pytest.raises(NodeBudgetError, match="node budget of 5 used up"):
        studies.solve(deal, 4, 0, 0, node_budget=5)
    with pytest.raises(SearchCancelledError):
        studies.solve(np.repeat(deal, 500, 0), 4, 0, 0, cancelled=lambda: True)

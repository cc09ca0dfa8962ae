"""Correction curves of Kermit's chances in games of search players."""

from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from vorhand.evaluation.training.skat import bidding_against_search as training
from vorhand.evaluation.training.skat.bidding import STRAIGHT, chance
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import fitted
from vorhand.native.skat_kermit import row_counts

pytestmark = pytest.mark.nightly

UNIT = 256
COLUMNS = 16  # from the nets of rule players


def made_up(n: int) -> training.Games:
    """Return suit games whose log odds are one less than predicted."""
    rng = np.random.default_rng(4)
    odds = rng.uniform(-2, 5, n)
    won = rng.random(n) < 1 / (1 + np.exp(1 - odds))
    games = np.zeros((n, 9))
    games[:, 0] = np.arange(n)
    games[:, 2] = 1 / (1 + np.exp(-odds))
    games[:, 3], games[:, 6] = odds, won
    return games


def test_the_curve_is_what_came_true() -> None:
    curves = training.fit(made_up(40_000))
    assert curves.shape == (4, 3, 17)
    odds = np.linspace(-2, 5, 50)
    expected = 1 / (1 + np.exp(1 - odds))
    assert np.abs(chance(odds, curves[0, 0]) - expected).max() < 0.02
    # Nothing is known of other games, and schneider was never made.
    assert (curves[1:] == UNIT * STRAIGHT).all()
    assert (curves[0, 1:] == UNIT * STRAIGHT).all()


def test_the_report_puts_both_chances_beside_what_was_won() -> None:
    games = made_up(4_000)
    console = Console(record=True, width=120)
    console.print(training.report(training.fit(games), games))
    lines = [line for line in console.export_text().splitlines() if "suit" in line]
    assert len(lines) == 5
    for line in lines:
        before, after, won = (float(cell.split("%")[0]) for cell in line.split("│")[3:6])
        assert before > after
        assert won == pytest.approx(after, abs=6)


def test_games_are_the_same_for_any_sharing_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(folder: str, workers: Workers) -> training.Games:
        return training.play("kermit", 7, 3, workers, tmp_path / folder)

    whole = played("whole", 1)
    monkeypatch.setattr(training, "CHUNK", 2)
    assert np.array_equal(played("parts", 1), whole)
    assert len(whole) > 3
    monkeypatch.setattr(training, "_play", None)
    assert np.array_equal(played("parts", 1), whole)  # found in the folder


def test_games_have_the_chances_that_kermit_saw(tmp_path: Path) -> None:
    """Without curves the odds are the net's; with the shipped curves they are the shipped ones."""
    games = training.play("kermit", 12, 5, 1, tmp_path)
    content = np.frombuffer(fitted.read("game_worth.bin"), "<i2")
    at = 0
    for kind, rows in enumerate(row_counts()):
        at += (rows + 3) * COLUMNS
        curve = content[at : at + 17]
        at += 3 * 17
        mine = games[games[:, 1] == kind]
        assert np.allclose(chance(mine[:, 3], curve), mine[:, 2], atol=2e-3)
    assert len(games) > 6
    assert ((games[:, 6] >= games[:, 7]) & (games[:, 7] >= games[:, 8])).all()

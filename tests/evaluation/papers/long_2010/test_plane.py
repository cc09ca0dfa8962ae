"""Trick-taking games in the plane of Long et al., at small size."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.papers.long_2010 import plane as long_plane
from vorhand.tests.evaluation.papers.small import reproduce

SMALL = {"grid": 2, "trees": 2, "deals": 5, "walks": 2, "games": 5}


@pytest.mark.extended
def test_a_game_has_its_place_and_what_pimc_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {"euchre": "ismcts(simulations=2)", "python_schnapsen": "first", "skat": "random"}
    monkeypatch.setattr(long_plane, "_ISMCTS", games)
    report = reproduce("long-plane", tmp_path, **SMALL)
    assert len(report.rows) == 5 * len(games)
    figures = {row.name: row.ours for row in report.rows}
    for game in games:
        assert 0.3 < figures[f"{game}: disambiguation"].value < 1
        assert figures[f"{game}: won over random"].value >= 0.5
    assert figures["skat: won over random"] == figures["skat: won over ismcts"]
    assert report.pictures[0].stat().st_size > 10_000
    assert len(report.findings) == 6


def test_sides_are_changed() -> None:
    """A player against itself gets as much as the other side."""
    for name in ("euchre", "oh_hell(num_tricks_fixed=3)"):
        assert long_plane.difference(name, "pimc", 4) == pytest.approx(0)


@pytest.mark.extended
def test_pimc_gets_more_than_random_play() -> None:
    by_deal = [long_plane.difference("hearts", "random", seed) for seed in range(4)]
    assert np.mean(by_deal) > 0
    assert long_plane.difference("hearts", "random", 0) == by_deal[0]

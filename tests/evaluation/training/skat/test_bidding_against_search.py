"""Curves of Kermit's chances in games of search players."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.training.skat import bidding
from vorhand.evaluation.training.skat import bidding_against_search as training
from vorhand.evaluation.training.skat.bidding import STRAIGHT, Games, Net, chances
from vorhand.native.skat_kermit import NO_ROW, WIDTH

UNIT = 256


def made_up(n: int) -> tuple[Games, list[Net]]:
    """Suit games that are won less often than foreseen: by one in log odds; and their nets."""
    rng = np.random.default_rng(4)
    said = rng.uniform(-2, 5, 1000)
    nets = [
        Net(np.zeros((rows, WIDTH), np.int16), np.zeros((3, WIDTH), np.int16))
        for rows in bidding.ROWS
    ]
    nets[0].rows[:1000, 0] = np.round(UNIT * said)
    rows = np.full((n, 12), NO_ROW, np.uint16)
    rows[:, 0] = rng.integers(0, 1000, n)
    won = rng.random(n) < 1 / (1 + np.exp(1 - said[rows[:, 0]]))
    kind, number = np.zeros(n, np.uint8), np.arange(n, dtype=np.uint32)
    return Games(kind, rows, won.astype(np.uint8), number), nets


def test_the_curve_is_what_came_true() -> None:
    games, nets = made_up(40_000)
    found = training.with_curves(nets, games)
    before = chances(nets[0], games)[:, 0]
    expected = 1 / (1 + np.exp(1) * (1 - before) / before)
    assert np.abs(chances(found[0], games)[:, 0] - expected).max() < 0.02
    # Nothing is known of other games, and schneider was never made.
    straight = UNIT * STRAIGHT
    assert all((net.curves == straight).all() for net in found[1:])
    assert (found[0].curves[1:] == straight).all()


def test_games_of_search_players_are_the_same_for_any_sharing_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bidding.play(3, 7, b"", 1, tmp_path / "whole", worlds=2)
    monkeypatch.setattr(bidding, "SEARCHED", 1)
    parts = bidding.play(3, 7, b"", 2, tmp_path / "parts", worlds=2)
    monkeypatch.setattr(bidding, "_play", None)
    again = bidding.play(3, 7, b"", 1, tmp_path / "parts", worlds=2)  # found in the folder
    for field in Games._fields:
        assert np.array_equal(getattr(whole, field), getattr(parts, field))
        assert np.array_equal(getattr(whole, field), getattr(again, field))


def test_they_are_the_games_of_rule_players_that_end_otherwise() -> None:
    by_rule, by_search = (bidding.play(3, 7, b"", 1, worlds=worlds) for worlds in (0, 4))
    rows = [{tuple(row) for row in games.rows.tolist()} for games in (by_rule, by_search)]
    assert rows[0] & rows[1]
    won = [games.outcome & 1 for games in (by_rule, by_search)]
    assert won[1].mean() < won[0].mean()

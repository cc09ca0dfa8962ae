"""Correction curves of Kermit's chances in games that other players choose."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import KINDS, game_worth
from vorhand.evaluation.training import settings_for, train, training
from vorhand.evaluation.training.skat import bidding_of_others
from vorhand.evaluation.training.skat.bidding import nets_of
from vorhand.evaluation.training.skat.kermit import lessons
from vorhand.evaluation.training.skat.kermit.lessons import GAMES_OF_OTHERS, Batch
from vorhand.evaluation.training.skat_compiled_games import own_table
from vorhand.native import fitted, skat_kermit

pytestmark = pytest.mark.nightly

CURVES = (4, 3, 17)


def test_rule_players_bid_for_themselves() -> None:
    """The lessons are the rule players' games without null, with the rows of each game."""
    found = lessons.play("policy", Batch("rule", "rule players'"), range(30, 130), 5, b"", 1)
    played = [game for game in own_table(None, "rule", 5, 30, 100) if game.lead.kind < 2]
    assert 70 < len(played) < 100
    assert found.deal.tolist() == [game.number for game in played]
    assert (found.outcome & 1).tolist() == [game.points > 60 for game in played]
    for row, game in zip(found.rows.tolist(), played, strict=True):
        looked_up = skat_kermit.rows(*game.lead)
        assert row[: len(looked_up)] == looked_up


def test_curves_are_fitted_and_null_keeps_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    quick = tuple(batch._replace(player="rule") for batch in GAMES_OF_OTHERS)
    monkeypatch.setattr(bidding_of_others, "GAMES_OF_OTHERS", quick)
    how = settings_for(training("bidding-of-others"), "small", {"deals": "100"})
    train(training("bidding-of-others"), how, 1, tmp_path)
    content = (tmp_path / "others_curves.bin").read_bytes()
    curves = np.frombuffer(content, "<i2").reshape(CURVES)
    own = np.stack([net.curves for net in nets_of(fitted.read("game_worth_policy.bin"))])
    assert np.array_equal(curves[2:], own[2:])
    assert not np.array_equal(curves[:2, 0], own[:2, 0])
    assert (np.diff(curves.astype(int), axis=2) >= 0).all()


def test_others_win_more_of_the_grands_that_are_foreseen_alike() -> None:
    """A bidder prefers games that it overestimates; only its own games are corrected for that."""
    leads = [
        game.lead
        for game in own_table(None, "rule", 3, 0, 400)
        if game.lead.kind == KINDS.index("grand")
    ]
    own, others = (
        np.array([lead.chances(game_worth(against))[0] for lead in leads])
        for against in ("policy", "others")
    )
    open_ = (own > 0.4) & (own < 0.8)
    assert open_.sum() > 10
    assert (others > own)[open_].all()

"""Win rates are fitted as functions of the share of worlds won with open hands."""

import numpy as np
import pytest

from vorhand.agents.skat.bidding.correction import KINDS, SHARES
from vorhand.evaluation.training.skat.bid_correction import fit, play

pytestmark = pytest.mark.nightly


def test_finds_the_curve_that_made_the_games() -> None:
    rng = np.random.default_rng(2)
    shares = rng.uniform(0.05, 0.95, 20_000)
    odds = np.log(shares / (1 - shares))
    won = rng.random(shares.size) < 1 / (1 + np.exp(-(0.8 + 0.6 * odds)))
    rates = fit(shares, won.astype(float))
    inner = SHARES[1:-1]
    true = 1 / (1 + np.exp(-(0.8 + 0.6 * np.log(inner / (1 - inner)))))
    np.testing.assert_allclose(rates[1:-1], true, atol=0.03)


def test_few_games_leave_the_share_nearly_as_it_is() -> None:
    rates = fit(np.array([]), np.array([]))
    np.testing.assert_allclose(rates, np.clip(SHARES, 0.01, 0.99), atol=1e-3)


def test_a_game_follows_from_its_number() -> None:
    games = [play((5, number, "mc_bidder", 8)) for number in range(4)]
    assert games == [play((5, number, "mc_bidder", 8)) for number in range(4)]
    assert all(kind in KINDS and 0 <= share <= 1 for kind, share, _ in games)

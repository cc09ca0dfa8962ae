"""A belief that weights worlds by the soloist's chance to win, against single computations."""

import numpy as np
import pytest

from vorhand.agents import make
from vorhand.agents.skat.beliefs.winning import ODD, log_chances
from vorhand.agents.skat.bidding.kermit import FirstLead, bids_beside, game_worth
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.games.skat.contracts import NULL, OUVERT
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal
from vorhand.tests.agents.skat.played import GAME, states, view_of
from vorhand.tests.sizes import few

BASE = "by_cards(belief=declared)"


def plain_chance(deal: Deal, view: SkatView, row: np.ndarray) -> float:
    """Return the bidder's own estimate that the soloist of this world wins the declared game."""
    soloist = view.soloist
    lead = FirstLead(
        view.contract,
        view.contract == NULL and view.level == OUVERT,
        int(row[soloist]) | view.played[soloist],
        0 if view.hand_game else int(row[3]),
        soloist,
        bids_beside(observe(deal, soloist)),
        view.hand_game,
    )
    return float(lead.chances(game_worth("policy"))[0])


def in_defence(tricks: int, count: int) -> list[tuple[Deal, SkatView]]:
    found = [(state.deal, view_of(state)) for state in states(count, tricks)]
    return [(deal, view) for deal, view in found if not view.is_soloist]


@pytest.mark.parametrize("trust", few(1, [1.5, 0, 1]))
def test_worlds_weigh_as_much_as_the_soloist_wins_in_them(trust: float) -> None:
    """The weights multiply those of the base belief; all worlds are compared."""
    spec = f"winning(base={BASE},trust={trust})"
    belief, base = make("belief", spec, GAME), make("belief", BASE, GAME)
    checked = 0
    for deal, view in in_defence(7, 60):
        if not 1 < int(view.worlds().count) < 300:
            continue
        worlds, below = belief(view, 300, 1), base(view, 300, 1)
        np.testing.assert_array_equal(worlds.rows, below.rows)
        chances = np.array([plain_chance(deal, view, row) for row in worlds.rows])
        weights = below.weights * (ODD + (1 - ODD) * chances) ** trust
        np.testing.assert_allclose(worlds.weights, weights / weights.sum(), rtol=1e-4)
        checked += 1
    assert checked > 5


def test_soloists_believe_their_base() -> None:
    belief, base = make("belief", "winning(base=uniform)", GAME), make("belief", "uniform", GAME)
    for view in [view for state in states(20, 3) if (view := view_of(state)).is_soloist]:
        np.testing.assert_array_equal(belief(view, 30, 2).rows, base(view, 30, 2).rows)


@pytest.mark.parametrize("trump", ["H", "G"])
def test_who_announces_schneider_is_thought_to_make_it(trump: str) -> None:
    order = np.random.default_rng(5).permutation(32)
    hands = [".".join(CARD_NAMES[card] for card in order[at : at + 10]) for at in (0, 10, 20)]
    cards = "/".join((*hands, ".".join(CARD_NAMES[card] for card in order[30:])))
    rows, weights = np.zeros((0, 4), np.uint32), []
    for announced in ("H", "HS", "HZ", "O"):
        start = f"play {trump}{announced} by 1 cards {cards} leader 0 tricks 0 points 0"
        deal = load_game(f"python_skat(start={start})").new_initial_state().deal
        view = observe(deal, 0)
        if not len(rows):
            rows = np.asarray(make("belief", "uniform", GAME)(view, 200, 1).rows)
        weights.append(log_chances(view, rows))
    plain, schneider, schwarz, ouvert = weights
    assert (plain >= schneider).all()
    assert (schneider >= schwarz).all()
    assert plain.mean() > schneider.mean() > schwarz.mean()
    np.testing.assert_array_equal(schwarz, ouvert)


@pytest.mark.nightly
def test_it_knows_more_than_its_base() -> None:
    """In defence it gives the true world a higher mean logarithm of its probability."""
    sums = dict.fromkeys(("bdci", "winning"), 0.0)
    for deal, view in in_defence(1, 60):
        truth = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        for name in sums:
            sums[name] += float(make("belief", name, GAME).log_probability(view, truth)[0])
    assert sums["bdci"] < sums["winning"]

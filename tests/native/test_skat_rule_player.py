"""The rule player: legal, blind to hidden cards, deterministic, far better than chance."""

import numpy as np
import pytest

from vorhand.native import skat
from vorhand.native.errors import IllegalActionError
from vorhand.native.skat import (
    GIVE_UP,
    KONTRA,
    NO_RE,
    PLAY_ON,
    Deal,
    Phase,
    Worlds,
    play_deals,
    rule_action,
)
from vorhand.tests.sizes import sizes

SOLOIST, WON = 0, 4


def played_by_rule(seed: int, n: int) -> list[Deal]:
    """Return every decision point of n deals that the rule player plays in all seats."""
    rng = np.random.default_rng(seed)
    points = []
    for _ in range(n):
        deal = Deal()
        for card in rng.permutation(32):
            deal.apply(int(card))
        while not deal.is_over:
            points.append(deal.copy())
            deal.apply(rule_action(deal))
    return points


@pytest.mark.parametrize("deals", sizes(1_000, 8_000))
def test_always_legal_in_every_phase(deals: int) -> None:
    # An illegal action would raise. Random partners lead to unusual bids and games.
    for players in [("rule", "random", "random"), ("random", "rule", "random")]:
        _, results = play_deals(deals, 3, players)
        assert set(results[:, 1]) == set(range(6))
    play_deals(deals, 5, ("random", "random", "rule"))


def test_never_sees_hidden_cards() -> None:
    phases = set()
    for i, deal in enumerate(played_by_rule(11, 60)):
        action = rule_action(deal)
        worlds = Worlds(deal, deal.player)
        for world in worlds.sample(4, seed=i):
            assert rule_action(worlds.deal(tuple(int(cards) for cards in world), seed=i)) == action
        phases.add(deal.phase)
    assert phases == {
        Phase.BIDDING,
        Phase.PICK_UP_OR_HAND,
        Phase.DISCARD,
        Phase.DECLARE,
        Phase.PLAY,
    }


@pytest.mark.nightly
def test_beats_random_at_the_same_deals() -> None:
    n = 3_000
    seats = range(3)
    rule_alone = np.zeros(n)
    random_alone = np.zeros(n)
    for seat in seats:
        one_rule = ["random"] * 3
        one_rule[seat] = "rule"
        one_random = ["rule"] * 3
        one_random[seat] = "random"
        rule_alone += play_deals(n, 17, tuple(one_rule))[0][:, seat] / 3
        random_alone += play_deals(n, 17, tuple(one_random))[0][:, seat] / 3
    for scores, sign in [(rule_alone, 1), (random_alone, -1)]:
        error = scores.std(ddof=1) / np.sqrt(n)
        assert sign * scores.mean() - 10 * error > 0
    difference = rule_alone - random_alone
    assert difference.mean() - 5 * difference.std(ddof=1) / np.sqrt(n) > 80


@pytest.mark.nightly
def test_plays_like_a_club_table() -> None:
    _, results = play_deals(3_000, 23, ("rule", "rule", "rule"))
    declared = results[results[:, SOLOIST] >= 0]
    assert 0.85 < len(declared) / len(results) < 0.99
    assert 0.75 < declared[:, WON].mean() < 0.92


def test_needs_a_seat_to_act() -> None:
    with pytest.raises(IllegalActionError, match="no seat is to act"):
        rule_action(Deal())


def test_players_are_named() -> None:
    with pytest.raises(ValueError, match="'pimc': expected 'rule' or 'random'"):
        play_deals(1, 1, ("rule", "pimc", "rule"))


def test_deals_are_numbered() -> None:
    scores, results = play_deals(10, 4, ("rule", "random", "rule"))
    later_scores, later_results = play_deals(6, 4, ("rule", "random", "rule"), first=4)
    assert np.array_equal(scores[4:], later_scores)
    assert np.array_equal(results[4:], later_results)
    assert skat.play_deals(0, 4, ("rule", "rule", "rule"))[0].shape == (0, 3)


# Whole deals as the rule player plays them, by seed: a change of its rules or strengths changes
# these values, and must be intended.
GOLDEN = {
    1: (
        "pass 18 pass pick up SQ CQ hearts CK CA HA CJ HQ H9 H7 DJ HJ C7 S9 CT C9 C8 D7 SJ HK "
        "H8 DQ D9 DA DT D8 DK SA S8 S7 HT ST SK"
    ),
    2: (
        "18 hold 20 hold 22 hold 23 hold 24 hold pass pass pick up D8 SK clubs DJ C7 CT HJ C8 "
        "D7 C9 CA DT DA DQ CK SJ CJ ST SA SQ S7 HK H8 H7 HQ HT HA H9 D9 S8 CQ S9 DK"
    ),
    5: ("pass pass pass"),
    9: (
        "18 hold 20 hold 22 hold pass pass pick up C8 CA spades S8 S7 CJ HQ HA SA DQ D7 D8 SJ "
        "CT SQ CK C7 H8 C9 H7 D9 CQ H9 ST HJ S9 HK HT SK DT DJ DK DA"
    ),
}


@pytest.mark.parametrize("seed", GOLDEN)
def test_golden_deals(seed: int) -> None:
    deal = Deal()
    for card in np.random.default_rng(seed).permutation(32):
        deal.apply(int(card))
    while not deal.is_over:
        deal.apply(rule_action(deal))
    assert " ".join(skat.action_name(action) for action in deal.history[32:]) == GOLDEN[seed]


@pytest.mark.parametrize(("offer", "refusal"), [(KONTRA, NO_RE), (GIVE_UP, PLAY_ON)])
def test_refused_offers_do_not_change_the_cards_that_are_played(offer: int, refusal: int) -> None:
    rng, refused = np.random.default_rng(4), 0
    for _ in range(60):
        plain = Deal().at_table(claims=True, kontra=True)
        for card in rng.permutation(32):
            plain.apply(int(card))
        offered = plain.copy()
        while not plain.is_over:
            card = rule_action(plain)
            assert rule_action(offered) == card
            plain.apply(card)
            if offered.is_legal(offer) and rng.random() < 0.5:
                trial = offered.copy()
                trial.apply(offer)
                while not trial.is_over and trial.offer >= 0:
                    trial.apply(refusal)
                if not trial.is_over:
                    offered, refused = trial, refused + 1
            offered.apply(card)
    assert refused > 20

"""Equivalent cards, by open hands, and the stakes of a game."""

import random
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from vorhand.agents.skat.equal_cards import alike_cards, equal_cards
from vorhand.agents.skat.evaluators.values import Objective, stakes_of
from vorhand.agents.skat.outcomes import card_play
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import ALL_CARDS, card_name, parse_card, parse_cards
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.view import SkatView, observe
from vorhand.native import skat_monte_carlo
from vorhand.native.skat import Deal, Phase
from vorhand.tests.agents.montecarlo.test_symmetry import ALIKE
from vorhand.tests.evaluation.post_mortem.skat.test_pipma import random_deal


@pytest.mark.parametrize(
    ("hand", "gone", "skat", "trick", "contract", "groups"),
    [
        ("H7 H9 DJ", "", "", "", GRAND, set()),  # the eight between them is in another hand
        ("H7 H8 H9", "", "", "", GRAND, {"H7 H8 H9"}),
        ("H7 H9 DJ", "H8", "", "", GRAND, {"H7 H9"}),  # it was played
        ("H7 H9 DJ", "H8", "", "H8", GRAND, set()),  # it is on the table
        ("H7 H9 DJ", "", "H8 SK", "", GRAND, {"H7 H9"}),  # the soloist discarded it
        ("DJ HJ CJ", "", "", "", GRAND, {"DJ HJ"}),
        ("DJ HJ CJ", "SJ", "", "", GRAND, {"DJ HJ CJ"}),
        ("HK HQ H9", "HT", "", "", GRAND, set()),  # their points differ
        ("HT HJ HQ", "", "", "", NULL, {"HT HJ HQ"}),  # in null points do not matter
        ("HT HQ SK", "", "", "", NULL, set()),
        ("HT HQ SK", "HJ", "", "", NULL, {"HT HQ"}),
    ],
)
def test_which_cards_are_equal(
    hand: str, gone: str, skat: str, trick: str, contract: int, groups: set[str]
) -> None:
    view = SimpleNamespace(
        phase=Phase.PLAY,
        in_play=ALL_CARDS,
        hand=parse_cards(hand),
        skat=parse_cards(skat),
        is_soloist=bool(skat),
        played=(0, parse_cards(gone), 0),
        trick=tuple(map(parse_card, trick.split())),
        contract=contract,
        legal_actions=tuple(map(parse_card, hand.split())),
    )
    found = {" ".join(map(card_name, group)) for group in equal_cards(cast(SkatView, view))}
    assert found == groups


@pytest.mark.parametrize(("bid", "symmetric"), [(18, True), (20, False)])
def test_a_bid_above_18_tells_suits_apart(bid: int, symmetric: bool) -> None:
    """A defender's hearts and diamonds differ after a bid above 18, also in positions from text."""
    start = ALIKE.replace("bid 18", f"bid {bid}")
    view = load_game(start).new_initial_state().view(0)
    groups = {" ".join(map(card_name, group)) for group in alike_cards(view)}
    assert groups == {"S8 S9"} | ({"D9 H9", "DT HT", "DA HA"} if symmetric else set())


def test_equal_cards_lead_to_the_same_in_all_layouts() -> None:
    rng, pairs = random.Random(3), 0
    for _ in range(12):
        deal = random_deal(rng)
        standing = deal.beginning()
        for action in deal.history:
            if standing.tricks_played >= 5 and standing.player >= 0:
                view = observe(standing, standing.player)
                worlds = view.worlds()
                rows = np.asarray(worlds.sample(5, 1))
                found = np.asarray(skat_monte_carlo.open_hand(card_play(view), rows))
                for group in equal_cards(view):
                    assert (found[:, list(group)] == found[:, [group[0]]]).all()
                    pairs += 1
            standing.apply(action)
    assert pairs > 6


@pytest.mark.parametrize(
    ("contract", "objective", "stake"),
    [
        # Seeger-Fabian: a win pays 50 + value, a loss costs 50 + 2 * value, and 40 per defender.
        (GRAND, "score", (50 + 48) + (50 + 96) + 40),
        (0, "score", (50 + 18) + (50 + 36) + 40),
        (0, "win", 1),
        (NULL, "score", (50 + 23) + (50 + 46) + 40),
    ],
)
def test_what_lies_between_winning_and_losing(
    contract: int, objective: Objective, stake: int
) -> None:
    """The stake is the difference of winning and losing; the soloist has only the club jack."""
    suits = [sum(1 << 8 * suit + rank for rank in range(7)) for suit in range(4)]
    jacks = [1 << 8 * suit + 7 for suit in range(4)]
    hands = [
        suits[3] | jacks[3] | 0b11,
        suits[2] | jacks[2] | jacks[1] | 1 << 2,
        suits[1] | jacks[0] | 0b11 << 3,
    ]
    deal = Deal.card_play(
        hands, 0b11 << 5, soloist=0, contract=contract, level=0, hand=False, bid=18
    )
    view = observe(deal, 0)
    found = stakes_of(view, np.array([[*hands, 0b11 << 5]], np.uint32), objective)
    assert found["worth"] == pytest.approx(stake, abs=1e-4)
    assert stakes_of(view, np.array([[*hands, 0b11 << 5]], np.uint32), "points") == {}

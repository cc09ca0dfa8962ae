"""Card play agrees card by card with OpenSpiel's own C++ `skat`.

That game has a simplified bidding and knows neither hand nor ouvert games, but it plays
suit, grand and null with the skat picked up: the same deal, soloist, discards and
contract are set up in both, and both are played with the same random cards. Who is to
act after each trick is who won it.
"""

import random

import pyspiel
import pytest

import vorhand  # noqa: F401  (registers the games)
from vorhand.games.skat.contracts import NULL
from vorhand.native.skat import FIRST_BID, PASS, PICK_UP, declaration_action
from vorhand.tests.sizes import sizes

_FIRST_BIDDING_ACTION = 32  # there 32 passes and 33 .. 38 bid diamonds .. null
# At 18 each seat can be the soloist: who names it first, and who passes.
_BIDDING = {0: [PASS, PASS, FIRST_BID], 1: [FIRST_BID, PASS, PASS], 2: [PASS, FIRST_BID, PASS]}
# Seats of the cards in the order in which they are dealt there: 3-skat-4-3, seat 3 the skat.
_DEALING = [0] * 3 + [1] * 3 + [2] * 3 + [3] * 2 + [0] * 4 + [1] * 4 + [2] * 4
_DEALING += [0] * 3 + [1] * 3 + [2] * 3


def _start_both(
    ours: pyspiel.State, theirs: pyspiel.State, soloist: int, contract: int, rng: random.Random
) -> None:
    cards = list(range(32))
    rng.shuffle(cards)
    places = [cards[:10], cards[10:20], cards[20:30], cards[30:]]
    for card in cards:
        ours.apply_action(card)
    for action in _BIDDING[soloist]:
        ours.apply_action(action)
    ours.apply_action(PICK_UP)
    for seat in _DEALING:
        theirs.apply_action(places[seat].pop(0))
    for _ in range(soloist):
        theirs.apply_action(_FIRST_BIDDING_ACTION)
    theirs.apply_action(_FIRST_BIDDING_ACTION + 1 + contract)
    for _ in range(2):
        card = rng.choice(ours.legal_actions())
        assert card in theirs.legal_actions()
        ours.apply_action(card)
        theirs.apply_action(card)
    ours.apply_action(declaration_action(contract, 0))


def _play_both(ours: pyspiel.State, theirs: pyspiel.State, rng: random.Random) -> None:
    while not theirs.is_terminal():
        assert ours.current_player() == theirs.current_player()
        legal = theirs.legal_actions()
        assert ours.legal_actions() == legal
        card = rng.choice(legal)
        ours.apply_action(card)
        theirs.apply_action(card)
    assert ours.is_terminal()


def _points_of_soloist(theirs: pyspiel.State, soloist: int) -> int:
    # There the soloist's return is (points - 60) / 120.
    points: float = theirs.returns()[soloist] * 120 + 60
    return round(points)


@pytest.mark.parametrize("deals", sizes(60, 500))  # of each of the six contracts
@pytest.mark.parametrize("contract", range(6))
def test_card_play_agrees_with_openspiel(contract: int, deals: int) -> None:
    our_game, their_game = pyspiel.load_game("python_skat"), pyspiel.load_game("skat")
    rng = random.Random(contract)
    for deal in range(deals):
        soloist = deal % 3
        ours, theirs = our_game.new_initial_state(), their_game.new_initial_state()
        _start_both(ours, theirs, soloist, contract, rng)
        _play_both(ours, theirs, rng)
        result = ours.deal.result()
        points = _points_of_soloist(theirs, soloist)
        if contract == NULL:  # there a null game counts as 90 or 30 points
            assert points == (90 if result.won else 30)
        else:
            assert result.points == points
            assert ours.deal.defender_points == 120 - points

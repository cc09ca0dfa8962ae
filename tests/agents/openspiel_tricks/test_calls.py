"""Calls by playouts over worlds: choices on clear hands, and their expected payoffs."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.openspiel_tricks.beliefs.calls import strengths
from vorhand.agents.registry import AgentError, make
from vorhand.agents.spec import Spec
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.rules import OhHell
from vorhand.games.openspiel_tricks.view import TableView

SPADES, CLUBS = 3, 0  # suits of Euchre and Oh Hell, as OpenSpiel numbers them
NINE, TEN, JACK, QUEEN, KING, ACE = range(6)
PASS, ALONE = 24, 29


def euchre(hand: list[int], turned: int, after: int) -> pyspiel.State:
    """Return the state of the first call; `after` counts the seats that call before the hand."""
    state = load_game("euchre").new_initial_state()
    state.apply_action(1)
    rest = iter([card for card in range(24) if card not in [*hand, turned]])
    own = iter(hand)
    for i in range(20):
        state.apply_action(next(own) if i % 4 == after else next(rest))
    state.apply_action(turned)
    return state


def called(state: pyspiel.State) -> int:
    """Return the call of the player to act."""
    seat = state.current_player()
    return int(make_bot("caller", state.get_game(), seat, 0).step(state))


def card(suit: int, rank: int) -> int:
    """Return the number of a card at Euchre."""
    return rank * 4 + suit


def test_the_five_highest_trumps_go_alone_and_five_low_cards_pass() -> None:
    spades = [card(SPADES, JACK), card(CLUBS, JACK), card(SPADES, ACE), card(SPADES, KING)]
    state = euchre([*spades, card(SPADES, QUEEN)], card(SPADES, NINE), after=1)
    assert called(state) == 25 + SPADES
    state.apply_action(25 + SPADES)
    while ALONE not in state.legal_actions():  # the dealer discards a card
        state.apply_action(state.legal_actions()[0])
    assert called(state) == ALONE
    low = [card(suit, NINE) for suit in range(3)] + [card(0, TEN), card(1, TEN)]
    assert called(euchre(low, card(SPADES, KING), after=1)) == PASS


def test_the_dealer_puts_a_low_plain_card_away() -> None:
    hand = [card(SPADES, JACK), card(SPADES, ACE), card(CLUBS, ACE), card(1, ACE), card(1, NINE)]
    state = euchre(hand, card(SPADES, KING), after=0)
    for _ in range(3):
        state.apply_action(PASS)
    assert called(state) == 25 + SPADES
    state.apply_action(25 + SPADES)
    assert called(state) == card(1, NINE)


def oh_hell(hand: list[int], turned: int) -> pyspiel.State:
    """Return a state before the first of bids on seven cards each, in which seat 1 has the hand."""
    state = load_game("oh_hell(num_tricks_fixed=7)").new_initial_state()
    while len(state.legal_actions()) == 1 or state.legal_actions()[-1] < 3:
        state.apply_action(state.legal_actions()[0])
    own, rest = iter(hand), iter([c for c in range(52) if c not in [*hand, turned]])
    for i in range(21):
        state.apply_action(next(own) if i % 3 == 1 else next(rest))
    state.apply_action(turned)
    return state


def test_oh_hell_bids_what_is_sure() -> None:
    high = [4 * rank + SPADES for rank in range(6, 13)]
    low = [0, 1, 2, 4, 5, 6, 8]
    for hand, tricks in ((high, 7), (low, 0)):
        state = oh_hell(hand, turned=SPADES)
        while state.current_player() != 1:
            state.apply_action(state.legal_actions()[0])
        assert called(state) == 52 + tricks


def test_spades_bids_nil_with_the_lowest_cards_and_much_with_the_highest() -> None:
    def first_bid(hand: list[int]) -> int:
        state = load_game("spades").new_initial_state()
        own, rest = iter(hand), iter([c for c in range(52) if c not in hand])
        for i in range(52):
            state.apply_action(next(own) if i % 4 == 0 else next(rest))
        assert state.current_player() == 0
        return called(state) - 52

    low = [13 * suit + rank for suit in range(3) for rank in range(4)] + [39]
    assert first_bid(low) == 0
    high = [39 + rank for rank in range(3, 13)] + [12, 25, 38]
    assert first_bid(high) >= 9


def test_the_strength_of_a_pack_is_about_the_tricks_there_are() -> None:
    rules = TableView.of(oh_hell(list(range(7)), 51), 0).rules
    assert isinstance(rules, OhHell)
    for cards in (3, 7, 13):
        tricks = strengths(rules, SPADES, cards)
        dealt = tricks[:52].mean() * cards * rules.seats
        assert 0.6 * cards < dealt < 1.5 * cards
        by_rank = tricks[:52].reshape(13, 4)
        assert (np.diff(by_rank, axis=0) > 0).all()  # a higher card takes more tricks
        assert (by_rank[:, SPADES] > by_rank[:, CLUBS]).all()


def test_worlds_by_calls_give_the_bidder_the_stronger_hands() -> None:
    """Worlds weighted by calls give the bidder the stronger hand; without trust they do not."""
    state = oh_hell([4 * rank for rank in range(7)], turned=51)
    bids = {0: 5, 1: 1, 2: 0}
    while state.legal_actions()[0] >= 52:
        state.apply_action(52 + bids[state.current_player()])
    while state.current_player() != 1:
        state.apply_action(state.legal_actions()[0])
    view = TableView.of(state, 1)
    assert isinstance(view.rules, OhHell)
    tricks = strengths(view.rules, SPADES, 7)[:52]

    def strength(belief: str) -> np.ndarray:
        worlds = make("belief", Spec.parse(belief), state.get_game(), 0)(view, 400, 1)
        held = np.array([[int(h) >> c & 1 for c in range(52)] for h in worlds.rows[:, [0, 2]].flat])
        return np.asarray((held @ tricks).reshape(-1, 2).mean(axis=0))

    bold, timid = strength("calls")
    alike = strength("calls(trust=0)")
    chance = strength("uniform")
    assert bold > chance[0] + 0.4
    assert timid < chance[1] - 0.4
    assert np.abs(alike - chance).max() < 0.2


def test_few_worlds_weigh_by_calls_as_many_are_drawn() -> None:
    """If there are few worlds, their weights equal the frequencies of many weighted draws."""
    state = oh_hell([4 * rank for rank in range(7)], turned=51)
    bids = {0: 5, 1: 1, 2: 0}
    while state.legal_actions()[0] >= 52:
        state.apply_action(52 + bids[state.current_player()])
    few = None
    while few is None or few.layouts().size > 20_000:
        state.apply_action(state.legal_actions()[0])
        if state.current_player() == 1:
            few = TableView.of(state, 1)
    possible = few.layouts().size
    assert possible > 100
    belief = make("belief", Spec.parse("calls"), state.get_game(), 0)
    whole, drawn = belief(few, possible, 1), belief(few, possible - 1, 1)
    assert len(whole) == possible
    assert whole.weights.sum() == pytest.approx(1)
    assert np.ptp(whole.weights) > 0
    held = [
        worlds.weights @ [[int(h) >> c & 1 for h in row for c in range(52)] for row in worlds.rows]
        for worlds in (whole, drawn)
    ]
    assert np.abs(held[0] - held[1]).max() < 0.1
    even = np.mean([[int(h) >> c & 1 for h in row for c in range(52)] for row in whole.rows], 0)
    assert np.abs(even - held[0]).max() > 0.1
    alike = make("belief", Spec.parse("calls(trust=0)"), state.get_game(), 0)(few, possible, 1)
    assert np.ptp(alike.weights) < 1e-12


def test_a_tree_goes_by_the_weights_of_worlds() -> None:
    """A world with nearly all the weight decides as if it were alone."""
    state = oh_hell([4 * rank for rank in range(7)], turned=51)
    while state.current_player() != 1 or state.legal_actions()[0] >= 52:
        state.apply_action(state.legal_actions()[0])
    view = TableView.of(state, 1)
    tree = make("evaluator", Spec.parse("tree(simulations=500)"), state.get_game(), 0)
    worlds = make("belief", Spec.parse("uniform"), state.get_game(), 0)(view, 20, 3)
    moves = list(view.legal_actions)
    found = []
    for k in range(5):
        weights = np.full(20, 1e-9)
        weights[k] = 1 - 19e-9
        alone = tree(view, worlds.pick(np.array([k]), 0), moves)
        heavy = tree(view, replace(worlds, weights=weights), moves)
        assert np.array_equal(alone.worth[0], heavy.worth[0])
        found.append(tuple(alone.worth[0]))
    assert len(set(found)) > 1  # worlds differ
    many = make("evaluator", Spec.parse("tree(simulations=100000)"), state.get_game(), 0)
    tracemalloc.start()
    many(view, replace(worlds, weights=weights), moves)
    assert tracemalloc.get_traced_memory()[1] < 100_000  # bytes: no row for each simulation
    tracemalloc.stop()


def test_worlds_by_calls_give_trumps_to_who_named_them() -> None:
    hand = [card(0, NINE), card(0, TEN), card(1, NINE), card(1, TEN), card(2, NINE)]
    state = euchre(hand, card(SPADES, NINE), after=1)
    for action in (PASS, 25 + SPADES):
        state.apply_action(action)
    while state.legal_actions()[0] >= PASS or state.current_player() != 2:
        state.apply_action(state.legal_actions()[-1])
    view = TableView.of(state, 2)
    assert view.contract is not None
    maker, bowers = view.contract.calls[0], 1 << card(SPADES, JACK) | 1 << card(CLUBS, JACK)

    def held(belief: str) -> float:
        worlds = make("belief", Spec.parse(belief), state.get_game(), 0)(view, 500, 1)
        return float(np.mean([(int(row[maker]) & bowers).bit_count() for row in worlds.rows]))

    assert held("calls") > 1.5 * held("uniform")
    assert abs(held("calls(trust=0)") - held("uniform")) < 0.15


@pytest.mark.extended
@pytest.mark.parametrize("spec", ["mcts(simulations=20)", "ismcts(simulations=5)"])
def test_searches_leave_calls_to_a_bidder(spec: str) -> None:
    """All seats play the contract that the bidder names; agents that do not bid are refused."""
    game = load_game("bridge(use_double_dummy_result=false)")
    ends = []
    for agent in (spec[:-1] + ",bidder=caller)", "caller"):
        state = game.new_initial_state()
        for card in np.random.RandomState(3).permutation(52):
            state.apply_action(int(card))
        bots = [make_bot(agent, game, seat, seat) for seat in range(4)]
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        ends.append([action for action in state.history() if action >= 52])
    assert ends[0] == ends[1]
    with pytest.raises(AgentError, match="bidder=random: expected caller"):
        make_bot(f"{spec[:-1]},bidder=random)", game, 0, 0)

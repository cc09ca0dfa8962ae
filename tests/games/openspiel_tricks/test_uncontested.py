"""Bridge bidding without contest: views and worlds against OpenSpiel's states and their scores."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.generic.views import resampled
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.openspiel_tricks.uncontested.worlds import first_call, imagined
from vorhand.agents.registry import make
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.uncontested import UncontestedView, hand_of, text_of, world
from vorhand.tests.sizes import few

NAME = "bridge_uncontested_bidding"
GAMES = (f"{NAME}(num_redeals=1)", f"{NAME}(num_redeals=1,subgame=2NT)")


def states(name: str, seed: int) -> Iterator[pyspiel.State]:
    """Yield all states of a random auction in which a player is to call."""
    rng = random.Random(seed)
    state = first_state(load_game(name), seed)
    state.apply_action(0)
    while not state.is_terminal():
        yield state.clone()
        state.apply_action(rng.choice(state.legal_actions()[:6]))


@pytest.mark.parametrize("name", GAMES)
def test_worlds_look_like_the_state_to_the_player(name: str) -> None:
    """The world has the state's strings, legal calls and end of the auction, but other hands."""
    rng, changed = random.Random(1), 0
    for state in (state for seed in range(2) for state in states(name, seed)):
        player = state.current_player()
        view, other = UncontestedView.of(state, player), resampled(state, player, rng)
        told = state.information_state_string(player)
        assert other.information_state_string(player) == told
        assert text_of(view.held) == told.split(" ")[0]
        assert (hand_of(text_of(view.held)), view.held.bit_count()) == (view.held, 13)
        assert (other.current_player(), other.legal_actions()) == (player, state.legal_actions())
        assert UncontestedView.of(other, player).digest(3) == view.digest(3)
        changed += other.information_state_string(1 - player) != (
            state.information_state_string(1 - player)
        )
        for action in state.legal_actions()[:3]:
            if action:
                assert not other.child(action).is_terminal()
        assert other.child(0).is_terminal() == bool(view.calls)
    assert changed > 1


@pytest.mark.parametrize("calls", few(1, [(3, 8), (), (0,), (7,), (0, 4), (4, 9, 14)]))
def test_scores_are_those_of_openspiel(calls: tuple[int, ...]) -> None:
    """The opponents' cards lie as in a state read from text: East has the lowest, West the rest.
    The values are double-dummy, with OpenSpiel's own solver as the reference.
    """
    pytest.importorskip("endplay")
    game, rng = load_game(GAMES[0]), random.Random(4)
    open_hand = make("evaluator", "open_hand", game, 1)
    pack = rng.sample(range(52), 52)
    north, south = (sum(1 << card for card in pack[k : k + 13]) for k in (0, 13))
    rest = sorted(pack[26:])
    east, west = (sum(1 << card for card in rest[k : k + 13]) for k in (0, 13))
    state = world([north, east, south, west], calls)
    view = UncontestedView.of(state, state.current_player())
    moves = [0, *rng.sample(view.legal_actions[1:], 2)]
    rows = np.array([[north, east, south, west]], np.uint64)
    found = open_hand(view, Worlds(rows, np.ones(1), 1, 1), moves).worth[0]
    for move, worth in zip(moves, found.tolist(), strict=True):
        text = f"{text_of(north)} {text_of(south)} "
        ended = game.deserialize_state(text + auction([*calls, move]))
        while not ended.is_terminal():
            ended.apply_action(0)
        # An opening bid is valued as a contract, which OpenSpiel does not score.
        if calls or not move:
            assert ended.returns() == [worth, worth], (calls, move)


def auction(calls: list[int]) -> str:
    """Return the calls as OpenSpiel writes them, from its own names."""
    state = load_game(GAMES[0]).new_initial_state()
    return "-".join(state.action_to_string(0, call) for call in calls)


def test_south_imagines_hands_that_open_two_no_trumps() -> None:
    """Each hand is balanced with 20 or 21 points, counted independently, as in OpenSpiel."""
    state = next(states(GAMES[1], 3))
    assert state.current_player() == 1
    rows = UncontestedView.of(state, 1).worlds(40, 2)
    dealt = [next(states(GAMES[1], seed)) for seed in range(10)]
    hands = [int(row[0]) for row in rows] + [UncontestedView.of(s, 0).held for s in dealt]
    for hand in hands:
        text = text_of(hand)
        points = sum("JQKA".index(card) + 1 for card in text if card in "JQKA")
        assert points in (20, 21), text
        lengths = sorted(map(len, text.split(".")))
        assert lengths in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]), text
    assert len({tuple(row) for row in rows.tolist()}) == 40
    assert (np.bitwise_or.reduce(rows, axis=1) == (1 << 52) - 1).all()


def test_an_opening_bid_tells_of_the_hand_and_an_answer_does_not() -> None:
    """After one spade the partner holds more spades than by chance."""
    state = first_state(load_game(GAMES[0]), 8)
    state.apply_action(0)
    state.apply_action(4)
    view = UncontestedView.of(state, 1)
    assert first_call(view) == 4
    spades = sum(1 << rank * 4 + 3 for rank in range(13))

    def held(trust: float) -> float:
        rows = imagined(view, 300, 1, trust).rows
        return float(np.mean([(int(row[0]) & spades).bit_count() for row in rows]))

    assert held(1.0) > held(0.0) + 0.5
    state.apply_action(9)
    assert first_call(UncontestedView.of(state, 0)) is None


@pytest.mark.parametrize("name", few(1, reversed(GAMES)))
def test_decisions_follow_from_what_the_player_knows(name: str) -> None:
    """Decisions do not depend on the hands of the partner and the opponents."""
    game = load_game(name)
    state = next(states(name, 5))
    player = state.current_player()
    hands = resampled(state, player, random.Random(6)).hands
    said = auction([call for _, call in UncontestedView.of(state, player).history])
    said = f"2N-{said}".rstrip("-") if "2NT" in name else said
    other = game.deserialize_state(f"{text_of(hands[0])} {text_of(hands[2])} {said}")
    assert other.information_state_string(player) == state.information_state_string(player)
    assert str(other) != str(state)
    for spec in ("iimc(worlds=4)", "ismcts(simulations=5)", "caller"):
        calls = [make_bot(spec, game, player, 3).step(s) for s in (state, other)]
        assert calls[0] == calls[1]
        assert calls[0] in state.legal_actions()

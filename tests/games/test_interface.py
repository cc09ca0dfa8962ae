"""Conventions of OpenSpiel's interface, at every kind of node of all our games.

Random play visits chance nodes, decisions of every seat and the end. The conventions are those of
OpenSpiel's own games, which are looked at too.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation

from vorhand.games.loading import load_game
from vorhand.games.packs import own_games

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
GAMES = [
    "python_skat",
    "python_skat(claims=true)",
    "python_skat(scoring=zero_sum,start=play NO by 2 cards ?)",
    "python_schnapsen",
    "python_schnapsen(match=true,match_points=3,score_0=1)",
    "python_kinderschnapsen",
    "python_kinderschnapsen(match=true,match_points=2)",
    "python_belote",
    "python_belote(dealer=1)",
    "python_belote(contree=true)",
    "python_belote(contree=true,made=more,contre=flat,surcontre=3,belote=multiplied)",
    "python_xx",
    "python_xi",
    "python_bcd_tree(depth=4,worlds=3)",
    "python_prefix_tree(depth=3,min_branching=2,max_branching=5)",
]
OPENSPIELS = ["kuhn_poker", "leduc_poker", "euchre", "oh_hell", "skat", "tic_tac_toe"]
IDLE = {"python_xx": {1}}  # seats that never act
PRIVATE = list(pyspiel.PrivateInfoType.__members__.values())
FAR_OFF = [-7, 10**6, 2**40]  # OpenSpiel itself refuses -1

each = pytest.mark.parametrize("name", GAMES)


def nodes(name: str, count: int) -> Iterator[pyspiel.State]:
    """Yield so many states of random games or more, some of each kind and not too many of any."""
    rng, game = random.Random(name), load_game(name)
    kinds = {TERMINAL, *range(game.num_players())} - IDLE.get(name, set())
    if game.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        kinds.add(CHANCE)
    seen = dict.fromkeys(kinds, 0)
    while sum(seen.values()) < count or not all(seen.values()):
        state = game.new_initial_state()
        while True:
            player = state.current_player()
            if seen[player] <= count // len(kinds) and rng.random() < 0.5:
                seen[player] += 1
                yield state.clone()
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def check_legal_actions(state: pyspiel.State) -> None:
    current, legal = state.current_player(), state.legal_actions()
    assert bool(legal) == (not state.is_terminal())
    assert legal == sorted(set(legal))
    for player in [*range(state.num_players() + 2), CHANCE, TERMINAL]:
        assert state.legal_actions(player) == (legal if player == current else []), player
    if current == CHANCE:
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert list(outcomes) == legal
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0


def test_our_games_are_all_here() -> None:
    assert {name.partition("(")[0] for name in GAMES} == set(own_games())


@pytest.mark.parametrize("name", OPENSPIELS)
def test_openspiel_keeps_it(name: str) -> None:
    for state in nodes(name, 40):
        check_legal_actions(state)


@each
def test_only_who_acts_has_legal_actions(name: str) -> None:
    for state in nodes(name, 80):
        check_legal_actions(state)


def everything_of(state: pyspiel.State) -> tuple[object, ...]:
    """Return all texts and tensors of a state."""
    seats = range(state.num_players())
    return (
        str(state),
        state.history(),
        state.move_number(),
        state.current_player(),
        state.legal_actions(),
        state.returns(),
        [state.information_state_string(seat) for seat in seats],
        [state.observation_string(seat) for seat in seats],
        [state.information_state_tensor(seat) for seat in seats],
    )


@each
def test_illegal_actions_are_refused_by_name_and_change_nothing(name: str) -> None:
    rng, game = random.Random(1), load_game(name)
    most = max(game.num_distinct_actions(), game.max_chance_outcomes())
    for state in nodes(name, 16):
        legal, before = set(state.legal_actions()), everything_of(state)
        dealt = {move.action for move in state.full_history() if move.player == CHANCE} - legal
        others = sorted(set(range(most + 2)) - legal)
        tried = {*rng.sample(others, min(len(others), 12)), *sorted(dealt)[:6], *FAR_OFF}
        for action in tried:
            with pytest.raises(ValueError, match=str(action)) as error:
                state.apply_action(action)
            assert error.type is not ValueError, action
        assert everything_of(state) == before


@each
def test_actions_have_names_that_lead_back(name: str) -> None:
    for state in nodes(name, 40):
        player, legal = state.current_player(), state.legal_actions()
        names = [state.action_to_string(player, action) for action in legal]
        assert all(names)
        assert len(set(names)) == len(names)
        if player >= 0:
            assert [state.action_to_string(action) for action in legal] == names
            assert [state.string_to_action(player, text) for text in names] == legal


@each
def test_states_are_stored_and_copied_whole(name: str) -> None:
    game, rng = load_game(name), random.Random(2)
    again = load_game(str(game))
    assert again == game
    assert pickle.loads(pickle.dumps(game)) == game
    for state in nodes(name, 12):
        before = everything_of(state)
        text = pyspiel.serialize_game_and_state(game, state)
        copies = [
            state.clone(),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(text)[1],
            pickle.loads(pickle.dumps(state)),
        ]
        for copy in copies:
            assert everything_of(copy) == before
            if not copy.is_terminal():
                copy.apply_action(rng.choice(copy.legal_actions()))
                assert copy.history() != state.history()
        assert everything_of(state) == before


@each
def test_observers_tell_every_seat_at_every_node(name: str) -> None:
    game = load_game(name)
    known: dict[tuple[int, str], object] = {}
    shape = game.information_state_tensor_shape()
    for state in nodes(name, 30):
        for seat in range(game.num_players()):
            tensor = state.information_state_tensor(seat)
            assert len(tensor) == np.prod(shape)
            assert np.isfinite(tensor).all()
            assert len(state.observation_tensor(seat)) == np.prod(game.observation_tensor_shape())
            text = state.information_state_string(seat)
            if seat == state.current_player():
                told = (tensor, state.legal_actions(seat))
                assert known.setdefault((seat, text), told) == told
        for seat in (-1, game.num_players()):
            with pytest.raises(pyspiel.SpielError):
                state.information_state_string(seat)


@each
def test_observers_of_every_kind_fill_their_tensors(name: str) -> None:
    game = load_game(name)
    kinds = [
        pyspiel.IIGObservationType(public, recall, private)
        for public in (False, True)
        for recall in (False, True)
        for private in PRIVATE
    ]
    observers = [observation.make_observation(game, kind) for kind in kinds]
    sizes = [len(observer.tensor) for observer in observers]
    for state in nodes(name, 8):
        for seat in range(game.num_players()):
            for observer, size in zip(observers, sizes, strict=True):
                observer.set_from(state, seat)
                assert len(observer.tensor) == size == sum(p.size for p in observer.dict.values())
                assert np.isfinite(observer.tensor).all()
                assert isinstance(observer.string_from(state, seat), str)


@pytest.mark.parametrize("name", [name for name in GAMES if "belote" not in name])
def test_structs_lead_back(name: str) -> None:
    """Belote has none."""
    game = load_game(name)
    for state in nodes(name, 10):
        for struct in (state.to_struct(), json.loads(state.to_json())):
            again = game.new_initial_state(struct)
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()

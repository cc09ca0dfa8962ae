"""Conventions of OpenSpiel's interface, at every kind of node of all our games.

Random play visits chance nodes, decisions of every seat and the end. OpenSpiel's own games are
checked by the same conventions.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation

from vorhand.games.loading import load_game
from vorhand.games.packs import own_games
from vorhand.tests.sizes import sizes

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
ENDING = "play H by 1 bid 20 cards HJ.HA.S7/DJ.H9.ST/CK.CA.D7/- leader 1 tricks 4 points 52"
ENDING += " matadors -3"
GAMES = [
    "python_skat",
    "python_skat(claims=true)",
    "python_skat(kontra=true)",
    "python_skat(claims=true,kontra=true,scoring=zero_sum)",
    "python_skat(ramsch=true)",
    "python_skat(bock=true)",
    "python_skat(ramsch=true,schieberamsch=true)",
    "python_skat(spitze=true)",
    "python_skat(bock=true,claims=true,kontra=true,ramsch=true,spitze=true,scoring=card_points)",
    "python_skat(claims=true,kontra=true,ramsch=true,schieberamsch=true,spitze=true)",
    "python_skat(scoring=zero_sum,start=play NO by 2 cards ?)",
    "python_schnapsen",
    "python_schnapsen(match=true,match_points=3,score_0=1)",
    "python_kinderschnapsen",
    "python_schnapsen(suits=2,hand_size=3)",
    "python_belote",
    "python_belote(contree=true)",
    "python_xx",
    "python_xi",
    "python_bcd_tree(depth=4,worlds=3)",
    "python_prefix_tree(depth=3,min_branching=2,max_branching=5)",
]
MORE = [
    "python_skat(scoring=game_value)",
    "python_skat(claims=true,scoring=card_points)",
    f"python_skat(scoring=card_points,start={ENDING})",
    "python_skat(start=play G by 0 cards ?CJ.SJ.CA.ST.HT.HA.DA.D7 tricks 7 points 50 matadors 2)",
    "python_schnapsen(capped=true,score_0=6,score_1=5)",
    "python_kinderschnapsen(match=true,match_points=2)",
    "python_belote(dealer=1)",
    "python_belote(contree=true,made=more,contre=flat,surcontre=3,belote=multiplied)",
    "python_bcd_tree(seed=7,depth=5,worlds=4,disambiguation=0.8)",
]
OPENSPIELS = ["kuhn_poker", "leduc_poker", "euchre", "oh_hell", "skat", "tic_tac_toe"]
IDLE = {"python_xx": {1}}  # seats that never act
PRIVATE = list(pyspiel.PrivateInfoType.__members__.values())
FAR_OFF = [-7, 10**6, 2**40]  # OpenSpiel itself refuses -1

KINDS = [
    pyspiel.IIGObservationType(public, recall, private)
    for public in (False, True)
    for recall in (False, True)
    for private in PRIVATE
]
each = pytest.mark.parametrize("name", GAMES)
each_and_more = pytest.mark.parametrize("name", [*GAMES, *MORE])


def nodes(name: str, count: int) -> Iterator[pyspiel.State]:
    """Yield at least `count` states of random games, with some of every kind."""
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


@pytest.mark.parametrize("simulations", sizes(1, 3))
@each_and_more
def test_openspiel_simulates_them(name: str, simulations: int) -> None:
    pyspiel.random_sim_test(load_game(name), num_sims=simulations, serialize=True, verbose=False)


@pytest.mark.parametrize("deals", sizes(12, 30))
@each_and_more
def test_returns_and_lengths_stay_in_bounds(name: str, deals: int) -> None:
    game, rng = load_game(name), random.Random(5)
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        returns = state.returns()
        assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()
        if game.utility_sum() is not None:
            assert sum(returns) == game.utility_sum()
        moves = sum(move.player >= 0 for move in state.full_history())
        assert moves <= game.max_game_length()
        assert len(state.history()) - moves <= game.max_chance_nodes_in_history()


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
def test_strings_and_tensors_tell_the_same_states_apart(name: str) -> None:
    """Strings and tensors distinguish the same states, except in long matches and auctions.

    Their tensors hold only the end.
    """
    texts: dict[tuple[int, str], tuple[float, ...]] = {}
    tensors: dict[tuple[int, tuple[float, ...]], str] = {}
    for state in (state for state in nodes(name, 40) if not state.is_chance_node()):
        for seat in range(state.num_players()):
            text = state.information_state_string(seat)
            tensor = tuple(state.information_state_tensor(seat))
            assert texts.setdefault((seat, text), tensor) == tensor
            if "match" not in name and "contree" not in name:
                assert tensors.setdefault((seat, tensor), text) == text


@each
def test_observers_of_every_kind_fill_their_tensors(name: str) -> None:
    """Tensors hold numbers from 0 to 1 in consecutive pieces."""
    game = load_game(name)
    observers = [observation.make_observation(game, kind) for kind in KINDS]
    lengths = [len(observer.tensor) for observer in observers]
    for state in nodes(name, 8):
        for seat in range(game.num_players()):
            for observer, length in zip(observers, lengths, strict=True):
                observer.set_from(state, seat)
                pieces = [piece.ravel() for piece in observer.dict.values()]
                assert len(observer.tensor) == length
                assert [n for piece in pieces for n in piece] == list(observer.tensor)
                assert min(observer.tensor, default=0) >= 0
                assert max(observer.tensor, default=0) <= 1 or "match" in name  # the score
                assert isinstance(observer.string_from(state, seat), str)


@each
def test_public_and_private_pieces_are_those_of_the_whole(name: str) -> None:
    game, private = load_game(name), pyspiel.PrivateInfoType
    for recall in (False, True):
        public, own, both = (
            game.make_py_observer(pyspiel.IIGObservationType(shown, recall, whose))
            for shown, whose in (
                (True, private.NONE),
                (False, private.SINGLE_PLAYER),
                (True, private.SINGLE_PLAYER),
            )
        )
        assert public.dict.keys() & own.dict.keys() <= {"player"}
        for state in nodes(name, 6):
            for seat in range(game.num_players()):
                for observer in (public, own, both):
                    observer.set_from(state, seat)
                pieces = {**public.dict, **own.dict}
                assert pieces.keys() == both.dict.keys()
                assert all((piece == both.dict[part]).all() for part, piece in pieces.items())


@each
def test_observers_refuse_parameters(name: str) -> None:
    with pytest.raises(ValueError, match="colour"):
        load_game(name).make_py_observer(KINDS[0], {"colour": "red"})
    assert load_game(name).make_observer({}) is not None


def told_to(state: pyspiel.State, seat: int, observers: list[Any]) -> list[object]:
    """Return everything that a player's observers show, in every form."""
    told: list[object] = [state.current_player(), state.move_number(), state.legal_actions(seat)]
    for observer in observers:
        observer.set_from(state, seat)
        told += [observer.string_from(state, seat), observer.tensor.tobytes()]
    if "belote" not in str(state.get_game()):
        told.append(state.to_observation_struct(seat).to_json())
    return [*told, state.view(seat) if hasattr(state, "view") else None]


@each
def test_resampled_states_look_the_same_to_the_player(name: str) -> None:
    game, rng, changed, varied = load_game(name), random.Random(3), 0, 0
    kinds = [kind for kind in KINDS if kind.private_info != pyspiel.PrivateInfoType.ALL_PLAYERS]
    observers = [game.make_py_observer(kind) for kind in kinds]
    for state in nodes(name, 24):
        if state.is_chance_node():
            continue
        for seat in range(game.num_players()):
            one, other = (state.resample_from_infostate(seat, rng.random) for _ in range(2))
            assert told_to(other, seat, observers) == told_to(state, seat, observers)
            changed += other.history() != state.history()
            varied += one.history() != other.history()
    assert min(changed, varied) > 5 or "prefix" in name


@pytest.mark.parametrize("name", [name for name in GAMES if "belote" not in name])
def test_structs_lead_back(name: str) -> None:
    """A struct restores its state; games without structs, like Belote, are skipped."""
    game = load_game(name)
    for state in nodes(name, 10):
        for struct in (state.to_struct(), json.loads(state.to_json())):
            again = game.new_initial_state(struct)
            assert everything_of(again) == everything_of(state)
        for action in state.legal_actions():
            struct = state.action_to_struct(state.current_player(), action)
            assert state.struct_to_actions(struct) == [action]
            assert state.struct_to_actions(json.loads(struct.to_json())) == [action]

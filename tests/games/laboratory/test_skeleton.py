"""OpenSpiel's contract for every laboratory game: simulation, observers, structs, records."""

import json
import random
from pathlib import Path

import pyspiel
import pytest
from absl import flags
from open_spiel.python import observation
from open_spiel.python.algorithms import generate_playthrough
from scipy import stats

import vorhand.games.laboratory  # noqa: F401  (registers the games)
from vorhand.agents.generic.views import StateView

GAMES = [
    "python_bcd_tree(depth=4,worlds=3)",
    "python_bcd_tree(seed=7,depth=5,worlds=4,disambiguation=0.8)",
    "python_xx()",
    "python_xi()",
    "python_prefix_tree(depth=4,max_branching=5,min_branching=2,seed=3)",
]
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def random_states(name: str, seed: int, count: int) -> list[pyspiel.State]:
    rng = random.Random(seed)
    game = pyspiel.load_game(name)
    states: list[pyspiel.State] = []
    while len(states) < count:
        state = game.new_initial_state()
        states.append(state.clone())
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            states.append(state.clone())
    return states


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_simulations(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("name", GAMES)
def test_structs_restore_the_state(name: str) -> None:
    for state in random_states(name, 1, 60):
        game = state.get_game()
        for struct in (state.to_struct(), json.loads(state.to_json())):
            again = game.new_initial_state(struct)
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()
        for action in state.legal_actions():
            player = state.current_player()
            struct = state.action_to_struct(player, action)
            assert state.struct_to_actions(struct) == [action]


@pytest.mark.parametrize("name", GAMES)
def test_resampling_keeps_the_information_set(name: str) -> None:
    rng = random.Random(2)
    for state in random_states(name, 3, 120):
        for player in range(2):
            again = state.resample_from_infostate(player, rng.random)
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.current_player() == state.current_player()
            tensor = state.information_state_tensor(player)
            assert again.information_state_tensor(player) == tensor
            struct = state.to_observation_struct(player).to_json()
            assert again.to_observation_struct(player).to_json() == struct


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("private", list(pyspiel.PrivateInfoType.__members__.values())[:2])
@pytest.mark.parametrize("public", [True, False])
def test_observers_write_tensor_and_string(
    name: str, private: pyspiel.PrivateInfoType, public: bool
) -> None:
    game = pyspiel.load_game(name)
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=True, private_info=private)
    observer = observation.make_observation(game, kind)
    for state in random_states(name, 4, 30):
        for player in range(2):
            observer.set_from(state, player)
            assert (observer.tensor >= 0).all()
            assert observer.string_from(state, player) or observer.tensor.size == 0


@pytest.mark.parametrize("name", GAMES)
def test_strings_and_tensors_tell_the_same_states_apart(name: str) -> None:
    for player in range(2):
        seen: dict[str, tuple[float, ...]] = {}
        for state in random_states(name, 5, 200):
            text = state.information_state_string(player)
            tensor = tuple(state.information_state_tensor(player))
            assert seen.setdefault(text, tensor) == tensor
        assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    """The stored playthrough shows every state; a change of the rules is a readable diff."""
    flags.FLAGS(["test"], known_only=True)  # the module reads its display flags
    stored, replayed = generate_playthrough.replay(
        str(PLAYTHROUGHS / (name.replace(",", "_") + ".txt"))
    )
    assert replayed == stored


@pytest.mark.extended
@pytest.mark.parametrize("name", [g for g in GAMES if "prefix" not in g])
def test_resampling_is_uniform_over_the_information_set(name: str) -> None:
    """Chi-square against every state of the set, found by walking the game."""
    rng = random.Random(6)
    tested = 0
    for state in random_states(name, 7, 40):
        if not state.is_player_node():
            continue
        player = state.current_player()
        worlds, _ = StateView(state, player).all_worlds()
        counts = dict.fromkeys((world.history_str() for world in worlds), 0)
        for _ in range(60 * len(counts)):
            counts[state.resample_from_infostate(player, rng.random).history_str()] += 1
        if len(counts) > 1:
            assert stats.chisquare(list(counts.values())).pvalue > 1e-6
            tested += 1
    assert tested


def test_a_move_that_a_tree_has_not_changes_nothing() -> None:
    state = pyspiel.load_game("python_prefix_tree(depth=2)").new_initial_state()
    state.apply_action(1)
    before = str(state), state.legal_actions(), state.history()
    with pytest.raises(ValueError, match="action 63: expected 0 to"):
        state.apply_action(63)
    assert (str(state), state.legal_actions(), state.history()) == before
    state.apply_action(0)
    assert state.is_terminal()

"""OpenSpiel's contract: simulations, API assertions, parameters, structs, copies, errors."""

import json
import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, external_sampling_mccfr

from vorhand.games.skat.cards import NotationError
from vorhand.games.skat.game import SCORINGS, SkatState
from vorhand.games.skat.start import Start
from vorhand.native.errors import IllegalActionError
from vorhand.native.skat import Phase
from vorhand.tests.games.skat.deals import random_state, states_along
from vorhand.tests.sizes import sizes

ENDING = (
    "play H by 1 bid 20 cards HJ.HA.S7/DJ.H9.ST/CK.CA.D7/- leader 1 tricks 4 points 52 matadors -3"
)
GAMES = [
    "python_skat",
    "python_skat(claims=true)",
    *(f"python_skat(scoring={scoring})" for scoring in SCORINGS),
    f"python_skat(scoring=card_points,start={ENDING})",
    "python_skat(scoring=zero_sum,start=play NO by 2 cards ?)",
    "python_skat(start=play G by 0 cards ?CJ.SJ.CA.ST.HT.HA.DA.D7 tricks 7 points 50 matadors 2)",
]


class TestApi(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """The assertions of OpenSpiel's own API test, on states sampled from the whole game."""

    game_name = "python_skat"
    game = pyspiel.load_game(game_name)


class TestApiOnAnEnding(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """The same for card play that starts in a position."""

    game_name = GAMES[-1]
    game = pyspiel.load_game(game_name)


SMALL_ENDING = (
    "python_skat(scoring=zero_sum,"
    "start=play G by 0 cards ?CJ.CA.SJ.ST.HT.DA tricks 6 points 60 matadors 1)"
)


@pytest.mark.extended
def test_perfect_recall_over_a_whole_tree() -> None:
    """OpenSpiel's check of strings and tensors on every state of an ending with chance."""
    infostates = api_test._assert_is_perfect_recall(pyspiel.load_game(SMALL_ENDING))
    assert len(infostates) > 100


@pytest.mark.extended
def test_openspiels_cfr_solves_endings() -> None:
    """External-sampling MCCFR runs, and leaves a policy for every information state met."""
    game = pyspiel.load_game(SMALL_ENDING)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(30):
        solver.iteration()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


def test_rl_environment_steps_through_a_deal() -> None:
    environment = rl_environment.Environment(pyspiel.load_game("python_skat"))
    rng = random.Random(11)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert len(step.rewards) == 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("simulations", sizes(2, 5))
def test_openspiel_simulations(name: str, simulations: int) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=simulations, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_game_string_round_trip(name: str) -> None:
    game = pyspiel.load_game(name)
    again = pyspiel.load_game(str(game))
    assert again == game
    assert again.get_parameters() == game.get_parameters()
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("name", GAMES)
def test_returns_stay_in_bounds_and_sum(name: str) -> None:
    game = pyspiel.load_game(name)
    rng = random.Random(5)
    lengths = []
    for _ in range(60):
        state = random_state(rng, name)
        returns = state.returns()
        assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()
        if game.utility_sum() is not None:
            assert sum(returns) == game.utility_sum()
        lengths.append(sum(player >= 0 for player in (a.player for a in state.full_history())))
        assert len(state.history()) - lengths[-1] == game.max_chance_nodes_in_history()
    assert max(lengths) <= game.max_game_length()


def test_import_registers_the_game() -> None:
    program = "import vorhand, pyspiel; print(pyspiel.load_game('python_skat'))"
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "python_skat(scoring=seeger_fabian,start=deal)"


def test_copies_and_serialised_states_are_equal_and_independent() -> None:
    rng = random.Random(3)
    for _ in range(10):
        last = random_state(rng)
        for state in states_along(last):
            clone = state.clone()
            again = state.get_game().deserialize_state(state.serialize())
            pickled = pickle.loads(pickle.dumps(state))
            for copy in (clone, again, pickled):
                assert isinstance(copy, SkatState)
                assert copy.deal == state.deal
                assert copy.history() == state.history()
                assert str(copy) == str(state)
            before = str(state)
            if not clone.is_terminal():
                clone.apply_action(rng.choice(clone.legal_actions()))
            assert str(state) == before


@pytest.mark.parametrize("name", ["python_skat", GAMES[5], GAMES[-1]])
def test_structs_restore_state_and_actions(name: str) -> None:
    rng = random.Random(4)
    for _ in range(10):
        last = random_state(rng, name)
        game = last.get_game()
        for state in states_along(last):
            for struct in (state.to_struct(), json.loads(state.to_json())):
                again = game.new_initial_state(struct)
                assert again.deal == state.deal
                assert again.history() == state.history()
            if state.is_terminal():
                continue
            for action in state.legal_actions():
                struct = state.action_to_struct(state.current_player(), action)
                assert state.struct_to_actions(struct) == [action]
                assert state.struct_to_actions(json.loads(struct.to_json())) == [action]
                assert state.validate_action_struct(struct).ok()
        if last.get_game().start.hands is not None:
            other = game.new_initial_state().resample_from_infostate(0, rng.random)
            assert game.new_initial_state(other.to_struct()).deal == other.deal
    card = last.action_to_struct(0, 5)
    assert not last.validate_action_struct(card).ok()
    assert not last.apply_action_struct(card).ok()


def test_action_structs_can_be_applied() -> None:
    rng = random.Random(6)
    state = random_state(rng, phase=Phase.BIDDING)
    assert state.apply_action_struct(state.action_to_struct(1, 34)).ok()
    assert state.view(0).bid == 18


@pytest.mark.parametrize(
    "struct",
    [
        {},
        {"kind": "card", "card": "X7"},
        {"kind": "bid", "value": "much"},
        {"kind": "bid", "value": 19},
        {"kind": "declare", "contract": "grand", "level": "loud"},
        {"kind": "leave"},
    ],
)
def test_malformed_action_struct_is_quoted(struct: dict[str, object]) -> None:
    state = pyspiel.load_game("python_skat").new_initial_state()
    with pytest.raises(ValueError, match="expected"):
        state.struct_to_actions(struct)


def test_malformed_state_struct_changes_nothing() -> None:
    game = pyspiel.load_game("python_skat")
    for struct in ({}, {"history": "0 1"}, {"history": [0, 0]}, {"history": [0, 999]}):
        with pytest.raises(ValueError, match="expected|illegal|legal"):
            game.new_initial_state(struct)


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("python_skat(colour=red)", pyspiel.SpielError, "Unknown parameter 'colour'"),
        ("python_skat(scoring=1)", pyspiel.SpielError, "Wrong type for parameter scoring"),
        ("python_skat(scoring=skatbund)", ValueError, "expected one of seeger_fabian"),
        ("python_skat(start=never)", NotationError, "expected it to begin with deal or play"),
        ("python_skat(start=deal cards ?HA.HK)", ValueError, "HA.HK': expected all cards"),
        (f"python_skat(start={ENDING.replace('D7', 'S7')})", ValueError, "S7"),
        (f"python_skat(start={ENDING.replace('D7', 'D7.D8')})", ValueError, "rearhand holds 4"),
        (f"python_skat(start={ENDING.replace('bid 20', 'bid 19')})", ValueError, "bid 19"),
        (f"python_skat(start={ENDING.replace('by 1', 'by 3')})", ValueError, "soloist 3"),
        (f"python_skat(start={ENDING.replace('points 52', 'points 150')})", ValueError, "150"),
        (f"python_skat(start={ENDING.replace('tricks 4', 'tricks 8')})", ValueError, "tricks 8"),
        (f"python_skat(start={ENDING} void HJ/-/-)", ValueError, "forehand holds HJ"),
        ("python_skat(start=play N by 0 bid 24 cards ?)", ValueError, "null"),
    ],
)
def test_impossible_games_are_refused(name: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        pyspiel.load_game(name)


def test_eleven_cards_are_refused() -> None:
    rng = random.Random(8)
    cards = list(range(32))
    rng.shuffle(cards)
    hands = (sum(1 << c for c in cards[:11]), sum(1 << c for c in cards[11:20]), 0)
    with pytest.raises(ValueError, match="holds 11 cards"):
        Start(hands=hands, skat=0).deal()


def test_illegal_actions_change_nothing() -> None:
    rng = random.Random(9)
    for state in states_along(random_state(rng)):
        before, history = str(state), state.history()
        illegal = sorted(set(range(-1, 130)) - set(state.legal_actions()))
        for action in illegal:
            with pytest.raises((IllegalActionError, pyspiel.SpielError)):
                state.apply_action(action)
            assert str(state) == before
            assert state.history() == history


def test_position_goes_on_as_the_deal_it_was_taken_from() -> None:
    rng = random.Random(10)
    checked = 0
    while checked < 60:
        whole = random_state(rng, phase=Phase.PLAY)
        for _ in range(rng.randrange(28)):
            if not whole.is_terminal():
                whole.apply_action(rng.choice(whole.legal_actions()))
        if whole.is_terminal():
            continue
        checked += 1
        start = Start.at(whole.deal)
        position = pyspiel.load_game(f"python_skat(start={start})").new_initial_state()
        while not whole.is_terminal():
            assert position.current_player() == whole.current_player()
            assert position.legal_actions() == whole.legal_actions()
            for seat in range(3):
                ours, theirs = position.view(seat), whole.view(seat)
                for name in ("hand", "skat", "open_hand", "voids", "trick", "soloist_points"):
                    assert getattr(ours, name) == getattr(theirs, name), (name, start)
            action = rng.choice(whole.legal_actions())
            whole.apply_action(action)
            position.apply_action(action)
        assert position.returns() == whole.returns()


def test_openspiel_evaluates_bots_on_it() -> None:
    game = pyspiel.load_game("python_skat")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(3)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random)
    assert len(returns) == 3

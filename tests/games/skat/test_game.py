"""OpenSpiel's interface: API assertions, algorithms, parameters, malformed structs."""

import random

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr

from vorhand.games.skat.cards import NotationError
from vorhand.games.skat.start import Start
from vorhand.native.skat import Phase
from vorhand.tests.games.skat.deals import random_state

ENDING = (
    "play H by 1 bid 20 cards HJ.HA.S7/DJ.H9.ST/CK.CA.D7/- leader 1 tricks 4 points 52 matadors -3"
)


class TestApi(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """The assertions of OpenSpiel's own API test, on states sampled from the whole game."""

    game_name = "python_skat"
    game = pyspiel.load_game(game_name)


class TestApiOnAnEnding(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's API test on card play that starts in a position."""

    game_name = (
        "python_skat(start=play G by 0 cards ?CJ.SJ.CA.ST.HT.HA.DA.D7 tricks 7 points 50 "
        "matadors 2)"
    )
    game = pyspiel.load_game(game_name)


SMALL_ENDING = (
    "python_skat(scoring=zero_sum,"
    "start=play G by 0 cards ?CJ.CA.SJ.ST.HT.DA tricks 6 points 60 matadors 1)"
)


@pytest.mark.nightly
def test_perfect_recall_over_a_whole_tree() -> None:
    """OpenSpiel's check of strings and tensors passes on every state of an ending with chance."""
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


def test_structs_restore_resampled_cards_and_validate_actions() -> None:
    """The cards of a struct override those of the game's parameters."""
    game, rng = pyspiel.load_game(f"python_skat(start={ENDING})"), random.Random(4)
    other = game.new_initial_state().resample_from_infostate(0, rng.random)
    assert game.new_initial_state(other.to_struct()).deal == other.deal
    state = random_state(rng, phase=Phase.BIDDING)
    card = state.action_to_struct(0, 5)
    assert not state.validate_action_struct(card).ok()
    assert not state.apply_action_struct(card).ok()
    assert state.validate_action_struct(state.action_to_struct(1, 34)).ok()
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
        ("python_skat(start=play N by 0 bid 24 cards ?)", ValueError, "null"),
    ],
)
def test_impossible_games_are_refused(name: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        pyspiel.load_game(name)


def test_position_goes_on_as_the_deal_it_was_taken_from() -> None:
    rng = random.Random(10)
    checked = 0
    while checked < 25:
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

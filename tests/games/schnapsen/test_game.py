"""``python_schnapsen`` and ``python_kinderschnapsen`` as OpenSpiel games."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import games  # noqa: F401

from vorhand.games.schnapsen.game import SchnapsenState
from vorhand.games.schnapsen.rules import RulesError

GAMES = ["python_schnapsen", "python_kinderschnapsen", "python_schnapsen(match=true)"]


def play(game: pyspiel.Game, rng: random.Random, moves: int = 10**6) -> SchnapsenState:
    state: SchnapsenState = game.new_initial_state()
    while not state.is_terminal() and moves:
        state.apply_action(rng.choice(state.legal_actions()))
        moves -= not state.is_chance_node()
    return state


def test_a_match_ends_at_seven_and_deals_alternate() -> None:
    game, rng = pyspiel.load_game("python_schnapsen(match=true,score_0=5)"), random.Random(8)
    state = game.new_initial_state()
    leaders = []
    while not state.is_terminal():
        if not state.is_chance_node() and not state.current.actions:
            leaders.append(state.current_player())
        state.apply_action(rng.choice(state.legal_actions()))
    assert leaders == [number % 2 for number in range(len(leaders))]
    assert max(state.score) >= 7 > min(state.score)
    assert state.returns()[int(np.argmax(state.score))] == 1


def test_a_capped_deal_pays_what_is_needed() -> None:
    game = pyspiel.load_game("python_schnapsen(capped=true,score_0=6,score_1=5)")
    rng, seen = random.Random(9), set()
    for _ in range(40):
        seen.add(tuple(play(game, rng).returns()))
    assert seen == {(1.0, -1.0), (-1.0, 1.0), (-2.0, 2.0)}


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ("preset=nobody", "preset 'nobody': expected one of tompa"),
        ("hand_size=9", "hand_size=9: expected 1 to 5"),
        ("target=20", "target=20: expected at least half of the 120"),
        ("score_0=7", "score_0=7: expected 0 to 6"),
        ("leader=2", "leader=2: expected 0 or 1"),
        ("marriage_points=10", "marriage_points=10"),
        ("close=2", "close=2: expected 0 to 1"),
    ],
)
def test_impossible_parameters_are_named(params: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        pyspiel.load_game(f"python_schnapsen({params})")


def test_presets() -> None:
    tough = pyspiel.load_game("python_schnapsen(preset=tournament_hard)")
    assert (tough.rules.exchange_talon, tough.rules.exchange_first_lead) == (2, False)
    changed = pyspiel.load_game("python_schnapsen(preset=pypi,close_talon=3)")
    assert changed.rules.pending_until_next_trick
    assert (changed.rules.marriage_leads_king, changed.rules.close_talon) == (True, 3)
    again = pyspiel.load_game(str(changed))
    assert again.rules == changed.rules
    # A rule that is set to its usual value also overrides the preset.
    usual = pyspiel.load_game("python_schnapsen(preset=tournament_hard,exchange_first_lead=1)")
    assert (usual.rules.exchange_talon, usual.rules.exchange_first_lead) == (2, True)


def test_illegal_histories_leave_nothing_applied() -> None:
    state = pyspiel.load_game("python_schnapsen").new_initial_state()
    with pytest.raises(RulesError, match="action 5 at 1 of the history"):
        state.replay([4, 5])
    assert state.history() == []
    with pytest.raises(RulesError, match="'history'"):
        state.get_game().new_initial_state({"nothing": 1})

"""``python_schnapsen`` and ``python_kinderschnapsen`` as OpenSpiel games."""

import itertools
import json
import pickle
import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python import games  # noqa: F401
from scipy import stats

from vorhand.games.schnapsen.game import SchnapsenState
from vorhand.games.schnapsen.rules import RulesError

GAMES = ["python_schnapsen", "python_kinderschnapsen", "python_schnapsen(match=true)"]
PRIVATE = list(pyspiel.PrivateInfoType.__members__.values())


def play(game: pyspiel.Game, rng: random.Random, moves: int = 10**6) -> SchnapsenState:
    state: SchnapsenState = game.new_initial_state()
    while not state.is_terminal() and moves:
        state.apply_action(rng.choice(state.legal_actions()))
        moves -= not state.is_chance_node()
    return state


def decision_states(game: pyspiel.Game, rng: random.Random) -> list[SchnapsenState]:
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_bounds_of_the_game_hold(name: str) -> None:
    game, rng = pyspiel.load_game(name), random.Random(1)
    for _ in range(20):
        state = play(game, rng)
        assert sum(state.returns()) == 0
        assert game.min_utility() <= min(state.returns()) < 0
        assert state.move_number() <= game.max_game_length() + game.max_chance_nodes_in_history()
        chance = state.move_number() - sum(p.player >= 0 for p in state.full_history())
        assert chance <= game.max_chance_nodes_in_history()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("private", PRIVATE)
def test_every_kind_of_observer(
    name: str, public: bool, recall: bool, private: pyspiel.PrivateInfoType
) -> None:
    game = pyspiel.load_game(name)
    kind = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=recall, private_info=private
    )
    observer = game.make_py_observer(kind)
    for state in decision_states(game, random.Random(2))[:30:3]:
        for player in range(2):
            observer.set_from(state, player)
            assert np.isfinite(observer.tensor).all()
            assert observer.tensor.size == sum(piece.size for piece in observer.dict.values())
            text = observer.string_from(state, player)
            shows_cards = private != pyspiel.PrivateInfoType.NONE
            assert ("player" in text or "up" in text) == (public or shows_cards)


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states_look_the_same_and_nothing_leaks(name: str) -> None:
    """Swapping cards a player cannot see changes none of his strings or tensors."""
    game, rng = pyspiel.load_game(name), random.Random(3)
    kinds = [
        pyspiel.IIGObservationType(public_info=a, perfect_recall=b, private_info=c)
        for a, b, c in itertools.product([True, False], [True, False], PRIVATE)
        if c != pyspiel.PrivateInfoType.ALL_PLAYERS
    ]
    observers = [game.make_py_observer(kind) for kind in kinds]
    changed = 0
    for state in [s for _ in range(4) for s in decision_states(game, rng)[:40:4]]:
        for player in range(2):
            other = state.resample_from_infostate(player, rng.random)
            changed += other.history() != state.history()
            assert other.current_player() == state.current_player()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert str(other.view(player)) is not None
            assert other.view(player).describe() == state.view(player).describe()
            assert other.to_observation_struct(player).to_json() == (
                state.to_observation_struct(player).to_json()
            )
            for observer in observers:
                observer.set_from(state, player)
                before = observer.tensor.copy()
                observer.set_from(other, player)
                assert (observer.tensor == before).all()
                assert observer.string_from(other, player) == observer.string_from(state, player)
    assert changed > 10


def consistent_worlds(state: SchnapsenState, player: int) -> set[tuple[int, ...]]:
    """Opponent's hand and talon of every deal that replays to the same information state.

    All ways of dealing the cards that the player has not seen are tried.
    """
    game, history = state.get_game(), state.history()
    rules, size = game.rules, len(game.rules.cards)
    cards, actions = history[:size], history[size:]
    hand = rules.hand_size
    # The player sees his first hand, the face-up card, and what he draws.
    own = set(range(player * hand, (player + 1) * hand)) | {2 * hand}
    draws = state.view(player).seen.draws
    own |= {i for i, card in enumerate(cards) if card in draws and i > 2 * hand}
    hidden = [i for i in range(size) if i not in own]
    found = set()
    target = state.information_state_string(player)
    # Order within the opponent's first hand means nothing.
    first = [i for i in hidden if i < 2 * hand]
    unseen = [cards[i] for i in hidden]
    for chosen in itertools.combinations(unseen, len(first)):
        rest = [card for card in unseen if card not in chosen]
        for order in itertools.permutations(rest):
            dealt = list(cards)
            for index, card in zip(hidden, (*chosen, *order), strict=True):
                dealt[index] = card
            trial = game.new_initial_state()
            try:
                trial.replay([*dealt, *actions])
            except RulesError:
                continue
            if trial.information_state_string(player) == target:
                deal = trial.deal
                found.add((deal.hand(1 - player), *deal.talon))
    return found


@pytest.mark.extended
@pytest.mark.parametrize("seed", range(4))
def test_resampling_is_uniform_over_exactly_the_consistent_worlds(seed: int) -> None:
    game, rng = pyspiel.load_game("python_kinderschnapsen(hand_size=2)"), random.Random(seed)
    tested = 0
    while tested < 2:
        states = decision_states(game, rng)
        state = rng.choice(states)
        player = state.current_player()
        # Few enough unseen cards to try all ways of dealing them.
        if len(states) < 6 or state.deal.next < 4:
            continue
        expected = consistent_worlds(state, player)
        draws = Counter(
            (other.deal.hand(1 - player), *other.deal.talon)
            for other in (
                state.resample_from_infostate(player, rng.random) for _ in range(60 * len(expected))
            )
        )
        assert set(draws) == expected
        if len(expected) > 1:
            assert stats.chisquare(list(draws.values())).pvalue > 1e-4
            tested += 1


@pytest.mark.parametrize("name", GAMES)
def test_structs_rebuild_the_state(name: str) -> None:
    game = pyspiel.load_game(name)
    for state in decision_states(game, random.Random(5))[:60:7]:
        struct = json.loads(state.to_struct().to_json())
        again = game.new_initial_state(struct)
        assert again.history() == state.history()
        assert str(again) == str(state)
        player = state.current_player()
        for action in state.legal_actions():
            told = json.loads(state.action_to_struct(player, action).to_json())
            assert state.struct_to_actions(told) == [action]
        assert state.to_observation_struct(player).to_dict()["player"] == player


@pytest.mark.parametrize("name", GAMES)
def test_pickle_and_serialise(name: str) -> None:
    game = pyspiel.load_game(name)
    state = play(game, random.Random(6), 7)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.view(0) is not None
    text = pyspiel.serialize_game_and_state(game, state)
    _, third = pyspiel.deserialize_game_and_state(text)
    assert third.history() == state.history()


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
    for _ in range(60):
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
    # A rule set to what is usual goes before the preset too.
    usual = pyspiel.load_game("python_schnapsen(preset=tournament_hard,exchange_first_lead=1)")
    assert (usual.rules.exchange_talon, usual.rules.exchange_first_lead) == (2, True)


def test_illegal_histories_leave_nothing_applied() -> None:
    state = pyspiel.load_game("python_schnapsen").new_initial_state()
    with pytest.raises(RulesError, match="action 5 at 1 of the history"):
        state.replay([4, 5])
    assert state.history() == []
    with pytest.raises(RulesError, match="'history'"):
        state.get_game().new_initial_state({"nothing": 1})

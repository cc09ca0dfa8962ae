import random
from typing import Any

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.service.games import skat
from vorhand.service.games.observations import (
    ObservationError,
    cached_game,
    observe,
    observer_of,
    state_of,
)
from vorhand.v1 import observation_pb2 as pb

EVERYTHING = pb.ObservationOptions(information_state=True, tensor=True)


def positions(text: str, deals: int) -> list[tuple[pyspiel.State, int]]:
    """Return all states of some deals, each paired with every player."""
    game = cached_game(text)
    found = []
    for deal in range(deals):
        rng = random.Random(deal)
        state = game.new_initial_state()
        while True:
            player = state.current_player()
            if player != pyspiel.PlayerId.CHANCE:
                found += [(state.clone(), seat) for seat in range(game.num_players())]
            if state.is_terminal():
                break
            if player == pyspiel.PlayerId.CHANCE or rng.random() < 0.2:
                action = rng.choice(state.legal_actions())
            else:
                agent = ("rule", "random")[(deal + player) % 2]
                action = make_bot(agent, game, player, rng.getrandbits(31)).step(state)
            state.apply_action(action)
    return found


@pytest.mark.extended
@pytest.mark.parametrize(
    ("game", "deals"),
    [
        ("python_skat", 4),
        ("python_skat(scoring=zero_sum)", 2),
        ("python_schnapsen", 8),
        ("python_schnapsen(match=true)", 2),
        ("python_schnapsen(preset=pypi)", 4),
        ("python_schnapsen(preset=tournament_hard,marriage_compulsory=1)", 8),
        ("python_kinderschnapsen", 8),
    ],
)
def test_an_observation_makes_a_state_in_which_the_player_knows_the_same(
    game: str, deals: int
) -> None:
    observer = observer_of(cached_game(game))
    for state, seat in positions(game, deals):
        sent = observe(observer, game, state, seat, EVERYTHING)
        received = pb.Observation.FromString(sent.SerializeToString())
        rebuilt = state_of(received)
        assert rebuilt.view(seat) == state.view(seat)
        assert rebuilt.information_state_string(seat) == received.information_state
        assert rebuilt.information_state_tensor(seat) == list(received.tensor)
        if state.current_player() == seat:
            assert [action.id for action in received.legal_actions] == rebuilt.legal_actions()


def test_a_view_of_skat_is_written_as_it_is_told_in_plain_terms() -> None:
    for state, seat in positions("python_skat", 12):
        view, sent = state.view(seat), pb.SkatView()
        skat.write(view, sent)
        plain = view.to_dict()
        for name in ("hand", "dealt_hand", "skat", "picked_up_skat", "open_hand", "hidden"):
            assert list(getattr(sent, name)) == plain[name]
        assert list(sent.in_play) == ([] if len(plain["in_play"]) == 32 else plain["in_play"])
        for name in ("played", "voids"):
            assert [list(cards.cards) for cards in getattr(sent, name)] == plain[name]
        for name in ("known", "possible"):
            assert [list(getattr(place, name)) for place in sent.places] == plain[name]
        assert [place.hidden_count for place in sent.places] == plain["hidden_count"]
        assert [move.seat for move in sent.moves] == plain["movers"]


@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen(match=true)"])
def test_an_observation_depends_on_nothing_that_the_player_does_not_know(game: str) -> None:
    observer = observer_of(cached_game(game))
    rng = random.Random(1)
    changed = 0
    for state, seat in positions(game, 3)[::7]:
        other = state.resample_from_infostate(seat, rng.random)
        changed += other.history() != state.history()
        ours = observe(observer, game, state, seat, EVERYTHING)
        assert ours == observe(observer, game, other, seat, EVERYTHING)
    assert changed > 20


def test_a_small_game_without_a_view_is_found_by_its_information_state() -> None:
    observation = pb.Observation(game="kuhn_poker", seat=1, information_state="2b")
    state = state_of(observation)
    assert (state.current_player(), state.information_state_string(1)) == (1, "2b")


@pytest.mark.parametrize(
    ("game", "change", "text"),
    [
        ("python_skat", {"moves": [pb.Move(action=500)]}, "moves: 0: action 500: expected 0 to"),
        ("python_skat", {"moves": [pb.Move(seat=7)]}, "moves: 0: seat 7: expected 0 to 2"),
        ("python_skat", {"phase": 0}, "phase 0: expected 1 to 7"),
        ("python_skat", {"phase": 9}, "phase 9: expected 1 to 7"),
        ("python_schnapsen", {"moves": [pb.Move(action=500)]}, "moves: 0: action 500: expected"),
        ("python_schnapsen", {"moves": [pb.Move()]}, "moves: 0: action is not stated"),
        ("python_schnapsen", {"moves": [pb.Move(seat=2, action=1)]}, "moves: 0: seat 2: exp"),
        ("python_schnapsen", {"draws": ["DA"]}, "draws: 1 cards, expected at most one a trick: 0"),
    ],
)
def test_what_no_view_can_hold_is_refused_in_words_of_the_contract(
    game: str, change: dict[str, Any], text: str
) -> None:
    state, seat = positions(game, 1)[0]
    observation = observe(observer_of(cached_game(game)), game, state, seat)
    message: Any = observation.skat if game == "python_skat" else observation.schnapsen.deal
    for name, value in change.items():
        message.ClearField(name)
        message.MergeFrom(type(message)(**{name: value}))
    with pytest.raises(ObservationError, match=f"view: {text}"):
        state_of(observation)


def test_a_view_of_another_game_is_refused() -> None:
    state, seat = positions("python_skat", 1)[0]
    observation = observe(observer_of(cached_game("python_skat")), "python_skat", state, seat)
    for game, expected in (("python_schnapsen", "schnapsen"), ("leduc_poker", "none")):
        observation.game = game
        with pytest.raises(ObservationError, match=f"view: skat, expected {expected}"):
            state_of(observation)
    with pytest.raises(ObservationError, match="view: none, expected schnapsen"):
        state_of(pb.Observation(game="python_schnapsen"))


def test_an_observation_that_contradicts_itself_is_refused() -> None:
    text = "python_skat"
    state, seat = positions(text, 1)[40]
    observation = observe(observer_of(cached_game(text)), text, state, seat)
    observation.skat.hand[0] = "X9"
    with pytest.raises(ObservationError, match="X9"):
        state_of(observation)
    with pytest.raises(ObservationError, match="python_skat"):
        state_of(pb.Observation(game=text, seat=0))


@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen", "kuhn_poker"])
@pytest.mark.parametrize("seat", [-1, -4, 3])
def test_a_seat_that_the_game_does_not_have_is_refused(game: str, seat: int) -> None:
    with pytest.raises(ObservationError, match=f"seat {seat}: expected 0 to"):
        state_of(pb.Observation(game=game, seat=seat))

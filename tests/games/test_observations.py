"""The compiled core writes the tensors that the plain observers describe."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment

from vorhand.games.loading import load_game
from vorhand.games.observers import Observer
from vorhand.native import belote, schnapsen, skat
from vorhand.native.observations import Contents
from vorhand.tests.games.plain_observers import PlainBelote, PlainSchnapsen, PlainSkat
from vorhand.tests.sizes import sizes

KINDS = [
    pyspiel.IIGObservationType(public, recall, private)
    for public, recall, private in itertools.product(
        (False, True), (False, True), pyspiel.PrivateInfoType.__members__.values()
    )
]
PLAIN: dict[str, type[Observer]] = {
    "skat": PlainSkat,
    "schnapsen": PlainSchnapsen,
    "belote": PlainBelote,
}
ENDING = "play H by 1 bid 20 cards HJ.HA.S7/DJ.H9.ST/CK.CA.D7/- leader 1 tricks 4 points 52"
SMALL_PACK = "play C by 0 cards ?CJ.SJ.CA.CT.SA.ST.HA.HT.HK points 42 tricks 4 past ?"
GAMES = [
    ("python_skat", "skat"),
    ("python_skat(claims=true)", "skat"),
    ("python_skat(claims=true,kontra=true)", "skat"),
    ("python_skat(ramsch=true)", "skat"),
    ("python_skat(spitze=true)", "skat"),
    ("python_skat(ramsch=true,schieberamsch=true)", "skat"),
    ("python_skat(kontra=true,ramsch=true,bock=true)", "skat"),
    (f"python_skat(start={ENDING} matadors -3)", "skat"),
    (f"python_skat(start={SMALL_PACK})", "skat"),
    ("python_schnapsen", "schnapsen"),
    ("python_schnapsen(match=true,match_points=4,score_1=1)", "schnapsen"),
    ("python_schnapsen(preset=pypi,leader=1)", "schnapsen"),
    ("python_schnapsen(hand_size=1)", "schnapsen"),
    ("python_kinderschnapsen", "schnapsen"),
    ("python_schnapsen(suits=2,hand_size=3)", "schnapsen"),
    ("python_kinderschnapsen(match=true)", "schnapsen"),
    ("python_schnapsen(match=true,match_points=3,suits=2,hand_size=4)", "schnapsen"),
    ("python_kinderschnapsen(match=true,suits=2)", "schnapsen"),
    ("python_belote", "belote"),
    ("python_belote(contree=true,dealer=1)", "belote"),
]


def states_of(name: str, deals: int) -> Iterator[pyspiel.State]:
    """Yield a random state of each of some random games."""
    rng, game = random.Random(name), load_game(name)
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        history = state.history()
        length = rng.randrange(len(history) + 1)
        if length < len(history):
            state = game.new_initial_state()
            for action in history[:length]:
                state.apply_action(action)
        yield state


@pytest.mark.parametrize("deals", sizes(60, 10_000))
@pytest.mark.parametrize(("name", "plain"), GAMES)
def test_tensors_are_those_of_the_plain_observers(name: str, plain: str, deals: int) -> None:
    game = load_game(name)
    pairs = [(game.make_py_observer(kind), PLAIN[plain](game, kind)) for kind in KINDS]
    for observer, expected in pairs:
        assert list(observer.dict) == list(expected.dict)
        assert {n: p.shape for n, p in observer.dict.items()} == {
            n: p.shape for n, p in expected.dict.items()
        }
    for number, state in enumerate(states_of(name, deals)):
        player = number % game.num_players()
        for observer, expected in pairs:
            observer.set_from(state, player)
            expected.set_from(state, player)
            if not np.array_equal(observer.tensor, expected.tensor):
                for piece, values in expected.dict.items():  # name the piece
                    np.testing.assert_array_equal(observer.dict[piece], values, err_msg=piece)
                np.testing.assert_array_equal(observer.tensor, expected.tensor)


WHOLES: dict[str, dict[str, Any]] = {  # the wholes of shares, in place of which bytes hold counts
    "skat": {"tricks": 10, "points": 120},
    "schnapsen": {
        "score": 4,
        "talon_left": 9,
        "at_closing": [255, 1],
        "points": 66,
        "pending": 66,
        "tricks": 10,
    },
    "belote": {"tricks": 8, "points": 162},
}


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("python_skat", "skat"),
        ("python_schnapsen(match=true,match_points=4)", "schnapsen"),
        ("python_belote", "belote"),
    ],
)
@pytest.mark.parametrize("recall", [False, True])
def test_bytes_hold_counts_in_place_of_shares(name: str, plain: str, recall: bool) -> None:
    game, contents = load_game(name), Contents(recall=recall)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
    shares = {piece: whole for piece, whole in WHOLES[plain].items() if piece in observer.dict}
    assert shares or recall
    tensor = np.full(observer.tensor.shape, 7, np.uint8)
    for state in states_of(name, 60):
        write: Any = (contents, tensor)
        if plain == "skat":
            skat.write_observation(state.deal, 1, *write)
        elif plain == "belote":
            belote.write_observation(state.deal, 1, *write)
        else:
            deal = (game.rules, state.current, state.score, game.match_points)
            schnapsen.write_observation(*deal, 1, *write)
        observer.set_from(state, 1)
        for piece, whole in shares.items():
            observer.dict[piece] *= whole
        np.testing.assert_allclose(tensor, observer.tensor, rtol=1e-6)


def test_an_array_of_another_size_is_refused() -> None:
    game = load_game("python_skat")
    deal, size = game.new_initial_state().deal, len(game.make_py_observer().tensor)
    for wrong in (size - 1, size + 1):
        with pytest.raises(ValueError, match=f"{wrong} numbers: expected {size}"):
            skat.write_observation(deal, 0, Contents(), np.zeros(wrong, np.float32))
    others: list[Any] = [np.zeros(size), np.zeros(2 * size, np.float32)[::2]]
    for other in others:  # a copy would be filled
        with pytest.raises(TypeError):
            skat.write_observation(deal, 0, Contents(), other)
    with pytest.raises(IndexError, match="seat 3"):
        skat.write_observation(deal, 3, Contents(), np.zeros(size, np.float32))


@pytest.mark.parametrize("name", [name for name, _ in GAMES])
def test_lists_are_those_of_the_observers(name: str) -> None:
    """The states' own methods agree with the game's observers and with OpenSpiel's wrapper."""
    game = load_game(name)
    now, past = (
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        for recall in (False, True)
    )
    for state in states_of(name, 20):
        for seat in range(game.num_players()):
            now.set_from(state, seat)
            past.set_from(state, seat)
            assert state.observation_tensor(seat) == now.tensor.tolist()
            assert state.information_state_tensor(seat) == past.tensor.tolist()
            assert pyspiel.State.observation_tensor(state, seat) == now.tensor.tolist()
        if state.current_player() >= 0:
            acting = state.current_player()
            assert state.observation_tensor() == state.observation_tensor(acting)
            assert state.information_state_tensor() == state.information_state_tensor(acting)
        for seat in (-1, game.num_players()):
            with pytest.raises(pyspiel.SpielError):
                state.observation_tensor(seat)
            with pytest.raises(pyspiel.SpielError):
                state.information_state_tensor(seat)


@pytest.mark.parametrize("name", ["python_skat", "python_schnapsen", "python_belote"])
def test_a_step_builds_no_view_and_no_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = load_game(name), random.Random(1)

    def refuse(*args: object) -> None:
        raise AssertionError(f"not asked for: {args}")

    monkeypatch.setattr(game.observer, "string_from", refuse)
    monkeypatch.setattr(type(game.new_initial_state()), "view", refuse)
    for kind in rl_environment.ObservationType:
        environment = rl_environment.Environment(game, observation_type=kind)
        step = environment.reset()
        while not step.last():
            seen = step.observations
            legal = seen["legal_actions"][seen["current_player"]]
            step = environment.step([rng.choice(legal)])
        assert step.rewards is not None

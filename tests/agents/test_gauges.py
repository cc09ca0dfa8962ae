"""The figure by which a hint compares moves: its kind, scale and values in each game."""

import math
import random
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.montecarlo.choice import Choice, Gauge
from vorhand.agents.montecarlo.frame import GaugeSource
from vorhand.games.loading import load_game
from vorhand.games.packs import part
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.errors import InputError
from vorhand.native.schnapsen import Deal, Worlds
from vorhand.tests.agents.skat.played import states
from vorhand.tests.games.skat.plain_search import soloist_wins

MATCH = "python_schnapsen(match=true)"


def played(game: str, ready: Callable[[pyspiel.State], bool], seed: int) -> pyspiel.State:
    """Return the first state that is ready in deals played at random, with a choice of moves."""
    rng = random.Random(seed)
    while True:
        state = load_game(game).new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node() and len(legal) > 1 and ready(state):
                return state
            state.apply_action(rng.choice(legal))


def view_of(state: pyspiel.State) -> Any:
    seat = state.current_player()
    known = part(state.get_game().get_type().short_name, "agents")
    return StateView(state, seat) if known is None else known.view(state, seat)


def hint(agent: str, state: pyspiel.State) -> Choice:
    return adviser(agent, state.get_game(), state.current_player(), 0)(view_of(state))


@pytest.mark.parametrize(
    ("game", "agent", "kind", "label"),
    [
        ("python_skat", "pimc(worlds=20)", "chance", "open hands"),
        ("python_skat", "iimc(worlds=20)", "chance", "playouts"),
        ("python_skat", "mc(blended,worlds=20)", "chance", "playouts"),
        ("python_skat", "ismcts(iterations=50)", "score", "score"),
        ("python_schnapsen", "pimc(worlds=5)", "chance", "open hands"),
        ("python_schnapsen", "policy_tree(iterations=50)", "chance", "search"),
        ("python_schnapsen", "iimc(worlds=5)", "score", "score"),
        (MATCH, "pimc(worlds=5)", "chance", "open hands"),
        (MATCH, "iimc(worlds=5)", "chance", "match"),
        ("python_kinderschnapsen", "pvp(worlds=5)", "chance", "open hands"),
        ("python_belote", "pimc(worlds=5)", "score", "score"),
        ("hearts", "pimc(worlds=3)", "score", "score"),
        ("euchre", "pimc(worlds=3)", "score", "score"),
        ("leduc_poker", "pimc", "score", "score"),
    ],
)
def test_a_hint_says_what_its_figures_are(game: str, agent: str, kind: str, label: str) -> None:
    if game == "python_skat":
        (state,) = states(1, 7)
    else:
        longest = {"python_belote": 45, "hearts": 65, "euchre": 35, "leduc_poker": 0}
        state = played(game, lambda state: len(state.history()) > longest.get(game, 20), 1)
    data = hint(agent, state).to_dict()
    assert (data["gauge"]["kind"], data["gauge"]["label"]) == (kind, label)
    low, high = data["gauge"]["scale"]
    values = [move["gauge"] for move in data["moves"] if move["gauge"] is not None]
    assert values
    assert all(low <= value <= high for value in values)
    if kind == "chance":
        assert (low, high) == (0, 1)
    else:
        assert (low, high) == (min(values), max(values))
        assert [move["gauge"] for move in data["moves"]] == [m["score"] for m in data["moves"]]


def test_rules_of_thumb_have_no_figures() -> None:
    (state,) = states(1, 7)
    data = hint("rule", state).to_dict()
    assert data["gauge"] is None
    assert all(set(move) == {"move"} for move in data["moves"])


@pytest.mark.parametrize("defends", [False, True])
def test_skat_chances_are_those_of_the_player_who_asks(defends: bool) -> None:
    some = [s for s in states(30, 8) if (s.current_player() != s.deal.soloist) == defends]
    told = set()
    for state in some[:4]:
        choice = hint("pimc(worlds=1000)", state)
        assert choice.evidence is not None
        gauge, worlds, view = choice.gauge, choice.evidence.worlds, view_of(state)
        assert gauge is not None
        for move, value in zip(choice.moves, gauge.values, strict=True):
            expected = 0.0
            for row, weight in zip(worlds.rows, worlds.weights, strict=True):
                after = view.deal(row.tolist())
                after.apply(move)
                expected += float(weight) * (soloist_wins(after) != defends)
            assert value == pytest.approx(expected)
            assert choice.chance_of(move) == value
            told.add(round(value, 3))
    assert len(told) > 1


def winner_of(deal: Deal, view: SchnapsenView) -> int:
    """Return who wins with open cards, by trying all moves."""
    if deal.terminal:
        return deal.winner
    for action in deal.legal_actions(view.rules):
        after = deal.copy()
        after.apply(view.rules, action)
        if winner_of(after, view) == deal.to_move:
            return deal.to_move
    return 1 - deal.to_move


@pytest.mark.parametrize("agent", ["pimc(worlds=100)", "pvp(worlds=100)"])
def test_schnapsen_chances_are_those_of_open_hands(agent: str) -> None:
    told = set()
    for seed in range(4):
        state = played(MATCH, lambda state: len(state.deal.talon) == 0, seed)
        choice, view = hint(agent, state), view_of(state)
        assert choice.gauge is not None
        assert choice.evidence is not None
        known, worlds = Worlds(view.rules, view.deal, view.player), choice.evidence.worlds
        for move, value in zip(choice.moves, choice.gauge.values, strict=True):
            expected = 0.0
            for row, weight in zip(worlds.rows, worlds.weights, strict=True):
                after = known.world(int(row))
                after.apply(view.rules, move)
                expected += float(weight) * (winner_of(after, view) == view.player)
            assert value == pytest.approx(expected)
            told.add(value)
    assert len(told) > 1


def test_a_move_that_was_not_evaluated_has_no_figure() -> None:
    state = played("leduc_poker", lambda state: True, 1)
    choice = Choice.of(view_of(state), state.legal_actions()[0], "worlds", scores=(1.0, math.nan))
    assert choice.gauge == Gauge("score", "score", (1.0, 1.0), choice.scores)
    assert [move["gauge"] for move in choice.to_dict()["moves"]] == [1.0, None]
    assert choice.chance_of(choice.move) is None


def test_a_label_that_screens_do_not_know_is_refused() -> None:
    label: Any = "guesses"
    with pytest.raises(InputError, match="label 'guesses': expected one of open hands, playouts"):
        GaugeSource(label, "share")

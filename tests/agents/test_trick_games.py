"""Properties of agents at every trick-taking game: see `vorhand/tests/games/trick_games.py`."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.generic.views import resampled
from vorhand.agents.registry import make
from vorhand.agents.tricks.beliefs.uniform import uniform
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.tests.games.trick_games import GAMES, TrickGame, states, view_of

each = pytest.mark.parametrize("game", GAMES, ids=str)


@pytest.mark.parametrize(
    "spec",
    [
        "pimc(worlds=4)",
        "iimc(worlds=8)",
        "ppp(worlds=2)",
        "pvp(worlds=2)",
        "mcts(simulations=20)",
        "the bidder",
    ],
)
@pytest.mark.parametrize("name", [*map(str, GAMES), "tarok(players=3)", "tarok(players=4)"])
def test_agents_play_from_the_first_decision_to_the_end(name: str, spec: str) -> None:
    game = load_game(name)
    state = first_state(game, 5)
    if spec == "the bidder":
        spec = "rule" if name.startswith("python") else "caller"
    bots = [make_bot(spec, game, seat, 5) for seat in range(game.num_players())]
    play_game(state, bots, random.Random(2))
    assert state.is_terminal()


@each
def test_ismcts_plays(game: TrickGame) -> None:
    for state in states(game.name, 6, 0.08):
        bot = make_bot("ismcts(simulations=10)", load_game(game.name), state.current_player(), 1)
        assert bot.step(state) in state.legal_actions()


@each
def test_decisions_follow_from_what_the_player_knows(game: TrickGame) -> None:
    """And not from the cards of others: in another state that looks the same they are the same."""
    loaded, rng, searched = load_game(game.name), random.Random(2), 0
    for state in itertools.chain(*(states(game.name, seed, 0.15) for seed in range(3))):
        player = state.current_player()
        bot = make_bot("pimc(worlds=3)", loaded, player, 7)
        other = resampled(state, player, rng)
        view = view_of(state, player)
        choice = bot.explain_state(state)
        again = make_bot("pimc(worlds=3)", loaded, player, 7)
        assert choice == again.explain_state(other)
        assert set(choice.moves) == set(state.legal_actions())
        searched += choice.possible == (view.layouts().size if view.play else -1)
    assert searched > 0


@pytest.mark.extended
@each
def test_error_allowing_values_are_exact_ones(game: TrickGame) -> None:
    """m is the exact value, p a probability, and a gain goes with it."""
    if game.name.startswith("bridge"):
        pytest.importorskip("endplay")
    loaded, compared = load_game(game.name), 0
    exact, allowing = (make("evaluator", e, loaded, 1) for e in ("open_hand", "error_allowing"))
    for state in itertools.chain(*(states(game.name, seed, 0.3) for seed in range(4))):
        view = view_of(state, state.current_player())
        if view.play is None or view.held.bit_count() > 5:
            continue
        worlds = uniform(view, 3, 1)
        values = allowing(view, worlds, view.legal_actions)
        assert values["m"] == pytest.approx(exact(view, worlds, view.legal_actions).worth)
        assert ((values["p"] >= 0) & (values["p"] <= 1)).all()
        assert ((values["a"] > 0) == (values["p"] > 0)).all()
        compared += 1
    assert compared > 5


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "better", "worse", "deals"),
    [
        ("python_belote", "rule", "random", 40),
        ("python_belote", "pimc(worlds=4)", "random", 8),
        ("euchre", "pimc(worlds=4)", "random", 60),
        ("bridge(use_double_dummy_result=false)", "iimc(worlds=8)", "random", 4),
    ],
)
def test_the_better_side_wins(name: str, better: str, worse: str, deals: int) -> None:
    """On the same deals with seats exchanged; the differences are several standard errors wide."""
    game, gained = load_game(name), []
    for deal, side in itertools.product(range(deals), (0, 1)):
        specs = [better if seat % 2 == side else worse for seat in range(4)]
        bots = [make_bot(spec, game, seat, deal) for seat, spec in enumerate(specs)]
        state = play_game(game.new_initial_state(), bots, random.Random(deal))
        gained.append(state.returns()[side])
    assert np.mean(gained) > 0

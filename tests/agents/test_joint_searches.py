"""Alpha-mu and EPIMC at games of the common engine: one ply is PIMC, DDS changes no value."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from vorhand.agents.generic.views import resampled
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.openspiel_tricks.bridge import joint_search
from vorhand.agents.openspiel_tricks.outcomes import outcomes
from vorhand.agents.registry import make, make_bot
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.evaluators.joint_search import searched_together
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.tests.games.trick_games import GAMES, TrickGame, states, view_of

_FEW = 4


def late_states(game: TrickGame, count: int) -> list[pyspiel.State]:
    """Return late turns with a choice."""
    found: list[pyspiel.State] = []
    for seed in range(60):
        for state in states(game.name, seed, 0.5):
            view = view_of(state, state.current_player())
            few = view.play is not None and view.held.bit_count() <= _FEW
            if few and len(view.legal_actions) > 1:
                found.append(state)
            if len(found) == count:
                return found
    return found


def late_worlds(game: TrickGame, count: int) -> list[tuple[TrickView, TrickWorlds]]:
    """Return views of late turns with a choice, each with some worlds."""
    found: list[tuple[TrickView, TrickWorlds]] = []
    for state in late_states(game, count):
        view = view_of(state, state.current_player())
        rows = view.worlds(5, 1)
        found.append((view, Worlds(rows, np.full(len(rows), 1 / len(rows)))))
    return found


each = pytest.mark.parametrize(
    "game", [game for game in GAMES if not game.name.startswith("tarok")], ids=str
)


@each
def test_one_ply_is_open_hands_and_more_plies_never_promise_more(game: TrickGame) -> None:
    loaded, late = load_game(game.name), late_worlds(game, 5)
    evaluators = [
        make("evaluator", Spec.parse(spec), loaded, 1)
        for spec in ("open_hand", "alpha_mu(plies=1)", "epimc(depth=1)", "alpha_mu(plies=3)")
    ]
    for view, worlds in late:
        values = [evaluate(view, worlds, view.legal_actions).worth for evaluate in evaluators]
        np.testing.assert_allclose(values[1], values[0])
        np.testing.assert_allclose(values[2], values[0])
        means = [worlds.weights @ worth for worth in values]
        assert means[3].max() <= means[0].max() + 1e-9
    assert late


@each
def test_hidden_cards_change_no_decision(game: TrickGame) -> None:
    loaded, rng = load_game(game.name), random.Random(2)
    for state in late_states(game, 3):
        player = state.current_player()
        other = resampled(state, player, rng)
        for spec in ("alpha_mu(worlds=4)", "epimc(worlds=4)"):
            choice, again = (
                make_bot(spec, loaded, player, 7).explain_state(seen) for seen in (state, other)
            )
            assert choice == again


def _seats(view: TableView) -> dict[str, Any]:
    """Return the seats of the declarer and of dummy, without a solver."""
    return {name: of for name, of in joint_search._further(view).items() if name != "solve"}


def test_dds_finds_at_bridge_what_the_exact_search_finds() -> None:
    bridge = next(game for game in GAMES if game.name.startswith("bridge("))
    rng, declaring = random.Random(1), 0
    for view, worlds in late_worlds(bridge, 6):
        assert isinstance(view, TableView)
        declaring += _seats(view)["own"] > 0
        plies, postponed = rng.randrange(1, 4), rng.random() < 0.5
        exact = searched_together(outcomes, postponed, plies, 0, further=_seats)
        by_dds = joint_search.searched_by_dds(postponed, plies, 0)
        moves = view.legal_actions
        np.testing.assert_array_equal(
            by_dds(view, worlds, moves).worth, exact(view, worlds, moves).worth
        )
    assert declaring > 0

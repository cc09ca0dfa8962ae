"""Schnapsen with small packs against OpenSpiel's solver, and PIMC against the agent."""

import numpy as np
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium import schnapsen_deals as deals
from vorhand.evaluation.equilibrium.small_games import exploitability as exploitable_by
from vorhand.evaluation.equilibrium.small_games import policy_of
from vorhand.games.loading import load_game
from vorhand.native.errors import InputError, NodeBudgetError

TINY = "python_kinderschnapsen(suits=1,hand_size=1)"
SMALL = "python_kinderschnapsen(suits=2,hand_size=3)"


@pytest.mark.extended
def test_the_smallest_game_is_solved_as_by_openspiel() -> None:
    game = load_game(TINY)
    whole = [deals.small_game(game, up) for up in game.rules.cards]
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    theirs, uniform = solver.average_policy(), spiel_policy.UniformRandomPolicy(game)
    policies = [theirs, theirs]
    value = expected_game_score.policy_value(game.new_initial_state(), policies)[0]
    ours = [array_game.solve(small.tree, 100) for small in whole]
    values = [array_game.world_values(s.tree, p).mean() for s, p in zip(whole, ours, strict=True)]
    assert np.mean(values) == pytest.approx(value, abs=0.01)
    assert np.mean([exploitable_by(s.tree, array_game.uniform(s.tree), 2) for s in whole]) == (
        pytest.approx(exploitability.exploitability(game, uniform))
    )
    keys = set(spiel_policy.TabularPolicy(game).state_lookup)
    assert sum(small.information_sets for small in whole) == len(keys)


@pytest.mark.extended
def test_pimc_is_the_agent() -> None:
    game = load_game(SMALL)
    small = deals.small_game(game, 1)
    pimc = policy_of(game, small, "pimc(worlds=1000)")
    assert np.abs(pimc - array_game.pimc(small.tree)).max() == 0


@pytest.mark.extended
def test_the_solution_of_a_small_game_cannot_be_exploited() -> None:
    tree = deals.small_game(load_game(SMALL), 0).tree
    found = [exploitable_by(tree, array_game.solve(tree, n), 2) for n in (10, 50)]
    assert found[1] < found[0] < exploitable_by(tree, array_game.pimc(tree), 2)
    assert found[1] < 0.002


def test_games_that_are_too_large_and_matches_are_refused() -> None:
    with pytest.raises(NodeBudgetError, match="more than 1000 nodes"):
        deals.small_game(load_game(SMALL), 0, 1000)
    with pytest.raises(InputError, match="expected a single deal"):
        deals.small_game(load_game("python_kinderschnapsen(suits=2,match=true)"), 0)


@pytest.mark.parametrize("suits", [1, 3])
def test_packs_that_do_not_fit_are_refused(suits: int) -> None:
    with pytest.raises(InputError, match="expected an odd number"):
        load_game(f"python_schnapsen(suits={suits})")

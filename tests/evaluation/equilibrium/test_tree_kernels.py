"""The tree kernels against slow references and against OpenSpiel."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms import exploitability as spiel_exploitability

from vorhand.evaluation.equilibrium.trees import best_response, cfr, policies, sweep
from vorhand.games.laboratory.bcd_kernels import minimax
from vorhand.games.laboratory.trees import Tree, TreeShape, draw_tree
from vorhand.tests.games.laboratory import reference
from vorhand.tests.sizes import large, sizes


def small_trees(count: int, depth: int, worlds: int) -> list[Tree]:
    rng = np.random.default_rng(depth * 100 + worlds)
    return [
        draw_tree(TreeShape(depth, worlds, *rng.random(3)), int(rng.integers(1 << 40)))
        for _ in range(count)
    ]


def work_for(tree: Tree) -> np.ndarray:
    return np.empty((2 * tree.shape.inner_nodes + 1, tree.shape.pairs))


def pimc_of(tree: Tree, tie: float = policies.SHARED_TIES) -> np.ndarray:
    policy = np.empty(tree.sets.shape)
    open_hand = np.empty(work_for(tree).shape, np.int8)
    policies.pimc(tree.payoffs, tree.sets, tie, open_hand, policy)
    return policy


def exploitability_of(tree: Tree, policy: np.ndarray) -> float:
    return best_response.exploitability(tree.payoffs, tree.sets, policy, work_for(tree))


@pytest.mark.parametrize("count", large(20, 60))
@pytest.mark.parametrize(("depth", "worlds"), [(1, 3), (2, 4), (3, 3), (4, 2)])
def test_minimax_pimc_and_levels_against_the_reference(depth: int, worlds: int, count: int) -> None:
    """Values, and R0 to R3 with both rules for ties."""
    for index, tree in enumerate(small_trees(count, depth, worlds)):
        values = np.empty(work_for(tree).shape, np.int8)
        minimax(tree.payoffs, values)
        assert values[0].tolist() == [
            reference.minimax(tree, 0, pair) for pair in range(tree.shape.pairs)
        ]
        tie = (policies.SHARED_TIES, policies.FIXED_TIES)[index % 2]
        policy = pimc_of(tree, tie)
        expected = reference.best_mean(tree, tie, None)
        assert (policy == expected).all()
        for _ in range(3):
            policies.improve(tree.payoffs, tree.sets, tie, policy, work_for(tree), policy)
            expected = reference.best_mean(tree, tie, expected)
            assert (policy == expected).all()


@pytest.mark.parametrize("count", sizes(3, 40))
@pytest.mark.parametrize(("depth", "worlds"), [(1, 3), (2, 2), (3, 1)])
def test_best_response_against_all_pure_strategies(depth: int, worlds: int, count: int) -> None:
    rng = np.random.default_rng(1)
    for tree in small_trees(count, depth, worlds):
        policy = reference.random_policy(tree, rng)
        for player in range(2):
            value = best_response.best_response_value(
                tree.payoffs, tree.sets, player, policy, work_for(tree)
            )
            slow = reference.best_response_by_trying_all(tree, player, policy)
            assert value == pytest.approx(slow, abs=1e-12)


@pytest.mark.parametrize("count", large(60, 200))
def test_play_values_against_the_reference(count: int) -> None:
    rng = np.random.default_rng(2)
    for tree in small_trees(count, 3, 2):
        first, second = reference.random_policy(tree, rng), reference.random_policy(tree, rng)
        value = policies.play_values(tree.payoffs, first, second, work_for(tree))
        assert value == pytest.approx(reference.game_value(tree, (first, second)), abs=1e-12)


def tabular(game: pyspiel.Game, policy: np.ndarray) -> spiel_policy.TabularPolicy:
    table = spiel_policy.TabularPolicy(game)

    def fill(state: pyspiel.State) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            chance = policy[state.node, state.pair]
            table.policy_for_key(state.information_state_string())[:] = chance, 1 - chance
        for action in state.legal_actions():
            fill(state.child(action))

    fill(game.new_initial_state())
    return table


@pytest.mark.extended
@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_openspiel(seed: int) -> None:
    """Exploitability and value of PIMC and R1 by OpenSpiel's generic algorithms."""
    rng = np.random.default_rng(seed)
    correlation, bias, disambiguation = rng.random(3)
    game = pyspiel.load_game(
        "python_bcd_tree",
        {
            "seed": seed,
            "depth": 4,
            "worlds": 3,
            "correlation": correlation,
            "bias": bias,
            "disambiguation": disambiguation,
        },
    )
    tree: Tree = game.tree
    for level in range(2):
        policy = pimc_of(tree)
        if level:
            policies.improve(tree.payoffs, tree.sets, 0.5, policy, work_for(tree), policy)
        table = tabular(game, policy)
        generic = spiel_exploitability.exploitability(game, table)
        assert exploitability_of(tree, policy) == pytest.approx(generic, abs=1e-12)
        value = policies.play_values(tree.payoffs, policy, policy, work_for(tree))
        score = expected_game_score.policy_value(game.new_initial_state(), [table, table])
        assert value == pytest.approx(score[0], abs=1e-12)


@pytest.mark.extended
@pytest.mark.parametrize("seed", range(2))
def test_cfr_reaches_the_target_which_openspiel_confirms(seed: int) -> None:
    name = f"python_bcd_tree(seed={seed},depth=4,worlds=3,disambiguation=0.3)"
    game = pyspiel.load_game(name)
    policy = np.empty(game.tree.sets.shape)
    arrays = game.tree.payoffs, game.tree.sets
    iterations, reached = cfr.solve(*arrays, 0.002, 5000, 10, policy)
    assert iterations < 5000
    assert reached < 0.002
    generic = spiel_exploitability.exploitability(game, tabular(game, policy))
    assert reached == pytest.approx(generic, abs=1e-12)


@pytest.mark.extended
def test_cfr_on_the_papers_size() -> None:
    """Depth 8 with 8 x 8 worlds to the 0.005 of the paper's experiments."""
    for disambiguation in (0.0, 0.5):
        tree = draw_tree(TreeShape(disambiguation=disambiguation), 3)
        policy = np.empty(tree.sets.shape)
        _, reached = cfr.solve(tree.payoffs, tree.sets, 0.005, 2000, 20, policy)
        assert exploitability_of(tree, policy) == reached < 0.005


@pytest.mark.extended
def test_perfect_information_makes_pimc_perfect() -> None:
    """With disambiguation 1 the sets have one world each and PIMC is minimax."""
    found = sweep.level_exploitability(TreeShape(disambiguation=1.0), np.arange(20), 1)
    assert (found == 0).all()


@pytest.mark.extended
def test_sweeps_agree_with_single_trees_in_any_split() -> None:
    shape, seeds = TreeShape(depth=5, worlds=4, disambiguation=0.4), np.arange(12)
    whole = sweep.level_exploitability(shape, seeds, 3)
    parts = [sweep.level_exploitability(shape, part, 3) for part in np.split(seeds, 3)]
    assert (whole == np.concatenate(parts)).all()
    table = sweep.tournament(shape, seeds, 3)
    assert (table[:, 3] == whole).all()
    for row, cells, seed in zip(whole, table, seeds, strict=True):
        tree = draw_tree(shape, int(seed))
        pimc, work = pimc_of(tree), work_for(tree)
        assert row[0] == exploitability_of(tree, pimc)
        first = np.empty_like(pimc)
        policies.improve(tree.payoffs, tree.sets, policies.SHARED_TIES, pimc, work, first)
        won = policies.play_values(tree.payoffs, first, pimc, work)
        lost = policies.play_values(tree.payoffs, pimc, first, work)
        assert cells[1, 0] == -cells[0, 1] == (won - lost) / 2
        assert (np.diag(cells[:3]) == 0).all()


@pytest.mark.extended
def test_losses_are_between_equilibrium_and_best_response() -> None:
    shape, seeds = TreeShape(depth=6, worlds=4, disambiguation=0.3), np.arange(10)
    losses = sweep.losses(shape, seeds, target=0.001)
    most = sweep.level_exploitability(shape, seeds, 1)[:, 0]
    assert (losses[:, 2] < 0.001).all()
    assert (losses[:, 0] > -0.001).all()
    assert (losses[:, 0] <= most + 1e-9).all()


def test_bad_seeds() -> None:
    with pytest.raises(ValueError, match="seeds: expected whole numbers from 0"):
        sweep.level_exploitability(TreeShape(), np.array([-1]), 1)

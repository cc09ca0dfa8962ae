"""Skat with small packs against OpenSpiel's states, and the refusal of other starts."""

import random
from math import factorial

import numpy as np
import pytest

from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.skat_deals import packs_of, small_game
from vorhand.evaluation.equilibrium.small_games import exploitability, policy_of
from vorhand.evaluation.papers.ours.small_skat import GAMES
from vorhand.games.loading import load_game
from vorhand.native.errors import InputError, NodeBudgetError

TINY = "python_skat(start=play H by 1 cards ?HJ.HA.ST.SK.CT.C7 points 40 tricks 4 past ?)"
SKAT = "python_skat(start=play C by 0 cards ?CJ.CA.CT.SA.ST.SK.HA.HT points 33 tricks 4 past ?)"


def children(tree: array_game.ArrayGame, node: int) -> range:
    """Return the nodes after each move."""
    first = int(tree.first_child[node])
    return range(first, first + int(tree.moves[node]))


@pytest.mark.parametrize(("name", "skat"), [(TINY, 0), (SKAT, 2)])
def test_every_line_is_that_of_the_states(name: str, skat: int) -> None:
    game = load_game(name)
    small = small_game(game)
    tree, soloist = small.tree, game.start.soloist
    assert len(small.packs) == factorial(6 + skat) // 2**3 // factorial(skat)
    assert len({tuple(pack) for pack in small.packs}) == len(small.packs)
    sets: dict[int, set[str]] = {}
    texts: set[str] = set()
    rng = random.Random(1)
    kept = range(len(small.packs)) if skat == 0 else rng.sample(range(len(small.packs)), 200)
    for world in kept:
        state = game.new_initial_state()
        for card in small.packs[world]:
            state.apply_action(card)
        open_lines = [(state, int(tree.roots[world]))]
        while open_lines:
            state, node = open_lines.pop()
            if state.is_terminal():
                scores = state.returns()
                assert tree.payoff[node] == scores[soloist] - scores[soloist - 1]
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                assert tree.mover[node] == state.current_player()
                text = state.information_state_string()
                sets.setdefault(int(tree.sets[node]), set()).add(text)
                texts.add(text)
            ends = tree.moves[node] == 0  # the forced last trick is played in its first node
            for action, child in zip(legal, [node] if ends else children(tree, node), strict=True):
                open_lines.append((state.child(action), child))
    assert all(len(same) == 1 for same in sets.values())
    assert len(texts) == len(sets)
    if skat == 0:
        assert len(texts) == small.information_sets


def test_solutions_are_exploited_less_than_pimc() -> None:
    small = small_game(load_game(SKAT))
    tree = small.tree
    found = [exploitability(tree, array_game.solve(tree, n), 3) for n in (5, 50)]
    assert 0 <= found[1] < found[0] < exploitability(tree, array_game.uniform(tree), 3)
    assert found[1] < exploitability(tree, array_game.pimc(tree), 3)


def test_the_policy_of_an_agent_has_a_probability_for_each_move() -> None:
    game = load_game(TINY)
    small = small_game(game)
    tree = small.tree
    rule = policy_of(game, small, "rule")
    assert np.add.reduceat(rule, tree.first_move[:-1]) == pytest.approx(1.0)
    assert set(rule) == {0.0, 1.0}


def test_games_of_the_experiment_have_so_many_deals() -> None:
    deals = [len(packs_of(load_game(game).start)) for game in GAMES[:2]]
    assert deals == [2_520, 1_680]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("python_skat", "expected a start with 'play"),
        ("python_skat(start=play C by 0 cards ?)", "expected a start with 'play"),
        (TINY.replace("past ?)", "past ?,claims=true)"), "expected neither claims nor bock"),
        (TINY.replace("past ?)", "past ?,bock=true)"), "expected neither claims nor bock"),
    ],
)
def test_other_starts_are_refused(name: str, text: str) -> None:
    with pytest.raises(InputError, match=text):
        small_game(load_game(name))


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(NodeBudgetError, match="more than 1000 nodes"):
        small_game(load_game(SKAT), 1000)

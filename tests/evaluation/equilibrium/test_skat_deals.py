"""Skat with small packs against OpenSpiel's states, and the refusal of other starts."""

import random
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vorhand.agents import make_bot, registry
from vorhand.agents.own_files import import_file
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.skat_deals import packs_of, small_game
from vorhand.evaluation.equilibrium.small_games import (
    decisions_of,
    exploitability,
    lost_on_average,
    lost_points,
    peak_memory_of,
    policy_of,
)
from vorhand.evaluation.papers.ours.small_skat import GAMES
from vorhand.games.loading import load_game
from vorhand.native.errors import InputError, NodeBudgetError

TINY = "python_skat(start=play H by 1 cards ?HJ.HA.ST.SK.CT.C7 points 40 tricks 4 past ?)"
SKAT = "python_skat(start=play C by 0 cards ?CJ.CA.CT.SA.ST.SK.HA.HT points 33 tricks 4 past ?)"


LAST = """
import pyspiel
from vorhand.agents import register

@register("last_move")
def last_move(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    \"\"\"Plays the last legal move.\"\"\"
    return Last()

class Last(pyspiel.Bot):
    def step(self, state):
        return state.legal_actions()[-1]
"""


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


@pytest.mark.extended
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


def test_an_agent_that_does_not_explain_plays_its_step(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(LAST)
    game = load_game(TINY)
    small = small_game(game)
    with registry.temporary():
        import_file(tmp_path / "last.py")
        policy = policy_of(game, small, "last_move")
    ends = small.tree.first_move[1:] - 1
    assert list(np.flatnonzero(policy)) == ends.tolist()
    assert set(policy[ends]) == {1.0}


def value_of_states(state: Any, soloist: int, seat: int, bot: Any) -> float:
    """Return the soloist's mean payoff if a bot plays one seat, and the others play at random."""
    if state.is_terminal():
        scores = state.returns()
        return float(scores[soloist] - scores[soloist - 1])
    moves = state.legal_actions()
    if state.current_player() == seat:
        moves = [bot.step(state)]
    values = [value_of_states(state.child(move), soloist, seat, bot) for move in moves]
    return sum(values) / len(values)


@pytest.mark.parametrize("name", [TINY, SKAT])
def test_the_loss_of_one_seat_is_that_of_the_states(name: str) -> None:
    game = load_game(name)
    small = small_game(game)
    tree, soloist = small.tree, game.start.soloist
    worlds = random.Random(2).sample(range(len(small.packs)), 60)
    even = array_game.uniform(tree)
    found = lost_points(tree, 3, even, decisions_of(game, small, "rule"), worlds)
    bots = [make_bot("rule", game, seat, 0) for seat in range(3)]
    for world, lost in zip(worlds, found, strict=True):
        state = game.new_initial_state()
        for card in small.packs[world]:
            state.apply_action(card)
        alone = value_of_states(state, soloist, -1, None)
        losses = [alone - value_of_states(state, soloist, seat, bots[seat]) for seat in range(3)]
        signs = [1 if seat == soloist else -1 for seat in range(3)]
        assert lost == pytest.approx(float(np.dot(losses, signs)) / 3)
    assert len(set(found)) > 1


@pytest.mark.parametrize("name", [TINY, SKAT])
def test_the_loss_over_all_deals_is_the_mean_of_the_deals(name: str) -> None:
    tree = small_game(load_game(name)).tree
    rng = np.random.default_rng(3)
    counts = np.diff(tree.first_move)
    for _ in range(3):
        policy, other = (np.concatenate([rng.dirichlet(np.ones(n)) for n in counts]) for _ in "ab")

        def decide(number: int, other: Any = other) -> Any:
            return other[tree.first_move[number] : tree.first_move[number + 1]]

        one_by_one = lost_points(tree, 3, policy, decide, range(tree.roots.size))
        assert lost_on_average(tree, 3, policy, other) == pytest.approx(one_by_one.mean())


def test_other_policies_lose_on_the_solution_but_itself_does_not() -> None:
    tree = small_game(load_game(SKAT)).tree
    solved = array_game.solve(tree, 100)
    assert lost_on_average(tree, 3, solved, solved) == pytest.approx(0.0)
    assert lost_on_average(tree, 3, solved, array_game.uniform(tree)) > 0.5


def test_parts_of_the_deals_have_the_states_of_all() -> None:
    game = load_game(SKAT)
    packs = packs_of(game.start)
    parts = [small_game(game, packs=packs[begin::7]) for begin in range(7)]
    assert sum(part.states for part in parts) == small_game(game).states
    assert sum(len(part.packs) for part in parts) == len(packs)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of one process")
def test_peak_memory_is_that_of_the_work_alone() -> None:
    held = np.ones(60_000_000)  # 458 MiB in this process
    nothing = peak_memory_of(np.ones, 1)
    used = peak_memory_of(np.ones, 15_000_000)
    assert nothing < held.nbytes >> 20
    assert 105 < used - nothing < 145  # 114 MiB


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

"""Strategy fusion and non-locality in two tiny games, by arithmetic on their trees."""

from pathlib import Path

import pytest

from vorhand.games.laboratory.example_trees import EXAMPLE_TREES, example_tree
from vorhand.tests.evaluation.papers.small import reproduce, values


@pytest.mark.parametrize("name", EXAMPLE_TREES)
def test_worlds_are_even_and_max_sees_none_of_them(name: str) -> None:
    root = example_tree(name).new_initial_state()
    assert [chance for _, chance in root.chance_outcomes()] == [0.5, 0.5]
    asked: list[set[str]] = []
    for world in root.legal_actions():
        states, seen = [root.child(world)], set()
        for state in states:
            assert not state.is_terminal() or sum(state.returns()) == 0
            if not state.is_terminal():
                seen |= (
                    {state.information_state_string(0)} if state.current_player() == 0 else set()
                )
                states += [state.child(action) for action in state.legal_actions()]
        asked.append(seen)
    assert asked[0] == asked[1] != set()


def test_pimc_is_misled_in_both_games(tmp_path: Path) -> None:
    """Values by hand.

    Strategy fusion: safe pays 1/2, and risky pays 0 on average to whoever cannot see the world.
    Non-locality: a best response stops in world one, which costs MAX 1, and goes on in world two,
    where right pays 1/2 and left -1.
    """
    report = reproduce("long-figure1", tmp_path)
    found = values(report)
    assert found["strategy fusion: an equilibrium"] == 0.5
    assert found["strategy fusion: PIMC"] == 0.0
    assert found["strategy fusion: random"] == (0.5 + 0.0) / 2
    assert found["strategy fusion: alpha-mu"] == found["strategy fusion: vector minimax"] == 0.5
    right, left = (-1 + 0.5) / 2, (-1 + -1) / 2
    assert found["non-locality: an equilibrium"] == right
    assert found["non-locality: random"] == (left + right) / 2
    assert {found[f"non-locality: {name}"] for name in ("PIMC", "alpha-mu")} == {left}
    assert [finding.verdict for finding in report.findings] == ["holds", "holds"]


def test_a_small_tree_is_drawn(tmp_path: Path) -> None:
    """Two worlds a player give four pairs, each with a tree of eight leaves."""
    report = reproduce("long-figure2", tmp_path)
    found = values(report)
    assert (found["pairs of worlds"], found["leaves"]) == (4, 32)
    assert 7 <= found["information sets"] <= 28
    assert (tmp_path / "long-figure2.png").stat().st_size > 0

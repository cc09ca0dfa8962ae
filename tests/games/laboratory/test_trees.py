"""Synthetic trees have the requested properties."""

import numpy as np
import pytest
from scipy import stats

from vorhand.games.laboratory.parameters import LaboratoryParameterError
from vorhand.games.laboratory.trees import TreeShape, draw_tree
from vorhand.tests.games.laboratory import reference
from vorhand.tests.sizes import LEAST_P


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.75, 1.0])
@pytest.mark.parametrize("bias", [0.0, 0.4, 1.0])
def test_leaves_have_the_correlation_and_bias_asked_for(correlation: float, bias: float) -> None:
    shape = TreeShape(correlation=correlation, bias=bias)
    equal = first_positive = total = opposite_left = 0
    for seed in range(8):
        payoffs = draw_tree(shape, seed).payoffs
        assert set(np.unique(payoffs)) <= {-1, 1}
        same = payoffs[0::2] == payoffs[1::2]
        equal += int(same.sum())
        total += same.size
        first_positive += int((payoffs[0::2][same] == 1).sum())
        opposite_left += int((payoffs[0::2][~same] == 1).sum())
    for hits, trials, chance in (
        (equal, total, correlation),
        (first_positive, equal, bias),
        (opposite_left, total - equal, 0.5),
    ):
        if trials:
            assert stats.binomtest(hits, trials, chance).pvalue > LEAST_P


def test_sets_are_runs_of_the_others_worlds_and_never_forget() -> None:
    shape = TreeShape(depth=6, worlds=7, disambiguation=0.3)
    for seed in range(8):
        tree = draw_tree(shape, seed)
        for node, members in reference.information_sets(tree):
            own, other = np.divmod(members, 7)
            if reference.mover(node) == 1:
                own, other = other, own
            assert len(set(own)) == 1
            assert other.tolist() == list(range(other[0], other[-1] + 1))
            assert tree.sets[node, members[0]] == members[0]
            if node >= 3:
                earlier = ((node - 1) // 2 - 1) // 2
                assert len(np.unique(tree.sets[earlier, members])) == 1


@pytest.mark.parametrize(("disambiguation", "size"), [(0.0, 8), (1.0, 1)])
def test_extreme_disambiguation(disambiguation: float, size: int) -> None:
    tree = draw_tree(TreeShape(disambiguation=disambiguation), 1)
    assert {len(members) for _, members in reference.information_sets(tree)} == {size}


def test_first_sets_are_halved_with_the_probability_asked_for() -> None:
    whole = 0
    for seed in range(150):
        tree = draw_tree(TreeShape(depth=1, disambiguation=0.3), seed)
        whole += sum(len(members) == 8 for _, members in reference.information_sets(tree))
    assert stats.binomtest(whole, 150 * 8, 0.7).pvalue > LEAST_P


def test_same_seed_same_tree() -> None:
    first, second, other = (draw_tree(TreeShape(), seed) for seed in (5, 5, 6))
    assert (first.payoffs == second.payoffs).all()
    assert (first.sets == second.sets).all()
    assert (first.payoffs != other.payoffs).any()


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"correlation": 1.01}, "correlation=1.01: expected a probability, 0 to 1"),
        ({"bias": -0.5}, "bias=-0.5"),
        ({"disambiguation": float("nan")}, "disambiguation=nan"),
        ({"depth": 0}, "depth=0: expected 1 to 40"),
        ({"worlds": 256}, "worlds=256"),
        ({"depth": 38}, "depth=38, worlds=8 takes 48 TiB of memory"),
    ],
)
def test_bad_shapes_are_named(values: dict[str, float], text: str) -> None:
    with pytest.raises(LaboratoryParameterError) as error:
        TreeShape(**values)  # type: ignore[arg-type]
    assert text in str(error.value)


def test_negative_seed() -> None:
    with pytest.raises(ValueError, match="seed=-1"):
        draw_tree(TreeShape(), -1)

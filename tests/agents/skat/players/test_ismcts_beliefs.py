"""Tree search whose worlds are drawn by a belief."""

import collections
import functools

import numpy as np
import pytest

from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.outcomes import card_play
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat import Phase
from vorhand.tests.agents.skat.played import states, view_of


@functools.cache
def defender_view() -> SkatView:
    """Return the view of a defender before the last tricks who knows the declaration."""
    for state in states(60, 3):
        view = view_of(state)
        defends = view.phase == Phase.PLAY and not view.is_soloist
        if defends and len(view.legal_actions) > 1 and (uniform(view, 1, 0).possible or 0) > 50:
            return view
    raise AssertionError("no such position")


def test_worlds_are_drawn_as_often_as_their_weights_say() -> None:
    view = defender_view()
    rows = uniform(view, 4, 7).rows
    weights = np.array([0.5, 0.0, 0.3, 0.2])
    met: collections.Counter[tuple[int, ...]] = collections.Counter()

    def rest(world: list[int], path: list[int]) -> int:
        met[tuple(world)] += 1
        return 60 if not card_play(view).is_null else 0

    iterations = 4000
    native.ismcts(card_play(view), rows, iterations, rest, weights=weights)
    drawn = np.array([met[tuple(row)] for row in rows.tolist()])
    assert drawn.sum() == met.total()
    assert drawn[1] == 0
    # 3.9 standard deviations of a share of one half.
    assert np.abs(drawn / drawn.sum() - weights).max() < 3.9 * 0.5 / np.sqrt(drawn.sum())


def test_without_weights_all_worlds_are_met() -> None:
    view = defender_view()
    met = set()

    def rest(world: list[int], path: list[int]) -> int:
        met.add(tuple(world))
        return 60 if not card_play(view).is_null else 0

    native.ismcts(card_play(view), uniform(view, 1, 0).rows, 300, rest)
    assert len(met) > 40


@pytest.mark.parametrize(
    "weights", [[1.0], [0.0, 0.0], [-0.1, 1.1], [np.nan, 1.0], [np.inf, 1.0], [0.2, 0.3, 0.5]]
)
def test_what_are_no_weights_is_refused(weights: list[float]) -> None:
    view = defender_view()
    rows = uniform(view, 2, 7).rows
    with pytest.raises(ValueError, match="weights: expected one a world"):
        native.ismcts(card_play(view), rows, 10, native.Player.random(), weights=np.array(weights))


@pytest.mark.parametrize(
    "belief",
    ["declared", "ki", "bdi", "bdci(trust=0.5)", "told(partner)", "peek(0.5)", "policy(pool=64)"],
)
def test_every_belief_plays(belief: str) -> None:
    spec = f"ismcts(iterations=20,bidder=rule,belief={belief})"
    played = play_deal(Match.create("python_skat", [spec, "rule", "rule"], seed=3), 0)
    assert len(played) == 3


def test_in_one_world_the_trees_of_both_kinds_of_observers_are_one() -> None:
    """If all cards are certain, the mover's observation equals the public one."""
    view = defender_view()
    found = [
        native.ismcts(
            card_play(view),
            uniform(view, 1, 3).rows,
            500,
            native.Player.rule(),
            0.7,
            observers,
            "score",
            5,
            weights=np.ones(1),
        )
        for observers in ("single", "multiple")
    ]
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)

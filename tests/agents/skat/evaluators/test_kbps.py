"""Knowledge-based paranoia search against the search over sets of all worlds."""

import numpy as np

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.registry import make
from vorhand.agents.skat.evaluators.values import valued
from vorhand.agents.skat.outcomes import open_hand
from vorhand.agents.spec import Spec
from vorhand.games.skat.paranoid import sure_moves
from vorhand.tests.agents.skat.played import GAME, states, view_of

_MOST = 300


def test_a_card_wins_in_every_world_exactly_if_paranoid_search_says_so() -> None:
    """One strategy wins all worlds exactly if paranoid search proves it; they share no code."""
    evaluate = make("evaluator", Spec.parse("kbps(positions=0,vectors=0,nodes=1)"), GAME, 1)
    compared = sure = unsure = 0
    for tricks in (6, 7):
        for state in states(40, tricks):
            view = view_of(state)
            known = view.worlds()
            if not view.is_soloist or len(view.legal_actions) < 2 or known.count > _MOST:
                continue
            rows = np.asarray(known.distinct(0, known.count, 1))
            worlds = Worlds(rows, np.full(len(rows), 1 / len(rows)))
            worth = evaluate(view, worlds, view.legal_actions).worth
            expected = sure_moves(view, nodes=0)
            if len(set(expected.values())) == 1:
                continue
            for move, column in zip(view.legal_actions, worth.T, strict=True):
                assert (column.min() > 0.99) == expected[move]
                sure += bool(expected[move])
                unsure += not expected[move]
            compared += 1
    assert compared > 2
    assert sure > 2
    assert unsure > 2


def test_open_hands_decide_before_the_trick_and_where_nothing_can_be_won() -> None:
    evaluate = make("evaluator", Spec.parse("kbps(from_trick=10)"), GAME, 1)
    for state in states(6, 5):
        view = view_of(state)
        rows = np.asarray(view.worlds().distinct(0, 5, 1))
        worlds = Worlds(rows, np.full(len(rows), 1 / len(rows)))
        moves = view.legal_actions
        expected = valued(open_hand(), "score")(view, worlds, moves).worth
        np.testing.assert_array_equal(evaluate(view, worlds, moves).worth, expected)


def test_a_sure_card_comes_first_where_every_card_wins_the_sampled_worlds() -> None:
    evaluate = make("evaluator", Spec.parse("kbps(nodes=1000000)"), GAME, 1)
    opened = make("evaluator", Spec.parse("open_hand"), GAME, 1)
    changed = 0
    for tricks in (4, 5, 6):
        for state in states(60, tricks):
            view = view_of(state)
            if not view.is_soloist:
                continue
            moves = view.legal_actions
            sure = np.array([won is True for won in sure_moves(view, nodes=1_000_000).values()])
            if sure.all() or not sure.any():
                continue
            rows = np.asarray(view.worlds().distinct(0, 1, 1))
            worlds = Worlds(rows, np.ones(1))
            (worth,) = evaluate(view, worlds, moves).worth
            assert worth[sure].min() > worth[~sure].max()
            (shown,) = opened(view, worlds, moves).worth
            changed += bool(shown[~sure].max() >= shown[sure].max())
    assert changed > 0

"""Searches with a policy: errors that they expect, and cards that they leave out."""

from typing import NamedTuple

import numpy as np
import pyspiel
import pytest

from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make_bot
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.policy_networks import policy_from, policy_of, shares
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal
from vorhand.native.skat_monte_carlo import error_allowing
from vorhand.native.skat_policy import Policy
from vorhand.tests.agents.skat.players.test_policy import positions, random_arrays

GAME = pyspiel.load_game("python_skat")


class Triple(NamedTuple):
    m: int
    p: float
    a: int


def triple(deal: Deal, soloist_is_max: bool, depth: int, policy: Policy) -> Triple:
    """Return the triple of a position by its definition: every line, MIN plays the policy."""
    if deal.is_over:
        return Triple(int(deal.result().won == soloist_is_max), 0.0, 0)
    view = observe(deal, deal.player)
    is_max = view.is_soloist == soloist_is_max
    found = []
    for card in view.legal_actions:
        after = deal.copy()
        after.apply(card)
        found.append(triple(after, soloist_is_max, depth if is_max else depth - 1, policy))
    if is_max:
        best = max(found, key=lambda t: (t.m, round(t.p * t.a, 9), t.p))
        return best if depth else Triple(best.m, 0.0, 0)
    m = min(t.m for t in found)
    if not depth:
        return Triple(m, 0.0, 0)
    likely = shares(policy, view) if len(found) > 1 else np.ones(1)
    p = float(likely @ [1.0 if t.m > m else t.p for t in found])
    gains = [t.m - m if t.m > m else t.a for t in found if t.m > m or t.p > 0]
    return Triple(m, p, min(gains, default=0))


@pytest.mark.extended
@pytest.mark.parametrize("depth", [1, 2])
def test_errors_are_as_likely_as_the_policy_says(depth: int) -> None:
    """The chance of an error equals the definition in endings of three cards, with open hands."""
    policy, told, differ = policy_of(random_arrays(3)), 0, 0
    late = [
        (deal, view)
        for deal, view in positions(25, seed=depth)
        if view.soloist_tricks + view.defender_tricks == 7
    ]
    assert len(late) > 40
    for deal, view in late:
        world = np.array([[*map(deal.hand, range(3)), deal.skat]], np.uint32)
        play = card_play(view)
        _, p, a = error_allowing(play, world, depth, objective="win", policy=policy)
        _, alike, _ = error_allowing(play, world, depth, objective="win")
        for card in view.legal_actions:
            after = deal.copy()
            after.apply(card)
            expected = triple(after, view.is_soloist, depth, policy)
            assert p[0, card] == pytest.approx(expected.p, abs=1e-9)
            assert a[0, card] == expected.a
            told += 0 < expected.p < 1
            differ += abs(p[0, card] - alike[0, card]) > 0.01
    assert told > 8
    assert differ > 4


def test_a_hotter_policy_errs_more_like_all_cards_alike() -> None:
    policy = policy_of(random_arrays(3))
    for _, view in positions(3, seed=9)[::11]:
        worlds = np.asarray(view.worlds().slice(0, 3))
        play = card_play(view)
        _, hot, _ = error_allowing(play, worlds, policy=policy, temperature=1e6)
        _, alike, _ = error_allowing(play, worlds)
        np.testing.assert_allclose(hot, alike, atol=1e-4)
    with pytest.raises(ValueError, match="temperature: expected a number above 0"):
        error_allowing(play, worlds, policy=policy, temperature=0)


def played(spec: str, view: SkatView) -> tuple[int, tuple[float, ...]]:
    choice = make_bot(spec, GAME, view.player, 3).explain(view)
    return choice.move, choice.scores


def test_agents_count_on_errors_of_the_policy() -> None:
    differ = 0
    for _, view in positions(6, seed=2)[::6]:
        alike, told = (
            make_bot(f"ppp(worlds=6{errors})", GAME, view.player, 3).explain(view).diagnostics["p"]
            for errors in ("", ",errors=policy")
        )
        differ += bool(np.abs(np.subtract(alike, told)).max() > 0.01)
    assert differ > 2


def test_cards_that_are_hardly_played_are_not_looked_at() -> None:
    fewer = 0
    for _, view in positions(5, seed=4)[::7]:
        spec = "mc(evaluator=pruned(least=0.2),worlds=8)"
        choice = make_bot(spec, GAME, view.player, 3).explain(view)
        move, scores = choice.move, choice.scores
        _, whole = played("mc(evaluator=open_hand,worlds=8)", view)
        likely = shares(policy_from(), view)
        left = likely >= 0.2 * likely.max()
        np.testing.assert_array_equal(np.isnan(scores), ~left)
        np.testing.assert_allclose(np.array(scores)[left], np.array(whole)[left], rtol=1e-12)
        assert left[view.legal_actions.index(move)]
        told = [row["score"] for row in choice.to_dict()["moves"]]
        assert [score is None for score in told] == (~left).tolist()
        assert list(choice.table().columns[1].cells).count("-") == (~left).sum()
        fewer += not left.all()
    assert fewer > 2


def test_what_is_left_out_is_so_in_all_rounds() -> None:
    for _, view in positions(3, seed=5)[::8]:
        spec = "mc(evaluator=pruned(least=0.2),worlds=60,eliminate=true)"
        choice = make_bot(spec, GAME, view.player, 3).explain(view)
        likely = shares(policy_from(), view)
        assert likely[view.legal_actions.index(choice.move)] >= 0.2 * likely.max()
    with pytest.raises(AgentError, match="looks at all worlds at once"):
        make_bot("mc(evaluator=pruned(of=vector_minimax),seconds=1)", GAME, 0, 1)


def test_nothing_is_left_out_at_0_and_all_but_the_likeliest_at_1() -> None:
    for _, view in positions(2, seed=5)[::12]:
        for decision in ("mean", "votes"):
            whole = played(f"mc(evaluator=open_hand,worlds=8,decision={decision})", view)
            assert whole == played(
                f"mc(evaluator=pruned(least=0),worlds=8,decision={decision})", view
            )
        move, scores = played("mc(evaluator=pruned(of=played_out,least=1),worlds=8)", view)
        likely = shares(policy_from(), view)
        assert np.isfinite(scores).sum() == (likely == likely.max()).sum()  # cards may be equal
        assert move == view.legal_actions[int(np.nanargmax(scores))]

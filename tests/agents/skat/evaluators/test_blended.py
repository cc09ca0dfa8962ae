"""The blend of open-hand values and playouts, in Python and in compiled code."""

from typing import Any

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.compiled_players import compiled_player, is_compiled, step_of
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.spec import Spec
from vorhand.native import skat_monte_carlo as native
from vorhand.tests.agents.skat.played import GAME, states, view_of


def means(play: native.CardPlay, rows: Any, outcomes: Any) -> Any:
    """Return the share of worlds that the soloist wins, by card."""
    return np.asarray(native.worths(play, rows, outcomes, "win")).mean(axis=0)


def test_few_worlds_are_all_looked_at_with_open_hands() -> None:
    """Open hands evaluate one world in `every`, but at least 40, or all if there are fewer."""
    assert [step_of(worlds, 10) for worlds in (1, 39, 79, 80, 119, 160, 399, 400, 4000)] == [
        *(1, 1, 1, 2, 2, 4, 9, 10, 10)
    ]
    assert step_of(4000, 1) == 1
    for worlds in range(1, 600):
        assert worlds // step_of(worlds, 10) >= min(40, worlds)


def test_worth_is_the_mean_of_open_hands_and_more_playouts() -> None:
    spec = "blended(of=open_hand(objective=win),playout=policy(temperature=1),share=0.3,every=3)"
    evaluate = make("evaluator", spec, GAME)
    playing = compiled_player(Spec.parse("policy(temperature=1)"))
    differ = 0
    for view in map(view_of, states(8, 5)):
        worlds, moves = uniform(view, 130, 5), list(view.legal_actions)
        found = evaluate(view, worlds, moves)
        play, side = card_play(view), 1 if view.is_soloist else -1

        few = worlds.rows[:: 1 if len(worlds) == worlds.possible else 3]
        at_best = side * means(play, few, native.open_hand(play, few))[moves]
        outcomes = native.played_out(play, worlds.rows, playing, worlds.seed, objective="win")
        ends = side * means(play, worlds.rows, outcomes)[moves]
        np.testing.assert_allclose(side * found["won"].mean(axis=0), ends)
        mean = found.worth.mean(axis=0)
        np.testing.assert_allclose(mean, 0.7 * at_best + 0.3 * ends, atol=1e-12)
        assert np.isnan(found["open hands"][:, 0]).sum() == len(worlds) - len(few)
        differ += int((at_best != ends).sum())
    assert differ > 8


@pytest.mark.extended
def test_the_error_is_that_of_few_open_hands() -> None:
    """Without playouts the standard error is that of the worlds evaluated with open hands."""
    checked = 0
    for view in map(view_of, states(12, 2)):
        worlds, moves = uniform(view, 200, 5), list(view.legal_actions)
        if len(worlds) == worlds.possible:
            continue
        found = make("evaluator", "blended(share=0,every=4)", GAME)(view, worlds, moves).worth
        few = worlds.pick(np.arange(0, 200, 4), 0)
        plain = make("evaluator", "open_hand", GAME)(view, few, moves).worth
        np.testing.assert_allclose(found.mean(axis=0), plain.mean(axis=0))
        expected = plain.std(axis=0) / 50**0.5
        np.testing.assert_allclose(found.std(axis=0) / 200**0.5, expected, atol=1e-9)
        checked += 1
    assert checked > 3


@pytest.mark.extended
@pytest.mark.parametrize(
    "spec",
    [
        "mc(blended(playout=rule,every=1,share=0.4),worlds={},belief=uniform)",
        "mc(blended(of=open_hand(values=levels),playout=policy,every=1),worlds={},belief=uniform)",
        "pimc(worlds={},doubt=1.5,belief=uniform)",
        "pimc(worlds={},doubt=0.7,belief=by_role(defence=uniform),values=levels)",
    ],
)
def test_compiled_players_agree_with_the_bot(spec: str) -> None:
    """Both evaluate all worlds with deterministic playouts, so chance cannot separate them."""
    checked = differ = 0
    for state in states(40, 6):
        view = view_of(state)
        count = int(view.worlds().count)
        if len(view.legal_actions) == 1 or count > 300:
            continue
        rows = np.asarray(view.worlds().slice(0, 1))
        chosen = compiled_player(Spec.parse(spec.format(count))).choose(card_play(view), rows, 5)
        assert chosen == make_bot(spec.format(count), GAME, view.player, 1).decide(view)
        checked += 1
        plain = f"pimc(worlds={count},doubt=0,belief=uniform)"
        differ += chosen != make_bot(plain, GAME, view.player, 1).decide(view)
    assert checked > 10
    assert differ > 0


def test_a_compiled_player_has_the_belief_of_its_role() -> None:
    """A player uses the belief of its role; for soloists, `declared` is uniform."""
    both = compiled_player(Spec.parse("pimc(worlds=3,belief=by_role(alone=declared))"))
    parts = [
        compiled_player(Spec.parse(f"pimc(worlds=3,belief={name})")) for name in ("bdci", "uniform")
    ]
    roles, differ = set(), 0
    for state in states(20, 2):
        view = view_of(state)
        rows = np.asarray(view.worlds().slice(0, 1))
        chosen = [player.choose(card_play(view), rows, 7) for player in (both, *parts)]
        assert chosen[0] == chosen[1 + view.is_soloist]
        roles.add(view.is_soloist)
        differ += chosen[1] != chosen[2]
    assert roles == {True, False}
    assert differ > 1


def test_what_is_not_compiled_of_a_blend() -> None:
    assert is_compiled(Spec.parse("mc(blended,worlds=9,belief=by_role)"))
    assert is_compiled(Spec.parse("ismcts(iterations=8,belief=bdci)"))
    assert not is_compiled(Spec.parse("mc(blended(of=error_allowing),worlds=9)"))
    assert not is_compiled(Spec.parse("mc(blended(playout=first),worlds=9)"))
    assert not is_compiled(Spec.parse("mc(blended,worlds=9,belief=by_role(defence=declared))"))


@pytest.mark.parametrize(
    "blend", ["share=1.5", "every=0", "playout=perfect", "of=none", "of=achievable_sets"]
)
def test_what_cannot_be_blended_is_told(blend: str) -> None:
    with pytest.raises(AgentError, match=blend.split("=")[1]):
        make_bot(f"mc(blended({blend}))", GAME, 0, 1)

"""Worlds weighted by a policy: compiled code against replayed deals that ask the policy."""

import dataclasses
import math

import numpy as np
import pytest

from vorhand.agents import AgentError, make
from vorhand.agents.skat.beliefs.densities import marginals_of
from vorhand.agents.skat.beliefs.policy import ByPolicy
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.policy_networks import policy_of, reading_policy, shares
from vorhand.agents.skat.worlds import Rows
from vorhand.games.skat.contracts import NULL, OUVERT
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Phase
from vorhand.native.skat_policy import Policy
from vorhand.tests.agents.skat.played import GAME, every_row, small_views, states, view_of
from vorhand.tests.agents.skat.players.test_policy import positions, random_arrays
from vorhand.tests.sizes import large


def replayed(
    policy: Policy, view: SkatView, world: Rows, temperature: float, floor: float
) -> float:
    """Play the deal again in the world; ask the policy at each card of the other players."""
    whole = view.deal(world.tolist())
    deal, log = whole.beginning(), 0.0
    for action in whole.history:
        if deal.phase == Phase.PLAY and deal.player != view.player and action < 32:
            seen = observe(deal, deal.player)
            share = shares(policy, seen, temperature)[seen.legal_actions.index(action)]
            chance = floor / len(seen.legal_actions) + (1 - floor) * share
            log += math.log(chance)
        deal.apply(action)
    return log


def readable(deals: int, seed: int = 5) -> list[SkatView]:
    return [view for _, view in positions(deals, seed) if len(view.plays) > 0]


@pytest.mark.nightly
def test_is_the_slow_twin_on_thousands_of_worlds() -> None:
    """The compiled weights equal the slow ones in all contracts, in hand games and at ouvert."""
    rng = np.random.default_rng(3)
    kinds, checked = set(), 0
    for policy in (reading_policy(), policy_of(random_arrays(2))):
        for view in readable(60)[::3]:
            temperature, floor = float(rng.uniform(0.3, 3)), float(rng.choice([0, 0.1, 1]))
            rows = np.asarray(view.worlds().distinct(0, 2, int(rng.integers(1 << 30))))
            logs = policy.log_chances(card_play(view), rows, temperature, floor)
            slow = [replayed(policy, view, row, temperature, floor) for row in rows]
            np.testing.assert_allclose(logs, slow, rtol=1e-9, atol=1e-9)
            kinds.add((view.contract, view.level == OUVERT, view.hand_game, view.is_soloist))
            checked += len(rows)
    assert checked > 1000
    assert {contract for contract, *_ in kinds} == set(range(6))
    for trait in range(1, 4):
        assert {kind[trait] for kind in kinds} == {False, True}
    assert any(contract == NULL and ouvert for contract, ouvert, *_ in kinds)


def believed(**parameters: object) -> ByPolicy:
    text = ",".join(f"{name}={value}" for name, value in parameters.items())
    found: ByPolicy = make("belief", f"policy({text})", GAME)
    return found


@pytest.mark.parametrize("base", large("uniform", "by_role(alone=declared,defence=bdci)"))
def test_is_bayes_rule_where_the_pool_is_everything(base: str) -> None:
    belief, before = believed(base=base, temperature=0.7, floor=0.1), make("belief", base, GAME)
    checked = 0
    for view in small_views(10, 300, (6, 7))[::3]:
        rows = every_row(view)
        slow = np.array([replayed(reading_policy(), view, row, 0.7, 0.1) for row in rows])
        chances = np.exp(slow + before.log_probability(view, rows))
        chances /= chances.sum()
        np.testing.assert_allclose(np.exp(belief.log_probability(view, rows)), chances, rtol=1e-8)
        worlds = belief(view, len(rows), 1)
        told = {row.tobytes(): chance for row, chance in zip(rows, chances, strict=True)}
        np.testing.assert_allclose(
            worlds.weights, [told[row.tobytes()] for row in worlds.rows], rtol=1e-8
        )
        np.testing.assert_allclose(belief.marginals(view), marginals_of(worlds), atol=1e-12)
        checked += 1
    assert checked > 2


def test_is_the_base_where_there_is_nothing_to_read() -> None:
    """The weights are those of the base belief in the bidding and before the first card."""
    base = make("belief", "bdci", GAME)
    state = GAME.new_initial_state()
    for card in range(32):
        state.apply_action(card)
    views = [state.view(0), state.view(1)]
    (state,) = states(1, 4)
    views.append(state.view((state.current_player() + 1) % 3))
    views += [view for view in map(view_of, states(8, 0)) if not view.plays]
    assert len(views) > 4
    for view in views:
        found, expected = believed()(view, 30, 2), base(view, 30, 2)
        np.testing.assert_array_equal(found.rows, expected.rows)
        np.testing.assert_array_equal(found.weights, expected.weights)


@pytest.mark.nightly
def test_reads_those_who_play_by_it() -> None:
    """The belief recognises players whose cards are drawn by the policy's probabilities."""
    policy = reading_policy()
    player = policy.player(1)
    belief = believed(base="uniform", temperature=1, floor=0, pool=2000)
    ratios, sizes = [], []
    for number, state in enumerate(states(40, 0)):
        deal, seed = state.deal.copy(), number
        while deal.tricks_played < 5 and not deal.is_over:
            view = observe(deal, deal.player)
            if deal.tricks_played == 4:
                truth = np.array([[*map(deal.hand, range(3)), deal.skat]], np.uint32)
                ratio = belief.log_probability(view, truth)[0]
                ratios.append(ratio + math.log(int(view.worlds().count)))
                sizes.append(belief.weighted.pool(view, 1, 1)[0].effective_size)
            seed += 1000
            deal.apply(player.choose(card_play(view), view.worlds().slice(0, 1), seed))
    assert len(ratios) > 100
    error = 1.96 * np.std(ratios) / len(ratios) ** 0.5
    assert np.mean(ratios) - 2 * error > 0
    assert 10 < np.median(sizes) < 1900


def test_a_world_in_which_a_card_could_not_be_played_is_impossible() -> None:
    policy, found = reading_policy(), 0
    for view in readable(20):
        hidden = view.hidden
        for seat in {0, 1, 2} - {view.player}:
            lacks = view.voids[seat] & hidden
            other = 3 - seat - view.player
            if not lacks or view.level == OUVERT:
                continue
            world = np.asarray(view.worlds().slice(0, 1))[0].copy()
            wrong, right = lacks & -lacks, int(world[seat]) & hidden
            if not int(world[other]) & wrong or not right:
                continue
            swap = wrong | (right & -right)
            world[seat] ^= np.uint32(swap)
            world[other] ^= np.uint32(swap)
            assert policy.log_chances(card_play(view), world[None])[0] == -np.inf
            found += 1
    assert found > 10


def test_bad_numbers_and_unknown_cards_are_named() -> None:
    view = readable(1)[-1]
    policy, play, rows = reading_policy(), card_play(view), every_row(view)[:2]
    with pytest.raises(ValueError, match="temperature: expected a number above 0"):
        policy.log_chances(play, rows, 0)
    with pytest.raises(ValueError, match="floor: expected a number from 0 to 1"):
        policy.log_chances(play, rows, 1, 1.5)
    with pytest.raises(ValueError, match="world 0: "):
        policy.log_chances(play, rows[:, [1, 0, 2, 3]])
    cut = dataclasses.replace(view, in_play=view.in_play & ~1)
    with pytest.raises(ValueError, match="all cards since the first lead"):
        policy.log_chances(card_play(cut), rows)
    assert len(policy.log_chances(play, rows[:0])) == 0
    with pytest.raises(AgentError, match="temperature"):
        make("belief", "policy(temperature=0)", GAME)

"""Agents that push cards on before Ramsch: by rules, and by playouts over worlds."""

import itertools
import random

import pytest

from vorhand.agents import make_bot
from vorhand.native.skat import PUSH_UNSEEN, Phase, action_name, rule_action
from vorhand.tests.games.skat.test_schieberamsch import GAME, along, passed


def test_the_rule_player_pushes_better_than_at_random() -> None:
    """All play the cards by rules; one seat in rotation pushes by rules, too; seeds are fixed."""
    rng = random.Random(5)
    totals, unseen = {True: 0.0, False: 0.0}, 0
    for number in range(120):
        state = passed(GAME, rng)
        while not state.is_terminal():
            by_rule = state.current_player() == number % 3 or not state.deal.is_pushing
            action = rule_action(state.deal) if by_rule else rng.choice(state.legal_actions())
            unseen += by_rule and action == PUSH_UNSEEN
            state.apply_action(action)
        for seat, value in enumerate(state.returns()):
            totals[seat == number % 3] += value
    assert totals[True] > 0.4 * totals[False]
    assert unseen > 0


def test_the_rule_player_knows_its_own_cards_alone() -> None:
    """Its pushes are the same in all worlds of its view."""
    for state in itertools.islice(along(20, 3), 400):
        if not state.deal.is_pushing:
            continue
        view = state.view(state.current_player())
        for row in view.worlds().sample(3, 1).tolist():
            assert rule_action(view.deal(row)) == rule_action(state.deal)


@pytest.mark.parametrize("spec", ["rule", "kermit", "mc_bidder", "pimc(worlds=4)", "perfect"])
def test_agents_push_and_play(spec: str) -> None:
    state = passed(GAME, random.Random(2))
    bots = [make_bot(spec, state.get_game(), seat, 1) for seat in range(3)]
    while not state.is_terminal() and state.deal.tricks_played < 2:
        state.apply_action(bots[state.current_player()].step(state))
    assert state.deal.tricks_played == 2


def test_worlds_decide_with_values_for_each_action() -> None:
    state = passed(GAME, random.Random(4))
    bot = make_bot("pimc(worlds=20)", state.get_game(), 0, 1)
    choice = bot.explain_state(state)
    assert list(map(action_name, choice.moves)) == ["pick up", "push unseen"]
    assert len(choice.scores) == 2
    state.apply_action(choice.moves[0])
    assert state.deal.phase == Phase.DISCARD
    cards = bot.explain_state(state)
    assert cards.moves == tuple(state.legal_actions())
    assert cards.worlds == 20

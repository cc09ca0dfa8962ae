"""The rule player's last word before Ramsch: when it is asked, and what it gains."""

import random
from collections.abc import Iterator

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.bidding.before_ramsch import BID_ABOVE, bid_advantage, last_word
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import FIRST_BID, PASS, rule_action
from vorhand.tests.games.skat.test_ramsch import GAME


def asked(count: int, seed: int, name: str = GAME) -> Iterator[SkatState]:
    """Yield states in which two rule players have passed, and forehand would pass by its rules."""
    rng, game = random.Random(seed), pyspiel.load_game(name)
    found = 0
    while found < count:
        state: SkatState = game.new_initial_state()
        for card in rng.sample(range(32), 32):
            state.apply_action(card)
        for _ in range(2):
            if rule_action(state.deal) == PASS:
                state.apply_action(PASS)
        alone = state.current_player() == 0 and state.deal.bid == 0
        if alone and rule_action(state.deal) == PASS:
            found += 1
            yield state


def ended(state: SkatState, word: int) -> float:
    """Return forehand's lead over the others' mean after this word and play by the rule player."""
    after = state.clone()
    after.apply_action(word)
    while not after.is_terminal():
        after.apply_action(rule_action(after.deal))
    own, second, third = after.returns()
    return float(own - (second + third) / 2)


def test_the_advantage_is_the_mean_over_worlds_played_one_by_one() -> None:
    for state in asked(3, 1):
        view = state.view(0)
        rows = np.asarray(uniform(view, 60, view.digest(0)).rows)[:, :4]
        total = 0.0
        for hands in rows.tolist():
            other = state.get_game().new_initial_state()
            for place in hands:
                for card in range(32):
                    if place >> card & 1:
                        other.apply_action(card)
            for _ in range(2):
                other.apply_action(PASS)
            total += ended(other, FIRST_BID) - ended(other, PASS)
        assert abs(bid_advantage(view) - total / len(rows)) < 1e-9


def test_only_the_last_word_before_ramsch_changes() -> None:
    seen = set()
    for state in asked(40, 2):
        bot = make_bot("rule", state.get_game(), 0, 1)
        expected = FIRST_BID if bid_advantage(state.view(0)) > BID_ABOVE else PASS
        assert bot.step(state) == expected
        assert bot.explain(state.view(0)).move == expected
        seen.add(expected)
        plain = pyspiel.load_game("python_skat").new_initial_state()
        for action in state.history():
            plain.apply_action(action)
        assert make_bot("rule", plain.get_game(), 0, 1).step(plain) == PASS
        before = state.get_game().new_initial_state()
        for action in state.history()[:-1]:
            before.apply_action(action)
        assert last_word(before.view(before.current_player()), PASS) == PASS
    assert seen == {FIRST_BID, PASS}


def test_the_last_word_gains() -> None:
    """Each deal is played twice, with 18 and with Ramsch, with fixed seeds."""
    gains = []
    for state in asked(150, 3):
        if bid_advantage(state.view(0)) > BID_ABOVE:
            gains.append(ended(state, FIRST_BID) - ended(state, PASS))
    assert len(gains) > 20
    assert sum(gains) > 0


def test_in_a_bock_round_the_word_is_that_of_a_plain_deal() -> None:
    """Doubled values would change some words."""
    bock, doubled = pyspiel.load_game(GAME.replace("(", "(bock=true,")), 0
    for state in asked(60, 2):
        other = bock.new_initial_state()
        for action in state.history():
            other.apply_action(action)
        word = last_word(state.view(0), PASS)
        assert last_word(other.view(0), PASS) == word
        doubled += (bid_advantage(other.view(0)) > BID_ABOVE) != (word == FIRST_BID)
    assert doubled > 0

"""Bock rounds: a deal whose values count double, and the events that start a round."""

import itertools
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.outcomes import card_play
from vorhand.evaluation.arena import Match, Results, read_log, run
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.games.skat.bock import deals_left, rounds_started
from vorhand.games.skat.records import server_line
from vorhand.games.skat.records.settling import result_of
from vorhand.games.skat.score_list import ListedDeal
from vorhand.games.skat.worth import worth_of
from vorhand.native.errors import InputError
from vorhand.native.skat import Phase, judge
from vorhand.native.skat_monte_carlo import worths
from vorhand.service.games.observations import wire_of
from vorhand.tests.games.skat.deals import played_along
from vorhand.tests.games.skat.knowing import check_known
from vorhand.tests.games.skat.test_kontra import kontra_action
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.tests.sizes import sizes

RULES = "kontra=true,claims=true,ramsch=true"
SCORINGS = ["seeger_fabian", "game_value", "zero_sum", "card_points"]


def pairs(count: int, seed: int, scoring: str) -> Any:
    """Yield finished deals with Bock, each with the same deal without it."""
    rng = random.Random(seed)
    doubled = pyspiel.load_game(f"python_skat(bock=true,{RULES},scoring={scoring})")
    plain = pyspiel.load_game(f"python_skat({RULES},scoring={scoring})")
    for number in range(count):
        with_it, without = doubled.new_initial_state(), plain.new_initial_state()
        if number % 4 == 0:  # Ramsch; sometimes a march
            cards = passed(f"python_skat({RULES})", rng, march=number % 8 == 0)
            for action in cards.history():
                with_it.apply_action(action)
                without.apply_action(action)
        while not with_it.is_terminal():
            assert with_it.legal_actions() == without.legal_actions()
            action = kontra_action(with_it, rng)
            if number % 8 == 0 and with_it.deal.is_ramsch:
                action = with_it.legal_actions()[-1]
            with_it.apply_action(action)
            without.apply_action(action)
        yield with_it, without


@pytest.mark.parametrize("count", sizes(40, 1_000))
@pytest.mark.parametrize("scoring", SCORINGS)
def test_values_are_twice_those_of_the_same_deal_without_it(scoring: str, count: int) -> None:
    """Only the values double: not the 50 and 40 points, nor card points, nor what a bid needs."""
    seen = {"won": 0, "lost": 0, "ramsch": 0}
    for state, other in pairs(count, 1, scoring):
        assert other.is_terminal()
        ours, theirs = state.deal.result(), other.deal.result()
        game = state.get_game()
        assert game.min_utility() <= min(state.returns())
        assert max(state.returns()) <= game.max_utility()
        assert (ours.bock, theirs.bock) == (True, False)
        assert (ours.won, ours.overbid) == (theirs.won, theirs.overbid)
        if ours.ramsch:
            seen["ramsch"] += 1
            assert list(ours.seat_values) == [2 * value for value in theirs.seat_values]
            expected = [2 * score for score in other.returns()]
        else:
            assert ours.value == 2 * theirs.value
            assert ours.multiplier == theirs.multiplier
            added = {"zero_sum": [-theirs.value / 2] * 3}.get(scoring, [0.0] * 3)
            if ours.soloist >= 0:
                seen["won" if ours.won else "lost"] += 1
                added[ours.soloist] = theirs.value
                mine, plain = worth_of(ours), worth_of(theirs)
                assert (mine.value, mine.counts, mine.steps) == (
                    plain.value,
                    plain.counts,
                    plain.steps,
                )
            expected = [a + b for a, b in zip(other.returns(), added, strict=True)]
        assert state.returns() == (other.returns() if scoring == "card_points" else expected)
        listed = ListedDeal.of(("a", "b", "c"), state.deal, result_of(state.deal))
        assert listed.bock
        assert listed.value == ours.value or ours.soloist < 0
    assert min(seen.values()) > 0


def test_a_lost_game_costs_its_value_once_more() -> None:
    on, off = pyspiel.load_game("python_skat(bock=true)"), pyspiel.load_game("python_skat")
    assert on.min_utility() == off.min_utility() - 540
    assert not off.new_initial_state().deal.bock


@pytest.mark.parametrize("count", sizes(5, 100))
def test_what_is_known_and_written(count: int) -> None:
    """Everything keeps Bock; records and texts refuse it by name."""
    name = f"python_skat(bock=true,{RULES})"
    for state in played_along(name, count, 3, kontra_action):
        assert state.deal.bock
        check_known(state, claims=True, kontra=True, ramsch=True)
        if state.deal.phase == Phase.PLAY:
            with pytest.raises(InputError, match=r"no (Bock|Ramsch)"):
                _ = state.view(state.current_player()).text
        if not state.is_terminal():
            continue
        assert "bock" in str(state) or state.deal.result().soloist < 0
        line = wire_of("python_skat").record(state, name, 0, "abc")
        assert read_played_deal(line).deal == state.deal
        if state.deal.multiplier == 1 and not state.deal.is_ramsch:
            with pytest.raises(InputError, match="no Bock"):
                server_line(state, "abc", 1, 1)


def test_logs_of_matches_read_back(tmp_path: Any) -> None:
    match, log = Match.create("python_skat(bock=true)", ["rule", "rule", "rule"], seed=4), "log"
    played = Results(match)
    run(match, 4, played, log=tmp_path / log)
    assert read_log(tmp_path / log).returns().tolist() == played.returns().tolist()


def test_searches_count_the_doubled_value() -> None:
    """The worth of a world is that of the score in the deal with Bock."""
    start = "play C by 0 cards CJ.CA/SA.S7/HA.H7/- tricks 4 points 40 matadors 1"
    plain = pyspiel.load_game(f"python_skat(start={start})").new_initial_state()
    doubled = pyspiel.load_game(f"python_skat(bock=true,start={start})").new_initial_state()
    found = []
    for state in (plain, doubled):
        view = state.view(0)
        rows = view.worlds().slice(0, 1)
        card = view.legal_actions[0]
        ended = state.clone()
        while not ended.is_terminal():
            ended.apply_action(ended.legal_actions()[0])
        outcome = ended.deal.result().points
        table = [[outcome if column == card else 0 for column in range(32)]]
        worth = worths(card_play(view), rows, np.array(table, np.int16), "score")
        score = ended.returns()
        expected = score[0] - (score[1] + score[2]) / 2
        assert abs(worth[0, card] - expected) < 1
        found.append(expected)
    assert found[0] != found[1]
    assert make_bot("pimc(worlds=3)", doubled.get_game(), 0, 1).step(doubled) in (30, 31)


def started(*, won: bool, points: int, contract: str, hand: bool, kontra: int) -> int:
    """Return the number of rounds that the deal starts by the text of docs/skat-club-rules.md."""
    events = 0
    if contract != "null" and points == 60 and not won:
        events += 1
    if contract == "grand" and hand and won:
        events += 1
    if (kontra == 1 and not won) or kontra == 2:  # a game lost with Re is one event
        events += 1
    return events


def test_events_against_the_reference() -> None:
    names = ["diamonds", "hearts", "spades", "clubs", "grand", "null"]
    seen = set()
    for contract, hand, kontra, points in itertools.product(
        range(6), (0, 1), range(3), (59, 60, 61)
    ):
        for tricks in (0, 4):
            result = judge(
                soloist=1,
                contract=contract,
                level=0,
                hand=bool(hand),
                matadors=1 if contract < 5 else 0,
                bid=18,
                points=points,
                tricks=tricks,
                multiplier=2**kontra,
            )
            expected = started(
                won=result.won,
                points=points,
                contract=names[contract],
                hand=bool(hand),
                kontra=kontra,
            )
            assert rounds_started(result) == expected
            seen.add(expected)
            assert deals_left(0, result) == 3 * expected
            assert deals_left(2, result) == 1 + 3 * expected
            assert deals_left(1, result, players=4) == 4 * expected
    assert seen == {0, 1, 2}


def test_ramsch_and_deals_passed_in_start_no_round_and_count_in_theirs() -> None:
    ramsch = passed("python_skat(ramsch=true)", random.Random(1))
    while not ramsch.is_terminal():
        ramsch.apply_action(ramsch.legal_actions()[0])
    for state in (ramsch, passed("python_skat", random.Random(1))):
        result = state.deal.result()
        assert rounds_started(result) == 0
        assert deals_left(3, result) == 2

"""Ramsch: the deal that all have passed, its rules, scores, views and texts."""

import dataclasses
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pyspiel
import pytest

from vorhand.games.skat.coherence import IncoherentViewError, check_view
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.ramsch import taken_by_seat
from vorhand.native import skat
from vorhand.native.errors import InputError
from vorhand.native.skat import PASS, Phase, Scoring, judge_ramsch, scores
from vorhand.tests.games.skat import plain_ramsch as plain
from vorhand.tests.games.skat.deals import random_action
from vorhand.tests.games.skat.knowing import check_known
from vorhand.tests.native.skat_reference import PACK, legal, names, winner
from vorhand.tests.sizes import sizes

GAME = "python_skat(ramsch=true)"
ALL = "python_skat(ramsch=true,kontra=true,claims=true)"


def texts(cards: Iterable[int]) -> list[str]:
    """Return the names of cards."""
    return [PACK[card] for card in cards]


def passed(name: str, rng: random.Random, *, march: bool = False) -> SkatState:
    """Return a random deal that all have passed; `march`: forehand holds the best cards."""
    game = pyspiel.load_game(name)
    cards = list(range(32))
    rng.shuffle(cards)
    if march:
        best = [7, 15, 23, 31, 30, 29, 28, 27, 26, 25]
        cards = best + [card for card in cards if card not in best]
    state: SkatState = game.new_initial_state()
    for card in cards:
        state.apply_action(card)
    for _ in range(3):
        state.apply_action(PASS)
    return state


def along(deals: int, seed: int, name: str = GAME) -> Iterator[SkatState]:
    """Yield the state before every card of random deals of Ramsch, and the last one."""
    rng = random.Random(seed)
    for number in range(deals):
        state = passed(name, rng, march=number % 10 == 9)
        while not state.is_terminal():
            yield state
            legal = state.legal_actions()
            state.apply_action(legal[-1] if number % 3 == 0 else rng.choice(legal))
        yield state


@pytest.mark.parametrize("count", sizes(300, 5_000))
def test_rules_against_the_reference(count: int) -> None:
    """Compare legal cards, the seat to act, tricks, points and values of 300 deals and more."""
    seen = {"march": 0, "maiden": 0, "plain": 0}
    for state in along(count, 1):
        deal = state.deal
        plays = list(deal.history[35:])
        seats = list(deal.history_players[35:])
        tricks, points = plain.taken_in_ramsch(plays)
        assert (list(deal.seat_tricks), list(deal.seat_points)) == (tricks, points)
        if not state.is_terminal():
            trick, leader = plays[len(plays) // 3 * 3 :], 0
            for start in range(0, len(plays) - len(trick), 3):
                leader = (leader + winner("G", texts(plays[start : start + 3]))) % 3
            seat = (leader + len(trick)) % 3
            assert state.current_player() == seat
            gone = {card for who, card in zip(seats, plays, strict=True) if who == seat}
            held = {card for card in deal.history[10 * seat : 10 * seat + 10] if card not in gone}
            allowed = legal("G", frozenset(texts(held)), texts(trick))
            assert frozenset(texts(state.legal_actions())) == allowed
            continue
        assert sum(points) == 120
        result, values = deal.result(), plain.values_of(tricks, points)
        assert (result.ramsch, result.soloist, list(result.seat_values)) == (True, -1, values)
        assert state.returns() == values
        kind = "march" if 10 in tricks else "maiden" if 0 in tricks else "plain"
        seen[kind] += 1
    assert min(seen.values()) > 0


@pytest.mark.parametrize(
    ("points", "tricks", "values"),
    [
        ((60, 40, 20), (5, 3, 2), (-60, 0, 0)),
        ((50, 50, 20), (5, 3, 2), (-50, -50, 0)),
        ((40, 40, 40), (5, 3, 2), (0, 0, 0)),
        ((70, 50, 0), (7, 3, 0), (-140, 0, 0)),
        ((60, 60, 0), (7, 3, 0), (-120, -120, 0)),
        ((120, 0, 0), (9, 1, 0), (-240, 0, 0)),
        ((120, 0, 0), (10, 0, 0), (120, 0, 0)),
        ((0, 120, 0), (1, 8, 1), (0, -120, 0)),
    ],
)
def test_values_and_scorings(
    points: tuple[int, int, int], tricks: tuple[int, int, int], values: tuple[int, int, int]
) -> None:
    result = judge_ramsch(points, tricks)
    assert tuple(result.seat_values) == values
    assert tuple(result.seat_points) == points
    for scoring in (Scoring.SEEGER_FABIAN, Scoring.GAME_VALUE):
        assert tuple(scores(scoring, result)) == values
    zero_sum = scores(Scoring.ZERO_SUM, result)
    assert list(zero_sum) == [1.5 * value - sum(values) / 2 for value in values]
    by_points = [(120 - each) / 2 for each in points]
    assert list(scores(Scoring.CARD_POINTS, result)) == (
        list(values) if 10 in tricks else by_points
    )


def test_without_ramsch_the_deal_is_over() -> None:
    state = passed("python_skat", random.Random(1))
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]


def test_a_deal_with_a_soloist_is_played_as_without_ramsch() -> None:
    rng = random.Random(3)
    with_it, without = pyspiel.load_game(GAME), pyspiel.load_game("python_skat")
    played = 0
    for _ in range(30):
        state, other = with_it.new_initial_state(), without.new_initial_state()
        while not other.is_terminal():
            assert state.legal_actions() == other.legal_actions()
            action = random_action(other, rng)
            state.apply_action(action)
            other.apply_action(action)
        if other.deal.soloist >= 0:
            played += 1
            assert state.is_terminal()
            assert state.returns() == other.returns()
    assert played > 0


@pytest.mark.parametrize("count", sizes(5, 200))
def test_what_is_known_and_written(count: int) -> None:
    """Everything keeps Ramsch; its players cannot claim or say Kontra."""
    for state in along(count, 4, ALL):
        deal = state.deal
        check_known(state, claims=True, kontra=True, ramsch=True)
        assert (deal.is_ramsch, deal.contract) == (True, -1)
        assert "ramsch" in str(state)
        for player in range(3):
            view = state.view(player)
            assert view.offers == ()
            assert taken_by_seat(view) == plain.taken_in_ramsch(list(view.plays))
            assert "ramsch" in view.describe()
            assert "ramsch" in state.observation_string(player)
        if state.is_terminal():
            continue
        view = state.view(deal.player)
        with pytest.raises(InputError, match="no Ramsch"):
            _ = view.text
        assert view.skat == 0
        assert view.hidden_count[3] == (2 if view.hidden else 0)
        with pytest.raises(IncoherentViewError):
            check_view(view, claims=True, kontra=True)
        assert view.deal(view.worlds().slice(0, 1)[0].tolist()).seat_points == deal.seat_points


def test_coherent_views_alone_are_accepted() -> None:
    state = passed(GAME, random.Random(5))
    state.apply_action(state.legal_actions()[0])
    view = state.view(1)
    check_view(view, ramsch=True)
    changes: dict[str, Any] = {
        "leader": 1,
        "soloist": 0,
        "contract": 4,
        "defender_points": 1,
        "movers": bytes((1, 2, 0, 1)),
        "moves": bytes((PASS, PASS, *view.moves[3:])),
        "legal_actions": (),
        "phase": Phase.BIDDING,
    }
    for name, value in changes.items():
        wrong = dataclasses.replace(view, **{name: value})
        with pytest.raises(IncoherentViewError):
            check_view(wrong, ramsch=True)


def test_the_rule_player_loses_less_than_one_at_random() -> None:
    """Two seats play at random, and the rule player has the third, in rotation; seeds are fixed."""
    rng = random.Random(6)
    totals = {"rule": 0.0, "random": 0.0}
    for number in range(150):
        state = passed(GAME, rng)
        rule = number % 3
        while not state.is_terminal():
            ours = state.current_player() == rule
            legal = state.legal_actions()
            state.apply_action(skat.rule_action(state.deal) if ours else rng.choice(legal))
        for seat, value in enumerate(state.returns()):
            totals["rule" if seat == rule else "random"] += value
    assert totals["rule"] > 0.25 * totals["random"]


@pytest.mark.parametrize("count", sizes(60, 1_000))
def test_the_rule_player_against_its_slow_twin(count: int) -> None:
    for state in along(count, 7):
        if state.is_terminal():
            continue
        deal = state.deal
        hand, gone = sorted(names(deal.hand(deal.player))), texts(deal.history[35:])
        expected = plain.rule_card(hand, gone, texts(deal.trick))
        assert PACK[skat.rule_action(deal)] == expected

"""Ramsch: the deal that all have passed, its rules, scores, views and texts."""

import dataclasses
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from vorhand.games.skat.coherence import IncoherentViewError, check_view
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.ramsch import taken_by_seat
from vorhand.games.skat.view import SkatView
from vorhand.native import skat
from vorhand.native.errors import InputError
from vorhand.native.skat import PASS, Phase, Scoring, judge_ramsch, scores
from vorhand.tests.games.skat import plain_ramsch as plain
from vorhand.tests.games.skat.deals import random_action
from vorhand.tests.sizes import sizes

GAME = "python_skat(ramsch=true)"
ALL = "python_skat(ramsch=true,kontra=true,claims=true)"


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


@pytest.mark.parametrize("count", sizes(300, 1_500, 5_000))
def test_rules_against_the_reference(count: int) -> None:
    """Compare legal cards, the seat to act, tricks, points and values of 300 deals and more."""
    seen = {"march": 0, "maiden": 0, "plain": 0}
    for state in along(count, 1):
        deal = state.deal
        plays = list(deal.history[35:])
        seats = list(deal.history_players[35:])
        tricks, points = plain.taken_in_ramsch(plays)
        assert (list(deal.seat_tricks), list(deal.seat_points)) == (tricks, points)
        whole = len(plays) // 3 * 3
        trick = [plain.card_text(card) for card in plays[whole:]]
        leader = 0
        for start in range(0, whole, 3):
            three = [plain.card_text(card) for card in plays[start : start + 3]]
            leader = (leader + plain.taker(three)) % 3
        if not state.is_terminal():
            seat = (leader + len(trick)) % 3
            assert state.current_player() == seat
            gone = {card for who, card in zip(seats, plays, strict=True) if who == seat}
            hand = sorted(deal.history[10 * seat : 10 * seat + 10])
            held = [plain.card_text(card) for card in hand if card not in gone]
            allowed = plain.playable(held, trick[0] if trick else None)
            assert [plain.card_text(card) for card in state.legal_actions()] == allowed
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


@pytest.mark.parametrize("scoring", ["seeger_fabian", "game_value", "zero_sum", "card_points"])
def test_returns_stay_within_the_bounds_of_the_game(scoring: str) -> None:
    for state in along(20, 2, f"python_skat(ramsch=true,scoring={scoring})"):
        if state.is_terminal():
            game = state.get_game()
            assert game.min_utility() <= min(state.returns())
            assert max(state.returns()) <= game.max_utility()
            if scoring in ("zero_sum", "card_points"):
                assert sum(state.returns()) == game.utility_sum()


def test_off_by_default() -> None:
    state = passed("python_skat", random.Random(1))
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]
    on = pyspiel.load_game(GAME)
    assert str(on) == "python_skat(ramsch=True,scoring=seeger_fabian,start=deal)"
    assert (on.num_distinct_actions(), on.max_game_length()) == (123, skat.MAX_MOVES)
    assert on.information_state_tensor_size() == 1691 + 6
    with pytest.raises(InputError, match="expected a start with the bidding"):
        pyspiel.load_game("python_skat(ramsch=true,start=play G by 0 cards ?)")


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


@pytest.mark.parametrize("count", sizes(5, 50, 200))
def test_what_is_known_and_written(count: int) -> None:
    """Views, dicts, structs, pickles and texts hold Ramsch; its players cannot claim or say
    Kontra."""
    for state in along(count, 4, ALL):
        deal = state.deal
        assert deal.is_ramsch
        assert deal.contract == -1
        assert pickle.loads(pickle.dumps(deal)) == deal
        assert pickle.loads(pickle.dumps(state)).deal == deal
        assert "ramsch" in str(state)
        again = state.get_game().new_initial_state(state.to_struct())
        assert again.deal == deal
        for player in range(3):
            view = state.view(player)
            assert view.is_ramsch
            assert view.offers == ()
            assert SkatView.from_dict(view.to_dict()) == view
            taken = plain.taken_in_ramsch(list(view.plays))
            assert taken_by_seat(view) == taken
            assert "ramsch" in view.describe()
            assert "ramsch" in state.observation_string(player)
        if state.is_terminal():
            continue
        view = state.view(state.current_player())
        with pytest.raises(InputError, match="no Ramsch"):
            _ = view.text
        assert view.skat == 0
        assert view.hidden_count[3] == (2 if view.hidden else 0)
        check_view(view, claims=True, kontra=True, ramsch=True)
        with pytest.raises(IncoherentViewError):
            check_view(view, claims=True, kontra=True)
        worlds = view.worlds()
        for row in worlds.slice(0, min(3, worlds.count)).tolist():
            copy = view.deal(row)
            assert (copy.player, copy.seat_points) == (deal.player, deal.seat_points)
            assert copy.legal_actions() == list(view.legal_actions)
        assert state.get_game().state_of(view).view(view.player) == view


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


@pytest.mark.parametrize("count", sizes(60, 300, 1_000))
def test_the_rule_player_against_its_slow_twin(count: int) -> None:
    for state in along(count, 7):
        if state.is_terminal():
            continue
        deal = state.deal
        hand = [plain.card_text(card) for card in range(32) if deal.hand(deal.player) >> card & 1]
        gone = [plain.card_text(card) for card in deal.history[35:]]
        trick = [plain.card_text(card) for card in deal.trick]
        assert plain.card_text(skat.rule_action(deal)) == plain.rule_card(hand, gone, trick)

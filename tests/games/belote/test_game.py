"""Belote: the deal, calls, duties, scores, and what a player may know."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pyspiel
import pytest

from vorhand.agents.belote.players.rule import worth_as_trumps
from vorhand.games.belote.game import BeloteState
from vorhand.games.belote.rules import (
    DOUBLE,
    FIRST_BID,
    FIRST_SUIT,
    PASS,
    RANKS,
    REDOUBLE,
    SUITS,
    TAKE,
    VALUES,
    BeloteError,
    Contract,
    belote,
)
from vorhand.games.card_sets import cards_in, mask_of
from vorhand.games.loading import load_game
from vorhand.native.tricks import Play, Terms
from vorhand.tests.games.belote.plain_deal import PlainDeal, points_of

PLAIN, CONTREE = "python_belote", "python_belote(contree=true)"


def card(text: str) -> int:
    """Return a card by name."""
    return SUITS.index(text[0]) * 8 + RANKS.index(text[1])


def hand(text: str) -> int:
    """Return a set of cards by names."""
    return mask_of(map(card, text.split()))


def dealt(game: str, seed: int) -> BeloteState:
    """Return a random deal before the calls."""
    rng = random.Random(seed)
    state: BeloteState = load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def played(game: str, seed: int, cards: int) -> BeloteState:
    """Return a random deal with this many cards played; deals that are passed in are dealt anew."""
    rng = random.Random(seed)
    while True:
        state = dealt(game, rng.getrandbits(30))
        while not state.is_terminal() and (state.play is None or len(state.play.history) < cards):
            state.apply_action(rng.choice(state.legal_actions()))
        if state.play is not None:
            return state


def terms(trump: int) -> Terms:
    """Return the terms of the card play with a trump suit."""
    state = dealt(CONTREE, 1)
    for action in (FIRST_BID + len(VALUES) * trump, PASS, PASS, PASS):
        state.apply_action(action)
    assert state.play is not None
    return state.play.terms


@pytest.mark.parametrize(
    "parameters", ["contree=false", "contree=true", "contree=true,surcontre=3"]
)
def test_deals_and_calls_are_those_of_the_rule_books(parameters: str) -> None:
    rng, contracts = random.Random(parameters), 0
    for dealer in [0, 1, 2, 3] * 8:
        state: Any = load_game(f"python_belote({parameters},dealer={dealer})").new_initial_state()
        plain = PlainDeal("true" in parameters, dealer, 3 if "=3" in parameters else 4)
        while plain.dealing or not (plain.contract or plain.passed_in):
            assert state.is_chance_node() == plain.dealing
            assert state.legal_actions() == plain.legal_actions()
            assert plain.dealing or state.current_player() == plain.player
            assert state.turned == plain.turned
            action = rng.choice(plain.legal_actions())
            state.apply_action(action)
            plain.apply(action)
        assert (state.deal.contract, state.calls) == (plain.contract, plain.calls)
        assert state.deal.places == plain.places
        assert [state.hand(seat) for seat in range(4)] == [plain.hand(seat) for seat in range(4)]
        assert state.is_terminal() == plain.passed_in
        contracts += plain.contract is not None
    assert contracts > 8


def test_copies_of_a_deal_go_their_own_ways() -> None:
    state = played(CONTREE, 1, 5)
    for copied in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert copied.history() == state.history()
        assert copied.observation_tensor(0) == state.observation_tensor(0)
        before = state.observation_tensor(0)
        while not copied.is_terminal():
            copied.apply_action(copied.legal_actions()[0])
        assert any(copied.returns())
        assert state.observation_tensor(0) == before
    play = state.play
    assert play is not None
    history = play.history
    del state, copied
    assert play.history == history  # the play keeps a reference to its deal


def test_calls_of_the_plain_game() -> None:
    state = dealt(PLAIN, 1)
    assert [len(state.dealt_to(seat)) for seat in range(4)] == [5] * 4
    assert state.current_player() == 0
    assert state.legal_actions() == [PASS, TAKE]
    for _ in range(4):
        state.apply_action(PASS)
    others = [FIRST_SUIT + s for s in range(4) if s != state.turned // 8]
    assert state.legal_actions() == [PASS, *others]
    state.apply_action(PASS)
    state.apply_action(others[1])
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.contract == Contract(1, others[1] - FIRST_SUIT)
    assert [state.hand(seat).bit_count() for seat in range(4)] == [8] * 4
    assert state.hand(1) >> state.turned & 1
    assert state.current_player() == 0

    state = dealt(PLAIN, 1)
    for _ in range(8):
        state.apply_action(PASS)
    assert state.is_terminal()
    assert state.returns() == [0.0] * 4


def test_calls_at_contree() -> None:
    def bid(value: int, suit: str) -> int:
        return FIRST_BID + len(VALUES) * SUITS.index(suit) + VALUES.index(value)

    state = dealt(CONTREE, 2)
    for action in (PASS, bid(90, "H")):
        state.apply_action(action)
    assert bid(90, "C") not in state.legal_actions()
    assert {bid(100, "D"), bid(250, "H"), DOUBLE} <= set(state.legal_actions())
    state.apply_action(DOUBLE)
    assert state.legal_actions() == [PASS, REDOUBLE]
    state.apply_action(REDOUBLE)
    assert state.contract == Contract(1, 1, 90, 4)
    assert state.current_player() == 0

    state = dealt(CONTREE, 2)
    for action in (bid(80, "S"), bid(110, "D"), PASS, PASS, PASS):
        assert state.play is None
        state.apply_action(action)
    assert state.contract == Contract(1, 0, 110)


def legal(trumps: str, leads: str, own: str) -> set[str]:
    """Return the cards that the fourth player may play after these."""
    cards = [card(word) for word in leads.split()]
    given = [1 << c for c in cards]
    size = len(own.split())
    pack = [c for c in range(32) if not any(m >> c & 1 for m in (*given, hand(own)))]
    full = []
    for led in given:
        full.append(led | sum(1 << pack.pop() for _ in range(size - 1)))
    play = Play(terms(SUITS.index(trumps)), [*full, hand(own)], size, 0)
    for c in cards:
        play.play(c)
    return {SUITS[c // 8] + RANKS[c % 8] for c in cards_in(play.legal_cards())}


@pytest.mark.parametrize(
    ("trumps", "leads", "own", "expected"),
    [
        # Suit is followed, high or low.
        ("C", "HA H7 H8", "H9 HT S7", "H9 HT"),
        # The first leads and its card stands: seat 3 must trump, as its partner is seat 1.
        ("C", "HA H7 H8", "C7 C8 S7", "C7 C8"),
        # The partner holds the trick: every card is legal.
        ("C", "H7 HA H8", "C7 C8 S7", "C7 C8 S7"),
        # Trumps are led: a higher one must be played, also over the partner's.
        ("C", "C7 CQ C8", "CK CT S7", "CK CT"),
        ("C", "C7 C9 C8", "CK CJ S7", "CJ"),
        ("C", "C7 CJ C8", "CK C9 S7", "CK C9"),
        # An opponent trumped: overtrump if possible, else trump lower.
        ("C", "HA H7 CQ", "CK C7 S7", "CK"),
        ("C", "HA H7 C9", "CK C7 S7", "CK C7"),
        # Neither suit nor trumps.
        ("C", "HA H7 H8", "S7 D7 D8", "S7 D7 D8"),
    ],
)
def test_duties(trumps: str, leads: str, own: str, expected: str) -> None:
    assert legal(trumps, leads, own) == set(expected.split())


@pytest.mark.parametrize(
    ("contract", "points", "belote_side", "expected"),
    [
        (Contract(0, 0), 100, -1, (100, 62)),
        (Contract(0, 0), 100, 0, (120, 62)),
        (Contract(0, 0), 81, -1, (0, 81)),
        (Contract(0, 0), 80, -1, (0, 162)),
        (Contract(0, 0), 75, 0, (95, 87)),
        (Contract(0, 0), 70, 0, (20, 162)),
        (Contract(0, 0), 85, 1, (0, 182)),
        (Contract(0, 0), 252, 0, (272, 0)),
        (Contract(0, 0), -90, 1, (0, 272)),
        (Contract(0, 0), -90, 0, (20, 252)),
    ],
)
def test_scores(
    contract: Contract, points: int, belote_side: int, expected: tuple[int, int]
) -> None:
    assert contract.scores(points, belote_side) == expected


def test_a_deal_has_162_points() -> None:
    for trump in range(4):
        assert sum(points_of(c, trump) for c in range(32)) + 10 == 162
    for seed in range(15):
        state = played(PLAIN, seed, 32)
        assert state.contract is not None
        assert state.play is not None
        own, other = state.contract.scores(state.play.points, -1)
        assert own + other in (162, 252, 81)
        assert sum(state.returns()) == 0


def test_belote_is_known_once_shown() -> None:
    """The first card of the pair tells everybody whether its player holds the other."""
    shown = silent = 0
    for seed in range(100):
        state = played(PLAIN, seed, 20)
        assert state.contract is not None
        assert state.play is not None
        pair = cards_in(belote(state.contract.trump))
        firsts = [s for s, c in state.play.history if c in pair]
        if len(firsts) != 1:
            continue
        seen_by = state.view((firsts[0] + 1) % 4)
        other = next(c for c in pair if c not in [c for _, c in state.play.history])
        if state.hand(firsts[0]) >> other & 1:
            assert seen_by.announced == firsts[0]
            assert seen_by.known(firsts[0]) >> other & 1
            shown += 1
        else:
            assert seen_by.announced == -1
            assert not any(row[firsts[0]] >> other & 1 for row in seen_by.worlds(50, 1).tolist())
            silent += 1
    assert shown > 1
    assert silent > 1


def test_bad_parameters_are_refused_by_name() -> None:
    with pytest.raises(BeloteError, match="dealer=4: expected 0 to 3"):
        pyspiel.load_game("python_belote", {"dealer": 4})
    assert dealt("python_belote(dealer=1)", 1).current_player() == 2


def test_the_rule_player_takes_with_jack_and_nine_and_passes_without_trumps() -> None:
    strong, weak = hand("CJ C9 CA HA S7 C8"), hand("H7 H8 S9 SQ D7 DQ")
    assert worth_as_trumps(strong, 3) > 60
    assert worth_as_trumps(weak, 3) < 20


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_is_not_there_knows_nothing(seat: int) -> None:
    for state in (load_game(PLAIN).new_initial_state(), dealt(PLAIN, 1), played(CONTREE, 1, 3)):
        with pytest.raises(BeloteError, match=rf"seat {seat}: expected 0 \.\. 3"):
            state.view(seat)

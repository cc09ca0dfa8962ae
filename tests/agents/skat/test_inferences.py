"""Descriptions of beliefs and of shown voids, against plain counting."""

import functools
from typing import Any

import numpy as np
import pytest

from vorhand.agents import make
from vorhand.agents.skat.inferences import inferred, shown_by
from vorhand.games.skat.cards import SUIT_NAMES, card_list, card_name
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import (
    FIRST_BID,
    HOLD,
    PASS,
    PICK_UP,
    Phase,
    bid_values,
    rule_action,
    trump_mask,
)
from vorhand.tests.agents.skat.played import GAME, states, view_of


@functools.cache
def played() -> list[tuple[Any, SkatView]]:
    """Return states of the card play, and what the player to move knows."""
    return [(state, view_of(state)) for tricks in (1, 3, 5) for state in states(15, tricks)]


def suit_of(card: int, contract: int) -> int:
    """Return the suit, 0 to 3, or 4 for trumps; null has no trumps."""
    jack = card % 8 == 7
    if contract == 5:
        return card // 8
    return 4 if jack or card // 8 == contract else card // 8


def bids_of(view: SkatView) -> list[str]:
    """Return each seat's highest bid, read off the auction step by step."""
    values, named = bid_values(), 0
    highest, passed = [0, 0, 0], [False] * 3
    for seat, action in view.history:
        if FIRST_BID <= action < PICK_UP:
            named = values[action - FIRST_BID]
        if action == HOLD or FIRST_BID <= action < PICK_UP:
            highest[seat] = named
        passed[seat] |= action == PASS
    return [
        f"bid {most}" if most else "passed" if gone else ""
        for most, gone in zip(highest, passed, strict=True)
    ]


def lacks_of(view: SkatView, seat: int) -> set[tuple[str, str]]:
    """Return the suits that a player has shown void, and whether they discarded without a trump."""
    plays = list(zip(view.players_of_plays, view.plays, strict=True))
    void, threw = set(), False
    for at, (who, card) in enumerate(plays):
        led = suit_of(plays[at - at % 3][1], view.contract)
        followed = suit_of(card, view.contract)
        if who == seat and followed != led:
            void.add(led)
            threw |= led != 4 and followed != 4
    names = {("lacks", SUIT_NAMES[suit]) for suit in void - {4}}
    names |= {("lacks", "trumps")} if 4 in void else set()
    spared = threw and view.contract != 5 and 4 not in void
    return names | ({("spared", "trumps")} if spared else set())


def test_what_players_have_shown() -> None:
    said = set()
    for _, view in played():
        assert view.declaration is not None
        for seat in range(3):
            shown = set(shown_by(view, seat))
            bids = {each for each in shown if each[0] in ("bid", "passed")}
            told = [" ".join(each) if each[0] == "bid" else each[0] for each in bids]
            assert told == [bid for bid in [bids_of(view)[seat]] if bid]
            game = {each for each in shown if each[0] == "declared"}
            expected = [view.declaration.in_words()] if seat == view.soloist else []
            assert [what for _, what in game] == expected
            assert shown - bids - game == lacks_of(view, seat)
            said |= {kind for kind, _ in shown}
    assert said == {"bid", "passed", "declared", "lacks", "spared"}


def test_counting_alone_infers_nothing() -> None:
    uniform = make("belief", "uniform", GAME)
    assert all(inferred(view, uniform) == () for _, view in played()[:40])


def test_cards_are_named_by_what_the_belief_adds() -> None:
    belief, uniform = (make("belief", name, GAME) for name in ("bdci", "uniform"))
    found = 0
    for _, view in played():
        believed, counted = belief.marginals(view), uniform.marginals(view)
        inferences = inferred(view, belief, most=2)
        news = [each.chance - each.counted for each in inferences]
        assert len(news) <= 2
        assert news == sorted(news, reverse=True)
        for each in inferences:
            assert each.chance == believed[each.card, each.place] >= 0.5
            assert each.counted == counted[each.card, each.place] <= each.chance - 0.15
            assert view.possible[each.place] >> each.card & 1
            shown = () if each.place == 3 else tuple(shown_by(view, each.place))
            assert each.because == shown
            assert (": " in str(each)) == bool(shown)
            assert each.to_dict()["text"].startswith(f"{card_name(each.card)} ")
        found += len(news)
        left = (believed - counted)[matter(view)]
        if len(news) < 2 and len(left):  # no other play would win
            where = (believed[matter(view)] >= 0.5) & (left >= 0.15)
            assert where.any(axis=1).sum() == len(news)
    assert found > 20


def matter(view: SkatView) -> list[int]:
    if view.contract == 5:
        return card_list(view.hidden)
    high = trump_mask(view.contract) | sum(0x60 << 8 * suit for suit in range(4))
    return card_list(view.hidden & high)


@pytest.mark.nightly
def test_what_is_said_is_often_true() -> None:
    belief = make("belief", "bdci", GAME)
    right = chances = count = 0.0
    for state, view in played():
        places = [state.deal.hand(seat) for seat in range(3)] + [state.deal.skat]
        for each in inferred(view, belief):
            right += places[each.place] >> each.card & 1
            chances += each.chance
            count += 1
    assert count > 30
    # Cards were played at random, which the networks have not seen: some overconfidence.
    assert right / count == pytest.approx(chances / count, abs=0.25)
    assert right / count > 0.5
    assert np.isfinite(chances)


def test_who_passes_after_the_highest_bid_has_shown_nothing() -> None:
    state = GAME.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    highest = FIRST_BID + len(bid_values()) - 1
    for action in (highest, PASS, PASS, PICK_UP):
        state.apply_action(action)
    while state.deal.phase != Phase.PLAY:
        state.apply_action(rule_action(state.deal))
    view = state.view(state.current_player())
    shown = [list(shown_by(view, seat)) for seat in range(3)]
    assert shown[view.soloist][0] == ("bid", "264")
    # Forehand passed at 264; rearhand had no chance to bid more.
    assert shown == [[("passed", "264")], shown[view.soloist], []]

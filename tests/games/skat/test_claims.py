"""Ending a game before its last card: conceding, showing the hand, and the others' answers."""

import datetime
import itertools
import random
from collections.abc import Iterator
from functools import partial

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.claims import ClaimingBot
from vorhand.games.skat.cards import parse_card
from vorhand.games.skat.claims import answer, offer, rest_is_soloists
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.records import (
    Concession,
    Outcome,
    ShowHand,
    check_record,
    format_record,
    parse_record,
    read_records,
    record_from_state,
    replay,
)
from vorhand.games.skat.view import SkatView
from vorhand.native import skat
from vorhand.native.skat import AGREE, GIVE_UP, LAY_OPEN, PLAY_ON, Phase
from vorhand.tests.games.skat import deals
from vorhand.tests.games.skat.deals import random_action, states_along
from vorhand.tests.games.skat.records.reference import reference_result
from vorhand.tests.games.skat.records.sample import GAMES_FILE
from vorhand.tests.games.skat.test_kontra import CARDS
from vorhand.tests.sizes import sizes

GAME = "python_skat(claims=true)"
NOON = datetime.datetime(2026, 1, 1, 12)

# Forehand plays grand with four jacks and two aces, which middlehand does not know.
SAFE = (
    "deal cards CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT/"
    "CK.CQ.C9.SK.SQ.S9.HK.HQ.H9.DA/DT.DK.DQ.D9.D8.D7.C8.C7.S8.S7/H8.H7"
)


play = partial(deals.play, claims=True, start=SAFE)


def claiming_action(state: SkatState, rng: random.Random) -> int:
    """Return an action as `random_action` does, with few offers, so that most are made late."""
    offers = state.view(state.current_player()).offers if state.current_player() >= 0 else ()
    if offers and rng.random() < 0.05:
        return rng.choice(offers)
    if not offers:
        return random_action(state, rng)
    return rng.choice(state.view(state.current_player()).legal_actions)


def ends(count: int, seed: int, game: str = GAME) -> Iterator[SkatState]:
    rng = random.Random(seed)
    loaded = pyspiel.load_game(game)
    for _ in range(count):
        state = loaded.new_initial_state()
        while not state.is_terminal():
            state.apply_action(claiming_action(state, rng))
        yield state


def test_off_by_default() -> None:
    assert [skat.action_name(a) for a in range(123, 127)] == [
        "give up", "lay open", "agree", "play on",
    ]  # fmt: skip
    for state in ends(5, 1, "python_skat"):
        for earlier in states_along(state):
            assert max(earlier.legal_actions(), default=0) < 123


@pytest.mark.parametrize("count", sizes(150, 500))
def test_deals_are_settled_as_the_server_settles_them(count: int) -> None:
    """Results equal the slow reference of records, and their replay without claims."""
    outcomes, broken_off = set(), 0
    for state in ends(count, 2):
        record = record_from_state(state, players=("a", "b", "c"), time=NOON)
        assert check_record(record) == []
        assert parse_record(format_record(record)) == record
        result = record.result
        assert result == reference_result(record)
        deal = state.deal
        if deal.broken_off_by >= 0:
            broken_off += 1
            assert result.conceded
            conceded = {move.seat for move in record.of_type(Concession)}
            soloist = deal.soloist
            assert conceded in ({soloist}, {0, 1, 2} - {soloist})
            lost = {soloist} == conceded
            outcomes.add((result.outcome, lost))
            assert deal.result().value == result.value
            assert (deal.result().points, deal.result().tricks) == (result.points, result.tricks)
        assert len(record.of_type(ShowHand)) == deal.history.count(LAY_OPEN)
    assert broken_off > count // 8
    assert outcomes >= {(Outcome.WIN, False), (Outcome.LOSS, True)}


def test_conceded_games_of_the_server_end_so_in_the_game() -> None:
    """Moves of records, made as offers and answers, give the recorded values."""
    game, found = pyspiel.load_game(GAME), 0
    for record in read_records(GAMES_FILE):
        if not record.result.conceded or record.result.outcome is Outcome.PENALTY:
            continue
        whole = replay(record)
        state = game.new_initial_state()
        for action in whole.state.history():
            state.apply_action(action)
        soloist = state.deal.soloist
        lost = whole.stopped_by == soloist
        if lost and state.current_player() != soloist:
            continue  # out of turn
        if lost:
            state.apply_action(GIVE_UP)
            if not state.is_terminal():
                state.apply_action(AGREE)
        elif state.current_player() == soloist:
            for action in (LAY_OPEN, AGREE, AGREE):
                state.apply_action(action)
        else:
            for action in (GIVE_UP, AGREE):
                state.apply_action(action)
        assert state.is_terminal()
        assert state.deal.result().value == record.result.value
        found += 1
    assert found >= 3


@pytest.mark.parametrize("count", sizes(16, 60))
def test_what_is_known_and_said(count: int) -> None:
    """The view holds the open offer, the plays and the shown cards, and nothing else."""
    asked = opened = 0
    for state in itertools.chain(
        ends(3 * count // 4, 3),
        ends(count // 4, 4, "python_skat(claims=true,start=play G by 1 cards ?)"),
    ):
        history = state.history()
        along = state.get_game().new_initial_state()
        for action in history:
            along.apply_action(action)
            deal = along.deal
            if deal.phase in (Phase.DEAL, Phase.BIDDING):
                continue
            for player in range(3):
                view = along.view(player)
                assert view.offer == ((deal.offerer, deal.offer) if deal.offer >= 0 else None)
                assert SkatView.from_dict(view.to_dict()) == view
                assert set(view.legal_actions) | set(view.offers) == set(
                    along.legal_actions(player)
                )
                cards = [a for a in view.moves if a < 32]
                assert list(view.plays) == cards
                assert len(view.players_of_plays) == len(cards)
                if deal.lies_open:
                    assert view.open_hand == deal.hand(deal.soloist)
                    assert view.known[deal.soloist] == view.open_hand
            if deal.offer >= 0:
                asked += 1
                assert set(along.legal_actions()) == {AGREE, PLAY_ON}
                assert along.current_player() != deal.offerer
            opened += deal.lies_open
    assert asked > count // 2
    assert opened > count // 4


GRAND = ("pass", "pass", "18", "hand", "grand")


def test_forehand_takes_the_rest() -> None:
    state = play(*GRAND, "lay open")
    assert state.view(1).open_hand == state.deal.hand(0)
    assert "answers" in state.observation_string(1)
    for action in (AGREE, AGREE):
        state.apply_action(action)
    assert state.returns() == [(4 + 1 + 1 + 1 + 1) * 24 + 50, 0, 0]  # schneider and schwarz made
    assert state.deal.result().points == 120


def test_one_defender_who_plays_on_is_enough() -> None:
    for answers in (("play on",), ("agree", "play on")):
        state = play(*GRAND, "lay open", *answers)
        assert state.current_player() == 0
        assert LAY_OPEN not in state.legal_actions()
        assert state.view(2).open_hand
        assert GIVE_UP in state.legal_actions()


def test_a_soloist_who_gives_up_early_asks_nobody_and_is_not_schneider() -> None:
    state = play(*GRAND, "give up")
    assert state.is_terminal()
    assert state.returns() == [-2 * (4 + 1 + 1) * 24 - 50, 40, 40]
    assert play(*GRAND, "give up", scoring="card_points").returns() == [0, 60, 60]


TWO_TRICKS = ("CJ", "CK", "C8", "SJ", "CQ", "C7")


def test_later_one_defender_must_agree() -> None:
    state = play(*GRAND, *TWO_TRICKS, "give up")
    assert state.current_player() == 1
    refused = play(*GRAND, *TWO_TRICKS, "give up", "play on", "play on")
    assert refused.current_player() == 0
    assert GIVE_UP not in refused.legal_actions()
    for answers in (("agree",), ("play on", "agree")):
        over = play(*GRAND, *TWO_TRICKS, "give up", *answers)
        assert over.is_terminal()
        # 14 points: schneider, as the server counts it once a trick is complete.
        assert over.deal.result().points == 2 + 4 + 2 + 3
        assert over.returns()[0] == -2 * (4 + 1 + 1 + 1) * 24 - 50


def test_a_defender_needs_the_other() -> None:
    over = play(*GRAND, "CJ", "give up", "agree")
    assert over.returns()[0] == (4 + 1 + 1 + 1 + 1) * 24 + 50
    state = play(*GRAND, "CJ", "give up", "play on")
    assert state.current_player() == 1
    assert GIVE_UP not in state.legal_actions()
    state.apply_action(parse_card("CK"))
    assert GIVE_UP in state.legal_actions()


def test_null_is_lost_or_made() -> None:
    null = ("pass", "pass", "18", "hand", "null")
    assert play(*null, "give up").returns()[0] == -2 * 35 - 50
    assert play(*null, "lay open", "agree", "agree").returns()[0] == 35 + 50


def test_schwarz_announced_is_played_out_for_card_points() -> None:
    """With card points the game goes on; by game value the defenders' first trick ends it."""
    moves = ("pass", "pass", "18", "hand", "grand schwarz announced", "H7", "HA", "DT")
    assert play(*moves, start=CARDS).is_terminal()
    state = play(*moves, start=CARDS, scoring="card_points")
    assert not state.is_terminal()
    view = state.view(1)
    assert view.deal(view.worlds().slice(0, 1)[0].tolist()).player == 1
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.view(state.current_player()).legal_actions))
    assert state.deal.tricks_played == 10
    assert state.returns()[0] == state.deal.soloist_points + skat.card_points(state.deal.skat)
    assert sum(state.returns()) == 120


def test_who_offers_and_agrees_is_never_wrong() -> None:
    """If a player offers or agrees, the soloist takes the rest in every world."""
    made = agreed = 0
    for state in ends(60, 6):
        for earlier in states_along(state):
            seat = earlier.current_player()
            if seat < 0 or earlier.deal.phase != Phase.PLAY:
                continue
            view = earlier.view(seat)
            if view.offer is not None:
                agreed += answer(view) == AGREE
            elif offer(view) is not None:
                made += 1
                assert rest_is_soloists(view)
                assert takes_rest(earlier, view)
    assert made > 4
    assert agreed > 0


def takes_rest(state: SkatState, view: SkatView) -> bool:
    """Return whether the soloist can force the rest with open cards; True with many cards."""
    if max(state.deal.hand(seat).bit_count() for seat in range(3)) > 3:
        return True
    null = view.contract == 5

    def forced(deal: skat.Deal, done: int) -> bool:
        others = deal.soloist_tricks if null else deal.defender_tricks
        if others > done:
            return False
        if deal.is_over:
            return True
        after = []
        for action in deal.legal_actions():
            if action >= 32:
                continue
            clone = deal.copy()
            clone.apply(action)
            after.append(forced(clone, done))
        return any(after) if deal.player == deal.soloist else all(after)

    deal = state.deal
    return forced(deal.copy(), deal.soloist_tricks if null else deal.defender_tricks)


def test_players_of_cards_meet_claims() -> None:
    """A wrapper makes and answers offers for an agent that knows no claims."""
    state = play(*GRAND)
    bots = [ClaimingBot(make_bot("rule", state.get_game(), seat, 0), seat) for seat in range(3)]
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(bots[seat].step(state))
    assert state.returns()[0] == 8 * 24 + 50

"""Kontra and Re: who may announce them and when, and the value of the game."""

import dataclasses
import itertools
import random
from functools import partial

import pyspiel
import pytest

from vorhand.games.skat.coherence import IncoherentViewError, check_view
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.records import server_line
from vorhand.games.skat.records.settling import result_of
from vorhand.games.skat.score_list import ListedDeal
from vorhand.games.skat.worth import worth_of
from vorhand.native import skat
from vorhand.native.errors import InputError
from vorhand.native.skat import GIVE_UP, KONTRA, LAY_OPEN, NO_RE, RE, Phase
from vorhand.tests.games.skat import deals
from vorhand.tests.games.skat.deals import played_along, random_action
from vorhand.tests.games.skat.knowing import check_known
from vorhand.tests.sizes import sizes

GAME = "python_skat(kontra=true)"
BOTH = "python_skat(kontra=true,claims=true)"
PLAIN = pyspiel.load_game("python_skat(claims=true)")
CARDS = (
    "deal cards CJ.SJ.HJ.DJ.CA.CT.SA.ST.H7.HT/"
    "CK.CQ.C9.SK.SQ.S9.HK.HQ.HA.DA/DT.DK.DQ.D9.D8.D7.C8.C7.S8.S7/H8.H9"
)
play = partial(deals.play, kontra=True, start=CARDS)


def declined_18(pairs: list[tuple[int, int]]) -> set[int]:
    """Return the seats that passed when they were asked for 18, from the calls alone.

    A player who passes was asked for 18 if nobody has said anything higher: there is no bid yet, or
    the last call is another player's 18.
    """
    found = set()
    for number, (seat, action) in enumerate(pairs):
        before = [act for _, act in pairs[:number] if act >= skat.FIRST_BID]
        asked = number > 0 and pairs[number - 1][1] == skat.FIRST_BID
        if action == skat.PASS and (not before or (len(before) == 1 and asked)):
            found.add(seat)
    return found


def may_say_kontra(pairs: list[tuple[int, int]], soloist: int, seat: int) -> bool:
    """Return whether the rules of docs/skat-club-rules.md let the seat to act say Kontra."""
    bidding = [pair for pair in pairs if skat.PASS <= pair[1] < skat.PICK_UP]
    declaration = next(a for _, a in pairs if skat.FIRST_DECLARATION <= a < GIVE_UP)
    start = next(n for n, (_, a) in enumerate(pairs) if a == declaration) + 1
    play = pairs[start:]
    return (
        seat != soloist
        and (declaration - skat.FIRST_DECLARATION) % 4 != 3
        and not any(act in (KONTRA, LAY_OPEN) for _, act in play)
        and not any(who == seat and (act < 32 or act == GIVE_UP) for who, act in play)
        and seat not in declined_18(bidding)
    )


def kontra_action(state: SkatState, rng: random.Random) -> int:
    """Return a random action that seldom ends the deal early and often doubles it."""
    legal = state.legal_actions()
    if KONTRA in legal and rng.random() < 0.4:
        return KONTRA
    offers = {GIVE_UP, LAY_OPEN} & set(legal)
    if offers and rng.random() < 0.05:
        return rng.choice(sorted(offers))
    if state.current_player() < 0 or not offers | {KONTRA} & set(legal):
        return random_action(state, rng)
    return rng.choice([action for action in legal if action < 32])


@pytest.mark.parametrize("count", sizes(40, 3_000))
@pytest.mark.parametrize("name", [GAME, BOTH])
def test_who_may_speak_and_what_it_is_worth(name: str, count: int) -> None:
    """Announcements equal the reference; the value is compared with the deal without Kontra."""
    seen = {1: 0, 2: 0, 4: 0}
    for state in played_along(name, count, 1, kontra_action):
        deal = state.deal
        pairs = [
            (seat, action)
            for seat, action in zip(deal.history_players, deal.history, strict=True)
            if seat < 3
        ]
        legal = state.legal_actions()
        said = [action for _, action in pairs if action >= KONTRA]
        if state.is_terminal():
            factor = 2 ** (said.count(KONTRA) + said.count(RE))
            seen[factor] += 1
            check_value(state, factor)
        elif pairs and pairs[-1][1] == KONTRA:
            assert legal == [RE, NO_RE]
            assert state.current_player() == deal.soloist
        elif deal.phase == Phase.PLAY and deal.offer < 0:
            expected = may_say_kontra(pairs, deal.soloist, state.current_player())
            assert (KONTRA in legal) is expected
            assert not {RE, NO_RE} & set(legal)
        else:
            assert max(legal) < KONTRA
        assert deal.multiplier == 2 ** (said.count(KONTRA) + said.count(RE))
    assert min(seen.values()) >= count // 40


def check_value(state: SkatState, factor: int) -> None:
    """Compare a finished deal with the same one without Kontra."""
    plain = PLAIN.new_initial_state()
    for action in state.history():
        if action < KONTRA:
            plain.apply_action(action)
    assert plain.is_terminal()
    ours, other = state.deal.result(), plain.deal.result()
    if ours.soloist < 0:
        assert state.returns() == [0, 0, 0]
        return
    assert (ours.value, ours.multiplier, other.multiplier) == (factor * other.value, factor, 1)
    names = ("won", "points", "tricks", "overbid", "matadors", "schneider", "schwarz", "bid")
    for name in names:
        assert getattr(ours, name) == getattr(other, name)
    extra = ours.value - other.value
    added = [a - b for a, b in zip(state.returns(), plain.returns(), strict=True)]
    assert added == [extra if seat == ours.soloist else 0 for seat in range(3)]
    mine, theirs = worth_of(ours), worth_of(other)
    assert (mine.value, mine.counts, mine.steps) == (theirs.value, theirs.counts, theirs.steps)
    assert mine.multiplier == factor
    listed = ListedDeal.of(("a", "b", "c"), state.deal, result_of(state.deal))
    assert listed.value == ours.value


@pytest.mark.parametrize("scoring", ["zero_sum", "game_value", "card_points"])
def test_other_scorings(scoring: str) -> None:
    lost = play(*HELD[:-1], "diamonds", "CJ", "kontra", "re", scoring=scoring)
    rng = random.Random(1)
    while not lost.is_terminal():
        lost.apply_action(rng.choice(lost.legal_actions()))
    value, points = lost.deal.result().value, lost.deal.result().points
    assert value % 4 == 0
    own, other = {
        "zero_sum": (value, -value / 2),
        "game_value": (value, 0),
        "card_points": (points, (120 - points) / 2),
    }[scoring]
    assert lost.returns() == [own, other, other]
    game = lost.get_game()
    assert game.min_utility() <= min(lost.returns())
    assert max(lost.returns()) <= game.max_utility()


HELD = ("18", "hold", "pass", "pass", "hand", "grand")


def test_a_defender_who_bid_says_kontra_before_their_first_card() -> None:
    state = play(*HELD, "CJ")
    assert state.legal_actions()[-1] == KONTRA
    assert state.view(1).offers == (KONTRA,)
    state.apply_action(KONTRA)
    assert state.current_player() == 0
    assert state.view(0).offer == (1, KONTRA)
    assert "kontra" in state.observation_string(2)
    state.apply_action(NO_RE)
    assert (state.current_player(), state.deal.multiplier) == (1, 2)
    assert KONTRA not in state.legal_actions()
    late = play(*HELD, "CJ", "CK", "C7", "SJ")
    assert KONTRA not in late.legal_actions()


def test_who_declined_18_is_silent() -> None:
    state = play(*HELD, "CJ", "CK")
    assert state.current_player() == 2
    assert KONTRA in state.legal_actions()  # rearhand could only have said 20
    state = play("pass", "pass", "18", "hand", "grand", "CJ")
    assert KONTRA not in state.legal_actions()
    state = play("18", "pass", "pass", "hand", "diamonds", "CJ")  # forehand declined 18
    assert KONTRA not in play("18", "pass", "pass", "hand", "diamonds").legal_actions()


def test_ouvert_and_a_hand_laid_open_cannot_be_doubled() -> None:
    assert KONTRA not in play(*HELD[:-1], "null ouvert", "CJ").legal_actions()
    opened = play(*HELD, "lay open", "play on", "CJ", claims=True)
    assert KONTRA not in opened.legal_actions()
    assert KONTRA not in play(*HELD, "CJ", "give up", "play on", claims=True).legal_actions()


def test_a_broken_off_game_counts_double() -> None:
    plain = play(*HELD, "CJ", "give up", "agree", claims=True).deal.result()
    doubled = play(*HELD, "CJ", "kontra", "re", "give up", "agree", claims=True).deal.result()
    assert doubled.value == 4 * plain.value


@pytest.mark.parametrize("count", sizes(6, 300))
def test_what_is_known_and_written(count: int) -> None:
    """Everything keeps Kontra; records and games without it refuse it by name."""
    asked = 0
    for state in played_along(BOTH, count, 3, kontra_action):
        deal = state.deal
        if deal.phase not in (Phase.PLAY, Phase.OVER):
            continue
        check_known(state, claims=True, kontra=True)
        if not deal.is_over:
            view = state.view(deal.player)
            if deal.multiplier > 1 or view.offers:
                with pytest.raises(IncoherentViewError):
                    check_view(view, claims=not view.offers, kontra=False)
            asked += deal.offer == KONTRA
        if deal.is_over and deal.multiplier > 1:
            with pytest.raises(InputError, match="no Kontra"):
                server_line(state, "abc", 1, 1)
    assert asked > 0


def test_coherent_views_alone_are_accepted() -> None:
    """A Kontra by a seat that declined 18, or one that comes too late, is refused."""
    view = play(*HELD, "CJ", "kontra", "re").view(1)
    check_view(view, kontra=True)
    for seat, at in itertools.product(range(3), range(len(view.moves) - 2)):
        moves, movers = list(view.moves), list(view.movers)
        del moves[-2:], movers[-2:]
        moves[at:at], movers[at:at] = [KONTRA, RE], [seat, 0]
        wrong = dataclasses.replace(view, moves=bytes(moves), movers=bytes(movers))
        with pytest.raises(IncoherentViewError):
            check_view(wrong, kontra=True)

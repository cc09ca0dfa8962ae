"""OpenSpiel's Tarok: rules and values against its states, worlds against enumeration."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from scipy import stats

from vorhand.agents.generic.views import ResamplingError
from vorhand.agents.registry import make, make_bot
from vorhand.evaluation.arena.game_loop import MatchError
from vorhand.evaluation.arena.match import Match, play_deal
from vorhand.games.card_sets import cards_in
from vorhand.games.chance import first_state
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.rules import PUT_AWAY
from vorhand.games.openspiel_tricks.tarok import TarokContract
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.games.openspiel_tricks.tarok_world import world
from vorhand.games.openspiel_tricks.view import HIDDEN
from vorhand.native.tricks import Layouts, Payoffs, Play, TarokGift, TarokTerms, Terms
from vorhand.tests.games.openspiel_tricks import tarok_endings as endings
from vorhand.tests.games.openspiel_tricks.tarok_endings import KLOP, PHASE, begun
from vorhand.tests.games.openspiel_tricks.tarok_reference import Table
from vorhand.tests.games.plain_search import minimax_of_moves
from vorhand.tests.games.trick_games import splits
from vorhand.tests.sizes import LEAST_P, sizes


def random_action(state: pyspiel.State, rng: random.Random, most: int) -> int:
    """Return a legal action, but no bid above `most` if there is another."""
    legal: list[int] = state.legal_actions()
    if state.current_game_phase() == PHASE.BIDDING:
        legal = [action for action in legal if action <= most] or legal
    return rng.choice(legal)


def deals(count: int) -> Iterator[tuple[int, pyspiel.State, random.Random, int]]:
    """Yield a seed, the number of players (3 or 4), a random generator and the highest bid."""
    for seed in range(count):
        rng = random.Random(seed)
        yield (
            seed,
            begun(seed, rng.choice((3, 4))),
            rng,
            rng.choice((0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)),
        )


def test_rules_are_those_of_openspiel() -> None:
    """The slow reference and the engine agree with OpenSpiel in all contracts, to the last card."""
    played: Counter[int] = Counter()
    for seed, state, rng, most in deals(70):
        table: Table | None = None
        while not state.is_terminal():
            if state.current_game_phase() == PHASE.TRICKS_PLAYING:
                view = TarokView.of(state, state.current_player())
                assert view.play is not None
                assert view.called is not None
                if table is None:
                    hands = [state.player_cards(s) for s in range(state.num_players())]
                    table = Table(view.called.bid, tuple(map(tuple, hands)), view.player)
                    played[table.bid] += 1
                assert view.play.player == table.player == view.player
                assert sorted(table.legal()) == state.legal_actions(), seed
                assert view.play.legal_cards() == sum(1 << c for c in table.legal()), seed
            action = random_action(state, rng, most)
            table = table and table.after(action)
            state.apply_action(action)
    assert set(played) >= {1, 2, 3, 4, 5, 6, 7, 8, 9, 12}


def assert_values_of_minimax(deal: endings.Deal) -> list[float]:
    """Compare the values of all moves with plain minimax over OpenSpiel's states."""
    state, seat = deal.state, deal.state.current_player()
    view = TarokView.of(state, seat)
    open_hand = make("evaluator", "open_hand", load_game(view.table), 1)
    found: list[float] = open_hand(view, deal.as_it_lies(), view.legal_actions).worth[0].tolist()
    expected = minimax_of_moves(state, deal.friends(seat), deal.worth(seat))
    assert found == expected, (str(state.get_game()), state.history())
    return found


@pytest.mark.extended
def test_open_hand_values_are_those_of_minimax() -> None:
    compared: Counter[int] = Counter()
    special: Counter[str] = Counter()
    for seed in range(int(os.environ.get("VORHAND_ENDINGS", "300"))):
        rng = random.Random(seed)
        seats = rng.choice((3, 4))
        state = endings.begun(rng.randrange(1 << 30), seats)
        deal = endings.to_the_cards(state, rng, rng.choice(endings.bids(seats)))
        if not endings.play_down(deal, rng, rng.choice((1, 2, 2, 3 if seats == 3 else 2))):
            continue
        values = assert_values_of_minimax(deal)
        compared[deal.bid] += 1
        special["king"] += deal.king_in_talon
        special["partner"] += len(deal.side) == 2
        special["nothing at klop"] += deal.bid == KLOP and 0 in values
        special["klop won or lost"] += deal.bid == KLOP and max(map(abs, values)) == 70
    print(f"{sum(compared.values()):,} endings compared: {dict(compared)}, {dict(special)}")
    assert sum(compared.values()) > 225
    assert all(compared[bid] > 4 for bid in (1, 2, 3, 4, 5, 6, 7, 9))
    assert all(special[name] > 4 for name in special)


KLOPS = {
    "tarok(players=4,rng_seed=771255100)": (
        "0 0 0 0 1 15 19 21 17 23 26 24 28 30 36 16 37 9 12 13 14 45 44 41 39 43 38 40 11 27 "
        "6 8 4 50 48 7 53 33 31 0 32 52 5 34 20",
        {1: -34, 3: 0},
    ),
    "tarok(players=4,rng_seed=851473600)": (
        "0 0 0 0 1 8 18 5 19 42 38 45 39 36 2 35 31 48 49 51 3 14 15 17 9 22 23 28 25 11 13 0 "
        "12 43 41 40 16 26 27 24 10 30 34 6 33",
        {47: -17, 53: 0},
    ),
    "tarok(players=3,rng_seed=851473600)": (
        "0 0 0 1 23 26 27 50 51 53 5 19 20 18 16 17 12 15 2 47 49 3 30 34 35 33 31 36 39 42 45 "
        "9 11 13 41 40 6 48 0 4 7 14 22 28 24 8 38",
        {25: 0, 29: -19},
    ),
}
"""Games, moves, and the values of the next ones by an exhaustive search of OpenSpiel's returns."""


@pytest.mark.parametrize("name", KLOPS)
def test_at_klop_nothing_counts_beside_seventy(name: str) -> None:
    """If another player ends with 70 points, won or lost, OpenSpiel gives the player 0."""
    moves, values = KLOPS[name]
    state = load_game(name).new_initial_state()
    for move in moves.split():
        state.apply_action(int(move))
    seat = state.current_player()
    assert TarokView.of(state, seat).possible_worlds == 1
    found = assert_values_of_minimax(endings.Deal(state, KLOP, frozenset()))
    assert dict(zip(state.legal_actions(), found, strict=True)) == values
    bot = make_bot("pimc", load_game(TarokView.of(state, seat).table), seat, 1)
    assert bot.step(state) == max(values, key=lambda move: values[move])


def test_a_view_tells_nothing_that_openspiel_does_not() -> None:
    """A view holds only what OpenSpiel shows, except the open talon; it holds no seed."""
    for seed, state, rng, most in deals(25):
        while not state.is_terminal():
            player = state.current_player()
            view = TarokView.of(state, player)
            held = view.first_hand & ~view.played(player)
            assert held == sum(1 << card for card in state.player_cards(player)), seed
            text = state.information_state_string(player).replace("d", "-1").replace(";", ",")
            told = [int(word) for word in text.split(",") if word]
            told += [card for some in state.talon_sets() for card in some]
            told += [0] * 3  # passes
            assert {card for who, card in view.moves if who < 0} <= {*told, HIDDEN}
            assert "seed" not in view.table
            state.apply_action(random_action(state, rng, most))


@pytest.mark.parametrize("count", sizes(8, 20))
def test_no_view_tells_other_hands_or_what_was_put_away_face_down(count: int) -> None:
    """Views hide the deal, the talon and the declarer's discards from all seats, at every turn."""
    hidden, shown = 0, 0
    for seed, state, rng, most in deals(count):
        away: dict[int, tuple[int, int]] = {}
        seats, exchanged = state.num_players(), False
        while not state.is_terminal():
            player, now = state.current_player(), state.current_game_phase() == PHASE.TALON_EXCHANGE
            action = random_action(state, rng, most)
            if now and exchanged:  # the first player chooses a set of the talon
                away[54 + sum(move.player >= 0 for move in state.full_history())] = player, action
            exchanged = exchanged or now
            state.apply_action(action)
            for seat in range(seats) if not state.is_terminal() else ():
                view = TarokView.of(state, seat)
                told = [i // (48 // seats) for i in range(48) if view.moves[i][1] != HIDDEN]
                assert told == [seat] * (48 // seats), seed
                open_talon = sum(card != HIDDEN for _, card in view.moves[48:54])
                tricks = len(view.play.history) // seats if view.play else 0
                klop = view.called is not None and view.called.bid == KLOP
                choosing = state.current_game_phase() == PHASE.TALON_EXCHANGE
                most_open = 6 if exchanged or choosing else min(6, tricks) if klop else 0
                assert open_talon <= most_open, seed
                for i, (who, card) in away.items():
                    seen = card if seat == who or card < 22 else HIDDEN
                    assert view.moves[i] == (who, seen), (seed, seat, i)
                    hidden, shown = hidden + (seen == HIDDEN), shown + (seen != HIDDEN)
    assert min(hidden, shown) > count


def late(seed: int) -> TarokView | None:
    """Return a view with few cards in hand, after random play that may keep the taroks."""
    rng = random.Random(seed)
    state = begun(seed, 3 + seed % 2)
    most = rng.choice((0, 2, 3, 4, 9))
    size = rng.choice((2, 3))
    while not state.is_terminal():
        if state.current_game_phase() == PHASE.TRICKS_PLAYING:
            player = state.current_player()
            if len(state.player_cards(player)) <= size:
                return TarokView.of(state, player)
        keeps = seed % 3 == 0 and state.current_game_phase() == PHASE.TRICKS_PLAYING
        action = max(state.legal_actions()) if keeps else random_action(state, rng, most)
        state.apply_action(action)
    return None


def enumerated(view: TarokView, most: int = 500) -> Counter[tuple[int, ...]] | None:
    """Count hands over all deals in which every observed move is legal; None if too many.

    Each choice of hidden discards counts once.
    """
    if view.possible_worlds > most:
        return None
    calls = view.tarok.called(view.moves)
    assert calls[0] is not None
    assert view.contract is not None
    start = len(view.moves) - sum(view.played(s).bit_count() for s in range(view.tarok.seats))
    cards = {c for i, (_, c) in enumerate(view.moves) if c != HIDDEN and (i < 54 or i >= start)}
    cards |= {c for i, (_, c) in enumerate(view.moves) if c >= 0 and view.slots.get(i) == PUT_AWAY}
    others = [s for s in range(view.tarok.seats) if s != view.player]
    taken = view._taken()
    declarer = calls[0].declarer
    loose = [c for c in range(54) if c not in cards or (taken >> c & 1 and declarer != view.player)]
    played = [view.played(s) for s in range(view.tarok.seats)]
    public = {c for i, (_, c) in enumerate(view.moves) if view.slots.get(i) == PUT_AWAY and i >= 54}
    loose = [c for c in loose if c not in public and not any(p >> c & 1 for p in played)]
    rooms = {s: view.tarok.cards - played[s].bit_count() for s in others}
    found: Counter[tuple[int, ...]] = Counter()
    if len(loose) > 8:
        return None
    for split in splits(loose, [rooms[s] for s in others]):
        hands = {s: tuple(cards_in(hand)) for s, hand in zip(others, split, strict=True)}
        hands[view.player] = tuple(cards_in(view.first_hand & ~played[view.player]))
        rest = tuple(c for c in loose if not any(hand >> c & 1 for hand in split))
        if _might_have_been(view, hands, rest, start):
            found[tuple(sum(1 << c for c in hands[s]) for s in range(view.tarok.seats))] += 1
    return found


def _might_have_been(
    view: TarokView, hands: dict[int, tuple[int, ...]], rest: tuple[int, ...], start: int
) -> bool:
    """Return whether a deal with these hands, and the rest put away or in the talon, agrees."""
    called, exchange = view.tarok.called(view.moves)
    assert called is not None
    seats = view.tarok.seats
    before = {s: [*hands[s], *cards_in(view.played(s))] for s in range(seats)}
    away = [card for _, card in view.moves[exchange + 1 : start]]
    taken = cards_in(view._taken())
    if taken:
        hidden = list(rest)
        if any(card < 22 for card in hidden) or len(hidden) != away.count(HIDDEN):
            return False
        hand = before[called.declarer] + hidden + [card for card in away if card != HIDDEN]
        if not set(taken) <= set(hand):
            return False
        dealt = [card for card in hand if card not in taken]
        unseen = iter(hidden)
        for card in away:
            out = next(unseen) if card == HIDDEN else card
            free = [c for c in hand if c >= 22 and c not in endings.KINGS]
            free = free or [c for c in hand if c < 22 and c not in endings.SPECIAL]
            if out not in free:
                return False
            hand = [c for c in hand if c != out]
        owned = {**before, called.declarer: dealt}
    else:
        owned = before
    if any(min(owned[s]) >= 22 for s in range(seats)):
        return False
    assert view.contract is not None
    hands_before = tuple(tuple(before[s]) for s in range(seats))
    table = Table(called.bid, hands_before, view.contract.leader)
    for _, card in view.moves[start:]:
        if card not in table.legal():
            return False
        table = table.after(card)
    return True


@pytest.mark.parametrize("count", sizes(20, 40))
def test_worlds_late_in_the_play_are_all_there_are(count: int) -> None:
    compared, talon = 0, 0
    for seed in range(count):
        view = late(seed)
        expected = enumerated(view) if view is not None else None
        if view is None or expected is None:
            continue
        rows = Counter(tuple(row) for row in view.worlds(100_000, seed).tolist())
        assert rows == expected, seed
        assert sum(rows.values()) == view.possible_worlds
        compared += 1
        talon += PUT_AWAY in view.placing.places and view.placing.room[-1] > 0
    assert compared > count // 5
    assert talon > count // 20


def test_who_has_shown_no_tarok_holds_one() -> None:
    """In every sampled world, each of these players holds a tarok."""
    fewer = 0
    for seed in range(60):
        view = late(seed)
        if view is None or not 1 < view.possible_worlds < 3000:
            continue
        rows = view.worlds(3000, seed)
        other = replace(view, partner=view.partner)
        other.__dict__["placing"] = replace(view.placing, needing=(0, 1))
        seats = view.placing.places
        hidden = np.uint64(view.placing.hidden & ((1 << 22) - 1))
        kept = ((rows[:, seats[0]] & hidden) != 0) & ((rows[:, seats[1]] & hidden) != 0)
        expected = Counter(map(tuple, rows[kept].tolist()))
        assert Counter(map(tuple, other.worlds(3000, seed).tolist())) == expected
        assert other.possible_worlds == sum(expected.values())
        fewer += 0 < len(expected) < len(rows)
    assert fewer > 2


@pytest.mark.parametrize("count", sizes(40, 120))
def test_worlds_of_given_layouts_are_drawn_from_these(count: int) -> None:
    tried = 0
    for seed in range(count):
        view = late(seed)
        if view is None or view.layouts().size < 2:
            continue
        layouts = view.layouts()
        facts = view.placing
        card = facts.hidden & -facts.hidden
        there = next(k for k, cards in enumerate(facts.possible) if cards & card)
        possible = tuple(c if k == there else c & ~card for k, c in enumerate(facts.possible))
        narrow = Layouts(facts.hidden, possible, facts.room)
        if narrow.size in (0, layouts.size) or layouts.size > 50_000:
            continue
        whole = set(map(tuple, view.worlds(100_000, seed).tolist()))
        rows = set(map(tuple, view.worlds(100_000, seed, narrow).tolist()))
        assert rows <= whole
        assert len(rows) <= narrow.size
        tried += 1
    assert tried > count // 40


@pytest.mark.extended
def test_worlds_are_drawn_evenly() -> None:
    view = next(v for v in map(late, range(200)) if v is not None and 20 < v.possible_worlds < 80)
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(1000):
        drawn[tuple(view.worlds(1, seed)[0].tolist())] += 1
    counts = [*drawn.values(), *([0] * (view.possible_worlds - len(drawn)))]
    assert stats.chisquare(counts).pvalue > LEAST_P


def test_worlds_from_the_first_bid_on() -> None:
    """With four players there are more than 2^63 worlds; they can be drawn too."""
    for seats, least in ((3, 10**15), (4, 10**22)):
        state = begun(5, seats)
        view = TarokView.of(state, state.current_player())
        assert least < view.possible_worlds < 3 * least
        rows = view.worlds(50, 1)
        assert rows.shape == (50, seats)
        assert all(bin(hand).count("1") == 48 // seats for hand in rows.ravel().tolist())
        assert (np.bitwise_or.reduce(rows, axis=1) != 0).all()
        assert ((rows & np.uint64((1 << 22) - 1)) != 0).all()


def test_the_partner_who_holds_the_king_that_was_called_is_another_in_each_world() -> None:
    for seed in range(200):
        state, rng = begun(seed, 4), random.Random(seed)
        while state.current_game_phase() != PHASE.TRICKS_PLAYING:
            state.apply_action(random_action(state, rng, 4))
        view = TarokView.of(state, state.current_player())
        called = view.called
        assert called is not None
        if called.bid == KLOP or called.king < 0 or called.partner != -2:
            continue
        rows = view.worlds(200, seed)
        partners = view.partners(rows)
        for row, partner in zip(rows.tolist(), partners.tolist(), strict=True):
            holder = next(seat for seat, hand in enumerate(row) if hand >> called.king & 1)
            assert partner == (-1 if holder == called.declarer else holder)
        assert len(set(partners.tolist())) > 1
        return
    raise AssertionError("nobody called a king that lay hidden")


def test_a_match_deals_the_same_in_all_seatings_and_by_its_seed() -> None:
    match = Match.create("tarok(players=3)", ["first", "first", "first"], seed=7)
    hands = [
        {state.information_state_string(0).partition(";")[0] for state in play_deal(match, deal)}
        for deal in (0, 1, 1)
    ]
    assert [len(texts) for texts in hands] == [1, 1, 1]
    assert hands[0] != hands[1] == hands[2]
    with pytest.raises(MatchError, match="sets its seed"):
        Match.create("tarok(rng_seed=3)", ["first"] * 3)


def test_hidden_chances_follow_from_a_seed_where_they_can() -> None:
    def hand(seed: int) -> str:
        state = first_state(load_game("tarok(players=3)"), seed)
        state.apply_action(0)
        return str(state.information_state_string(0))

    assert hand(5) == hand(5) == hand(5 + 2**31)
    assert hand(5) != hand(6)
    assert str(first_state(load_game("kuhn_poker"), 5).get_game()) == "kuhn_poker()"


def test_worlds_for_searches_are_played_as_openspiel_plays() -> None:
    """Legal cards, the end and the returns are compared, from the true hands."""
    compared: Counter[int] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        seats = rng.choice((3, 4))
        bid = rng.choice(endings.bids(seats))
        deal = endings.to_the_cards(endings.begun(seed, seats), rng, bid)
        state = deal.state
        # At klop all cards of the talon have been given after six tricks.
        if not endings.play_down(deal, rng, rng.randrange(2, 48 // seats - 6 + 1)):
            continue
        view = TarokView.of(state, state.current_player())
        partners = deal.side - {view.called.declarer} if view.called else frozenset()
        view = view.assuming(next(iter(partners), -1))
        assert view.play is not None
        assert isinstance(view.contract, TarokContract)
        found: pyspiel.State = world(view.contract, view.play, deal.as_it_lies().rows[0].tolist())
        while not state.is_terminal():
            found = found.clone()
            assert found.current_player() == state.current_player()
            assert found.legal_actions() == state.legal_actions()
            action = rng.choice(state.legal_actions())
            found.apply_action(action)
            state.apply_action(action)
        assert found.is_terminal()
        expected = [deal.worth(seat)(state.returns()) for seat in range(seats)]
        assert found.returns() == expected, seed
        compared[deal.bid] += 1
    assert sum(compared.values()) > 20


@pytest.mark.parametrize("spec", ["mcts(simulations=5)", "ismcts(simulations=5)"])
def test_searches_of_openspiel_play_cards_over_worlds(spec: str) -> None:
    state = begun(4, 3)
    game = load_game("tarok(players=3)")
    bots = [make_bot(spec if seat == 1 else "first", game, seat, 1) for seat in range(3)]
    while not state.is_terminal():
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_search_that_also_calls_is_refused() -> None:
    state = begun(4, 3)
    player = state.current_player()
    bot = make_bot("openspiel:ismcts", load_game("tarok(players=3)"), player, 1)
    with pytest.raises(ResamplingError, match="before the card play"):
        bot.step(state)


def test_terms_that_do_not_fit_are_refused() -> None:
    suits = [[0, 1, 2, 3], [4, 5, 6, 7]]
    common: dict[str, Any] = {"seats": 3, "suits": suits, "trump": 0}

    def made(tarok: Mapping[str, Any] | None = None, **more: Any) -> None:
        terms = Terms(**common, **more, tarok=TarokTerms(**(tarok or {})))
        Play(terms, [0, 0, 0], 2, 0)

    rows = Payoffs(rows=[[0] * 9] * 3)
    made({"emperor": 0b1011}, payoffs=rows)
    gift = TarokGift(card=0, points=0, worth=0, last=1001, earlier=0)
    refused: dict[str, dict[str, Any]] = {
        "rows of all tricks": {"payoffs": Payoffs(rows=rows.rows[:2])},
        "rising or falling": {"payoffs": Payoffs(rows=[[0, 1, 0, *[0] * 6]] * 3)},
        "expected payoffs too": {"tarok": {"last_cards": [(0, 10)]}},
        "three cards": {"tarok": {"emperor": 0b11}},
        "not one of the pack": {"payoffs": rows, "tarok": {"last_cards": [(9, 10)]}},
        "fined": {"payoffs": rows, "tarok": {"emperor": 0b1011, "fined": (3, 20)}},
        "begin": {"payoffs": rows, "tarok": {"begin": -1}},
        "worth -10 of a card": {"payoffs": rows, "tarok": {"last_cards": [(0, -10)]}},
        "worth 70000 of a card": {
            "payoffs": rows,
            "tarok": {"emperor": 0b1011, "fined": (0, 70_000)},
        },
        "worth 1001 of a card": {"payoffs": rows, "tarok": {"gift": gift}},
        "number of a suit": {"tarok": {"obliged": 2}},
        "no worths": {"payoffs": rows, "last_points": 1},
        "duties": {"tarok": {"must_beat": True}},
    }
    for text, more in refused.items():
        with pytest.raises(ValueError, match=text):
            made(**more)

"""Kermit's evaluation and its search before the card play, against plain counting."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import KINDS
from vorhand.evaluation.training.skat.card_location.corpus import DEAL
from vorhand.games.skat.auction import highest_bids
from vorhand.games.skat.cards import card_list, card_set
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT
from vorhand.native import fitted
from vorhand.native.skat import PASS, Deal, Phase, bid_values, matadors, outlook, rule_action
from vorhand.native.skat_kermit import GameWorth, Kermit, games, lessons, row_counts, rows
from vorhand.native.skat_monte_carlo import Player
from vorhand.tests.native.skat_policy_reference import worth
from vorhand.tests.native.skat_reference import CONTRACTS, PACK, winner
from vorhand.tests.sizes import large, sizes

Way: TypeAlias = tuple[int, int, bool, int, int, float, float]
Scored: TypeAlias = tuple[float, float, int]

CONTENT = fitted.read("game_worth.bin")
COLUMNS, KNOTS = 16, 17  # constants of the file, under its names
SHIPPED = GameWorth(CONTENT)
TYPES = [(c, False) for c in range(6)] + [(NULL, True)]
ALL = (1 << 32) - 1
CHANCE_MOVES = 3  # number of chance in Deal.history_players
NULL_ORDER = [0, 1, 2, 5, 6, 3, 7, 4]  # ranks of 7 8 9 Q K T A J in null


def nets(content: bytes) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return rows, weights and curves by kind of game, as stored in a file."""
    numbers = np.frombuffer(content, "<i2").astype(int)
    parts = []
    for size in row_counts():
        ends = np.cumsum([size * COLUMNS, 3 * COLUMNS, 3 * KNOTS])
        table, weights, curves, numbers = np.split(numbers, ends)
        parts.append(
            (table.reshape(-1, COLUMNS), weights.reshape(3, COLUMNS), curves.reshape(3, KNOTS))
        )
    return parts


NETS = nets(CONTENT)


def bent() -> bytes:
    """Return the file with steep curves that rise by odd steps."""
    rng = np.random.default_rng(9)
    parts = []
    for table, weights, _ in NETS:
        curves = np.cumsum(rng.integers(0, 500, (3, KNOTS)), axis=1) - 4000
        parts += [part.astype("<i2").tobytes() for part in (table, weights, curves)]
    return b"".join(parts)


BENT_CONTENT = bent()
BENT = GameWorth(BENT_CONTENT)


def test_other_curves_take_the_place_of_the_files() -> None:
    curves = b"".join(part[2].astype("<i2").tobytes() for part in nets(BENT_CONTENT))
    assert len(curves) == 2 * 4 * 3 * KNOTS
    mixed = GameWorth(CONTENT, curves)
    rng = random.Random(11)
    for contract, ouvert in TYPES:
        pack = [card_set(rng.sample(range(32), 12)) for _ in range(20)]
        hands = np.array([card_set(card_list(twelve)[2:]) for twelve in pack], np.uint32)
        away = np.array(pack, np.uint32) & ~hands
        setting = (contract, ouvert, hands, away, 1, (18, 0))
        assert np.array_equal(mixed.chances(*setting), BENT.chances(*setting))
        assert not np.array_equal(mixed.chances(*setting), SHIPPED.chances(*setting))
    for wrong in (curves[2:], curves + curves, b""):
        with pytest.raises(ValueError, match="curves of chances: .* bytes, expected 408"):
            GameWorth(CONTENT, wrong)


def kind_of(contract: int, ouvert: bool) -> int:
    return 0 if contract < GRAND else 1 if contract == GRAND else 2 + ouvert


def bid_row(value: int, contract: int) -> int:
    """Return the class of a bid: its size, and the game that it suggests; 0 if there is none."""
    if not value:
        return 0
    size = (value > 24) + (value > 40)
    base = next((b for b in (12, 11, 10, 9) if value % b == 0), 0)
    if not base:
        return 1 + 4 * size + 3
    if value % 24 == 0:
        return 1 + 4 * size + 2
    return 1 + 4 * size + (contract >= GRAND or base != 9 + contract)


def reference_rows(
    contract: int, ouvert: bool, hand: int, away: int, seat: int, bids: tuple[int, int], h: bool
) -> set[tuple[str, int]]:
    """Return features by name and number, those of each suit by card."""
    found = [("setting", 2 * seat + h)]
    found += [("left", bid_row(bids[0], contract)), ("right", bid_row(bids[1], contract))]
    cards, gone = card_list(hand), card_list(away)
    jacks = sum(1 << c // 8 for c in cards if c % 8 == 7)
    by_suit = [[c % 8 for c in cards if c // 8 == s] for s in range(4)]
    gone_by_suit = [[c % 8 for c in gone if c // 8 == s] for s in range(4)]
    if contract == NULL:
        gaps = []
        for s in range(4):
            held = sorted(NULL_ORDER[r] for r in by_suit[s])
            found.append(("side", sum(1 << r for r in held)))
            others = [r for r in range(8) if r not in held]
            # The i-th lowest is safe while the i-th lowest of the others lies above it.
            gaps.append(sum(o < m for m, o in zip(held, others, strict=False)))
            if gone_by_suit[s]:
                found.append(("away", sum(1 << NULL_ORDER[r] for r in gone_by_suit[s])))
        found.append(("counts", 17 * sum(g > 0 for g in gaps) + sum(gaps)))
        return set(found) | {("n", len(found))}
    aces = losers = tens = 0
    for s in range(4):
        plain = [r for r in by_suit[s] if r != 7]
        if s == contract:
            found.append(("trumps", 128 * jacks + sum(1 << r for r in plain)))
            continue
        found.append(("side", sum(1 << r for r in plain)))
        aces += 6 in plain
        tens += 6 in plain and 5 in plain
        losers += len(plain) - (6 in plain) - (6 in plain and 5 in plain)
        lost = [r for r in gone_by_suit[s] if r != 7]
        if lost:
            found.append(("away", sum(1 << r for r in lost)))
    jacks_away = sum(c % 8 == 7 for c in gone)
    if contract == GRAND:
        found += [("trumps", jacks), ("away trumps", jacks_away)]
        found.append(("counts", 25 * jacks.bit_count() + 5 * aces + tens))
    else:
        plain_away = sum(1 << r for r in gone_by_suit[contract] if r != 7)
        if plain_away or jacks_away:
            found.append(("away trumps", plain_away + 128 * (jacks_away > 0)))
        length = jacks.bit_count() + sum(r != 7 for r in by_suit[contract])
        found.append(("counts", 12 * length + losers))
    return set(found) | {("n", len(found))}


SIZES = {"suit": (2048, 128, 256, 144), "grand": (16, 128, 3, 125), "null": (0, 256, 0, 85)}


def named(contract: int, numbers: list[int]) -> set[tuple[str, int]]:
    """Return such names and numbers for the row numbers of the compiled core."""
    trumps, side, away, counts = SIZES[
        "suit" if contract < GRAND else "grand" if contract == GRAND else "null"
    ]
    parts = (
        ("trumps", trumps),
        ("side", side),
        ("away trumps", away),
        ("away", side),
        ("counts", counts),
        ("setting", 6),
        ("left", 13),
        ("right", 13),
    )
    starts = list(itertools.accumulate([size for _, size in parts], initial=0))
    found = set()
    for number in numbers:
        k = max(k for k in range(len(parts)) if starts[k] <= number)
        while parts[k][1] == 0:
            k += 1
        found.add((parts[k][0], number - starts[k]))
    return found | {("n", len(numbers))}


def game(rng: random.Random) -> tuple[int, bool, int, int, int, tuple[int, int], bool]:
    contract, ouvert = rng.choice(TYPES)
    cards = rng.sample(range(32), 12)
    from_hand = rng.random() < 0.3
    bids = [0, 0, *bid_values()[:20]]
    return (
        contract,
        ouvert,
        card_set(cards[:10]),
        0 if from_hand else card_set(cards[10:]),
        rng.randrange(3),
        (rng.choice(bids), rng.choice(bids)),
        from_hand,
    )


def reference_chances(
    contract: int, ouvert: bool, numbers: list[int], content: bytes = CONTENT
) -> list[float]:
    table, weights, curves = nets(content)[kind_of(contract, ouvert)]
    sums = [int(x) for x in table[numbers].sum(axis=0)]
    found: list[float] = []
    for success in range(1 if contract == NULL else 3):
        together = sum(max(s, 0) * int(w) for s, w in zip(sums, weights[success], strict=True))
        odds = sums[success] + int(together / 256)  # rounds towards zero
        low = min(max(odds // 256, -8), 7)
        left, right = (int(curves[success, low + 8 + side]) for side in (0, 1))
        inside = min(max(odds, -2048), 2047)
        odds = left + (right - left) * (inside - 256 * low) // 256 + odds - inside
        step = min(max(odds // 4, -1024), 1023)
        chance = 1 / (1 + np.exp(-(step + 0.5) / 64))
        found.append(min([chance, *found]))
    return found


@pytest.mark.parametrize("count", sizes(300, 1200))
def test_what_is_looked_up_and_what_it_comes_to(count: int) -> None:
    rng = random.Random(1)
    for _ in range(count):
        contract, ouvert, hand, away, seat, bids, from_hand = case = game(rng)
        numbers = rows(contract, ouvert, hand, away, seat, bids, from_hand)
        assert named(contract, numbers) == reference_rows(*case)
        masks = np.array([hand], np.uint32), np.array([away], np.uint32)
        for nets_of, content in ((SHIPPED, CONTENT), (BENT, BENT_CONTENT)):
            found = nets_of.chances(contract, ouvert, *masks, seat, bids, from_hand)
            expected = reference_chances(contract, ouvert, numbers, content)
            assert np.asarray(found)[0, : len(expected)] == pytest.approx(expected, abs=1e-6)


def chances(
    contract: int,
    ouvert: bool,
    hands: list[int],
    away: list[int],
    seat: int,
    bids: tuple[int, int],
    from_hand: bool = False,
) -> np.ndarray:
    hand_masks, away_masks = np.array(hands, np.uint32), np.array(away, np.uint32)
    found = SHIPPED.chances(contract, ouvert, hand_masks, away_masks, seat, bids, from_hand)
    return np.asarray(found)


def slow_with_skat(twelve: int, bid: int, seat: int, bids: tuple[int, int]) -> Scored:
    """Return the best score over all discards and declarations, and its chance to win."""
    pairs = [1 << a | 1 << b for a, b in itertools.combinations(card_list(twelve), 2)]
    best = (-1e9, 0.0, -1)
    for contract, ouvert in TYPES:
        worth = chances(contract, ouvert, [twelve & ~p for p in pairs], pairs, seat, bids)
        for each in worth.tolist():
            run = matadors(contract, twelve)
            level = OUVERT if ouvert else 0
            chance, score = outlook(contract, level, False, run, each, bid)
            best = max(best, (score, chance, contract))
    return best


def test_discards_and_declaration_against_all_of_them() -> None:
    rng = random.Random(2)
    for _ in range(25):
        cards = rng.sample(range(32), 12)
        twelve, seat, bid = card_set(cards), rng.randrange(3), rng.choice([0, 18, 24, 36, 60])
        bids = (rng.choice([0, 18, 23]), rng.choice([0, 20, 30]))
        ways = Kermit(0.6).with_skat(twelve, bid, seat, bids)
        score, chance, contract = slow_with_skat(twelve, bid, seat, bids)
        assert (ways[0][6], ways[0][5], ways[0][0]) == pytest.approx((score, chance, contract))
        assert [way[6] for way in ways] == sorted((way[6] for way in ways), reverse=True)
        # If one discard is chosen, the other must be a higher card, as in the game.
        first = card_list(ways[0][4])[0]
        for way in Kermit(0.6).with_skat(twelve, bid, seat, bids, 1 << first):
            assert card_list(way[4])[0] == first
        again = Kermit(0.6).with_skat(twelve, bid, seat, bids, ways[0][4])
        assert {way[4] for way in again} == {ways[0][4]}
        assert again[0][6] == ways[0][6]


def check_after(way: Way, twelve: int, bid: int, seat: int, bids: tuple[int, int]) -> None:
    """Check that each contract has the discards that win it most often."""
    pairs = [1 << a | 1 << b for a, b in itertools.combinations(card_list(twelve), 2)]
    chosen, others = [], []
    for contract, ouvert in TYPES:
        table, weights, _ = NETS[kind_of(contract, ouvert)]
        odds = []
        for pair in pairs:
            sums = table[rows(contract, ouvert, twelve & ~pair, pair, seat, bids)].sum(axis=0)
            together = int(np.maximum(sums, 0) @ weights[0])
            odds.append(int(sums[0]) + int(together / 256))
        best = [pair for pair, odd in zip(pairs, odds, strict=True) if odd == max(odds)]
        level, run = OUVERT if ouvert else 0, matadors(contract, twelve)
        found = [
            outlook(contract, level, False, run, each, bid)
            for each in chances(
                contract, ouvert, [twelve & ~p for p in best], best, seat, bids
            ).tolist()
        ]
        others.append(min(score for _, score in found))
        if (way[0], way[1]) == (contract, level):
            chosen = [each for pair, each in zip(best, found, strict=True) if pair == way[4]]
    assert [way[5:]] == [pytest.approx(each) for each in chosen]
    assert way[6] >= max(others) - 1e-3


def test_a_hand_before_the_skat_is_known() -> None:
    rng = random.Random(3)
    for _ in range(2):
        hand, seat, bid = card_set(rng.sample(range(32), 10)), rng.randrange(3), 20
        rest = card_list(ALL & ~hand)
        kermit, bids = Kermit(0.6), (18, 0)
        after = kermit.after_pickup(hand, bid, seat, bids)
        skats = [1 << a | 1 << b for a, b in itertools.combinations(rest, 2)]
        assert sorted(way[3] for way in after) == sorted(skats)
        for way in rng.sample(after, 6):
            check_after(way, hand | way[3], bid, seat, bids)
        from_hand = kermit.from_hand(hand, bid, seat, bids)
        for contract, level, is_hand, _, _, chance, score in from_hand:
            ouvert = contract == NULL and level == OUVERT
            worth = chances(contract, ouvert, [hand], [0], seat, bids, True)[0].tolist()
            each = [
                outlook(contract, level, is_hand, matadors(contract, hand | skat), worth, bid)
                for skat in skats
            ]
            assert (chance, score) == pytest.approx(tuple(np.mean(each, axis=0)), rel=1e-4)
        mean = float(np.mean([way[5] for way in after]))
        best = max([mean, *(way[5] for way in from_hand)])
        assert kermit.chance(hand, bid, seat, bids) == pytest.approx(best, rel=1e-5)


def test_games_and_lessons_depend_on_their_numbers_alone() -> None:
    kermits = [Kermit(0.6, None, 21), None, Kermit(0.6, None, 21)]
    score, facts, played = map(np.asarray, games(kermits, 12, 5))
    for part in range(0, 12, 4):
        parts = map(np.asarray, games(kermits, 4, 5, part))
        for column, some in zip((score, facts, played), parts, strict=True):
            assert (some == column[part : part + 4]).all()
    for auctions in (False, True):
        how = (SHIPPED, None, "all", auctions)
        whole = [np.asarray(column) for column in lessons(6, 9, 0, *how)]
        halves = [[np.asarray(c) for c in lessons(3, 9, first, *how)] for first in (0, 3)]
        for column, *pieces in zip(whole, *halves, strict=True):
            assert (column == np.concatenate(pieces)).all()


def test_games_with_trumps_and_null_games_are_those_of_all() -> None:
    """Trump games and null games together are all games; rule players are deterministic."""
    whole, trump, null = (
        [np.asarray(column) for column in lessons(20, 9, 0, None, None, which)]
        for which in ("all", "trump", "null")
    )
    is_null = whole[0].astype(int) >= KINDS.index("null")
    for found, mine in ((trump, ~is_null), (null, is_null)):
        assert len(found[0]) > 50
        for column, some in zip(whole, found, strict=True):
            assert (column[mine] == some).all()


@pytest.mark.nightly
def test_the_best_discards_are_won_more_often() -> None:
    mixed, best = (
        np.asarray(lessons(1500, 9, 0, SHIPPED, None, "trump", True, 8, best)[2]) & 1
        for best in (False, True)
    )
    assert best.mean() > mixed.mean() + 0.02


def bids_against(deal: Deal, seat: int, bidders: Sequence[Kermit | None]) -> tuple[int, int]:
    """Return the bids to the left and right of a seat that never passes.

    None in `bidders` stands for the rule player.
    """
    while deal.phase == Phase.BIDDING:
        bidder = bidders[deal.player]
        others = [action for action in deal.legal_actions() if action != PASS]
        if deal.player == seat and others:
            deal.apply(min(others))
        else:
            deal.apply(bidder.action(deal) if bidder else rule_action(deal))
    moves = zip(deal.history_players, deal.history, strict=True)
    bids = highest_bids(move for move in moves if move[0] != CHANCE_MOVES)
    return bids[(seat + 1) % 3], bids[(seat + 2) % 3]


@pytest.mark.parametrize("kermit", large(None, Kermit(0.6, SHIPPED, 11)))
def test_bids_of_lessons_are_those_of_auctions(kermit: Kermit | None) -> None:
    """Bids equal those of recorded hand games; the first three rows are the seat and the bids."""
    worth = SHIPPED if kermit else None
    tables = list(itertools.product({None, kermit}, repeat=3))
    _, facts, records = map(np.asarray, games([None] * 3, 400, 9))
    played = np.ascontiguousarray(records).view(DEAL).ravel()
    _, found, _, number = map(np.asarray, lessons(400, 9, 0, worth, None, "trump", True))
    heard, from_hand = set(), np.flatnonzero((facts[:, 0] >= 0) & (facts[:, 3] == 1))
    for at in from_hand:
        *hands, skat = (int(cards) for cards in played["cards"][at])
        deal = Deal()
        deal.apply_all(bytes(card for cards in (*hands, skat) for card in card_list(cards)))
        expected = set()
        for (seat, hand), table in itertools.product(enumerate(hands), tables):
            bids = bids_against(deal.copy(), seat, table)
            heard.add(bids)
            two = card_set(card_list(hand)[:2])
            ten = hand & ~two | skat
            for contract in range(GRAND + 1):
                expected.add(tuple(rows(contract, False, hand, 0, seat, bids, True)[:3]))
                expected.add(tuple(rows(contract, False, ten, two, seat, bids)[:3]))
        shown = {tuple(row[:3]) for row in found[number == at].astype(int)}
        assert shown
        assert shown <= expected
    assert len(heard) > 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GameWorth(b"12"), "2 bytes, expected"),
        (lambda: Kermit(0.6).from_hand(7, 18, 0, (0, 0)), "3 cards: expected 10"),
        (lambda: Kermit(0.6).from_hand(1023, 18, 3, (0, 0)), "seat 3: expected 0 to 2"),
        (lambda: Kermit(0.6).from_hand(1023, 18, 0, (19, 0)), "bid 19: expected 0 or an official"),
        (lambda: Kermit(0.6).with_skat(1023, 18, 0, (0, 0)), "10 cards: expected 12"),
        (lambda: rows(6, False, 1023, 0, 0, (0, 0), True), "contract 6: expected 0 to 5"),
        (lambda: rows(4, True, 1023, 0, 0, (0, 0), True), "ouvert: expected with null only"),
        (lambda: rows(4, False, 1023, 0, 0, (0, 0)), "0 cards: expected 2"),
        (lambda: games([None], 1, 1), "bidders: expected three"),
        (lambda: Kermit(0.6, None, 0), "skats_apart: expected at least 1"),
        (lambda: Kermit(0.6).with_skat(4095, 18, 0, (0, 0), 4096), "laid_away 4096: expected two"),
        (lambda: Kermit(0.6).try_out(4095, 18, 0, (0, 0), 7), "laid_away 7: expected two"),
        (lambda: Kermit(0.6).ways(4095, 18, 0, (0, 0), 3, 1 << 20), "laid_away 1048576: expected"),
        (lambda: Kermit(0.6).action(Deal()), "deal: expected a seat to act before the card play"),
        (lambda: lessons(1, 1, one_in=0), "one_in 0: expected 1 or more"),
        (lambda: lessons(1, 1, 0, None, None, "grand"), "games grand: expected all, trump or null"),
    ],
)
def test_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_what_was_played_is_told() -> None:
    """Contract, cards and points of records are those of the games; passed deals have none."""
    _, facts, played = map(np.asarray, games([Kermit(0.8, None, 21)] * 3, 60, 5))
    passed_in = facts[:, 0] < 0
    assert 0 < passed_in.sum() < 30
    assert not played[passed_in].any()
    deals, facts = played[~passed_in].view(DEAL)[:, 0], facts[~passed_in]
    for column, name in enumerate(("soloist", "contract", "level", "hand_game")):
        assert (deals[name] == facts[:, column]).all()
    assert (deals["bids"][np.arange(len(deals)), deals["soloist"]] == facts[:, 8]).all()
    for deal, fact in zip(deals, facts, strict=True):
        assert np.bitwise_or.reduce(deal["cards"]) == 2**32 - 1
        plays = deal["plays"][: deal["size"]].tolist()
        assert len(set(plays)) == deal["size"]
        if deal["contract"] != NULL:
            assert points_of(deal, plays) == fact[6]


def points_of(deal: np.void, plays: list[int]) -> int:
    """Return the soloist's card points."""
    tricks = tricks_won(deal, plays)
    return worth(card_list(int(deal["cards"][3]))) + sum(map(worth, tricks))


def tricks_of(deal: np.void, plays: list[int]) -> int:
    """Return the number of tricks that the soloist took."""
    return len(tricks_won(deal, plays))


def tricks_won(deal: np.void, plays: list[int]) -> list[list[int]]:
    """Return the tricks that the soloist took."""
    won, leader = [], 0
    for first in range(0, 30, 3):
        trick = plays[first : first + 3]
        cards = [PACK[card] for card in trick]
        leader = (leader + winner(CONTRACTS[deal["contract"]], cards)) % 3
        if leader == deal["soloist"]:
            won.append(trick)
    return won


def test_other_players_play_the_games() -> None:
    """Each seat has its own player, and any part of the deals gives the same results."""
    kermits = [Kermit(0.6)] * 3
    table = [Player.rule(), Player.pimc(4), Player.random()]
    scores, facts, _ = map(np.asarray, games(kermits, 6, 5, 0, table))
    as_usual = games(kermits, 6, 5)
    assert not np.array_equal(scores, np.asarray(as_usual[0]))
    # The players at the cards do not change the bidding.
    assert np.array_equal(facts[:, :4], np.asarray(as_usual[1])[:, :4])
    for part in (0, 3):
        some_scores, some, _ = map(np.asarray, games(kermits, 3, 5, part, table))
        assert np.array_equal(scores[part : part + 3], some_scores)
        assert np.array_equal(facts[part : part + 3], some)
    with pytest.raises(ValueError, match="players: expected three, or none"):
        games(kermits, 1, 1, 0, table[:2])

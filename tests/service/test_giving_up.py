"""A player who gives up loses the deal."""

import random
from collections import Counter

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.records.settling import settle
from vorhand.games.skat.view import SPITZE
from vorhand.native.skat import FIRST_DECLARATION, FIRST_SPITZE, PASS, Phase
from vorhand.service.client.client import Client
from vorhand.service.games.observations import wire_of
from vorhand.tests.games.skat.plain_ramsch import card_text
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.tests.games.skat.test_spitze import BASES, OFF, all_jacks, along, lowest, trumps_of
from vorhand.v1 import play_pb2, tables_pb2


def given_up(state: pyspiel.State, player: int) -> list[float]:
    return list(wire_of(state.get_game().get_type().short_name).given_up(state, player))


def test_skat_is_settled_as_the_server_of_the_records_settles_it() -> None:
    game = load_game("python_skat(scoring=game_value)")
    bots = [make_bot("rule", game, seat, 1) for seat in range(3)]
    seen: Counter[str] = Counter()
    for number in range(300):
        rng = random.Random(number)
        state = game.new_initial_state()
        stop = rng.randrange(33, 75)
        while not state.is_terminal() and len(state.history()) < stop:
            player = state.current_player()
            actions = state.legal_actions()
            state.apply_action(rng.choice(actions) if player < 0 else bots[player].step(state))
        if state.is_terminal():
            continue
        deal = state.deal
        for culprit in range(3):
            lost = given_up(state, culprit)
            if deal.soloist < 0:
                assert lost == [0, 0, 0]
                seen["bidding"] += 1
            elif deal.phase == Phase.PLAY:
                assert lost[deal.soloist] == settle(deal, deal.bid, culprit).value
                seen["soloist" if culprit == deal.soloist else "defender"] += 1
            else:
                assert (lost[deal.soloist] < 0) == (culprit == deal.soloist)
                seen["before play"] += 1
    assert min(seen.values()) > 5
    assert len(seen) == 4


def test_who_gives_up_ramsch_takes_the_rest_and_never_wins_by_it() -> None:
    """The remaining points, counted by hand, go to that player, doubled with a Jungfrau."""
    rng, game = random.Random(1), load_game("python_skat(ramsch=true)")
    doubled = 0
    for _ in range(60):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        for _ in range(3):
            state.apply_action(PASS)
        for _ in range(rng.randrange(30)):
            state.apply_action(rng.choice(state.legal_actions()))
        taken, tricks = list(state.deal.seat_points), list(state.deal.seat_tricks)
        for culprit in range(3):
            points = list(taken)
            points[culprit] = 120 - sum(taken) + taken[culprit]
            if 60 <= max(taken) != taken[culprit] and max(tricks) == sum(tricks):
                continue  # another player may still march
            least = 2 if any(tricks[seat] == 0 for seat in range(3) if seat != culprit) else 1
            losers = [seat for seat in range(3) if points[seat] == max(points)]
            expected = [-least * points[seat] if seat in losers else 0 for seat in range(3)]
            assert given_up(state, culprit) == (expected if len(losers) < 3 else [0, 0, 0])
            doubled += least == 2
    assert doubled > 0


def test_nobody_stops_a_march_by_giving_up() -> None:
    """If forehand has all tricks, the others cannot make it lose by giving up."""
    won = lost = 0
    for seed in range(20):
        state = passed("python_skat(ramsch=true)", random.Random(seed), march=True)
        while not state.is_terminal():
            taken = state.deal.seat_points[0]
            for culprit in (1, 2):
                scored = given_up(state, culprit)
                assert scored[0] >= 0
                if taken >= 60:
                    assert scored == [120, 0, 0]
                    won += 1
                else:
                    assert scored[culprit] == -2 * (120 - taken)
                    lost += 1
            assert given_up(state, 0) == [-240, 0, 0]
            state.apply_action(state.legal_actions()[-1])
        assert state.returns() == [120, 0, 0]
    assert min(won, lost) > 0


def test_a_soloist_misses_spitze_by_giving_up_and_a_defender_grants_it() -> None:
    """A defender grants it while its card is in hand, or unbeaten on the table of trick ten."""
    seen: Counter[tuple[bool, bool]] = Counter()
    for state in along(40, 2, "python_skat(spitze=true,bock=true,scoring=game_value)"):
        deal = state.deal
        if deal.phase != Phase.PLAY or not deal.spitze_announced or all_jacks(state):
            continue
        low = lowest(deal.contract)
        table = {card_text(card) for card in deal.trick}
        beaten = bool(table & trumps_of(deal.contract) - {low})
        held = {card_text(card) for card in range(32) if deal.hand(deal.soloist) >> card & 1}
        holds = low in held or (deal.tricks_played == 9 and low in table and not beaten)
        base = BASES[deal.contract]
        for culprit in range(3):
            value = given_up(state, culprit)[deal.soloist] / 2  # in a Bock round
            if culprit == deal.soloist or not holds:
                assert value < 0
            else:  # more than Spitze may be missing: points before, or an announcement
                twin = OFF.new_initial_state()
                for action in deal.history:
                    plain = action - FIRST_SPITZE + FIRST_DECLARATION
                    twin.apply_action(plain if action in SPITZE else action)
                without = settle(twin.deal, 0, culprit).value
                levels = without // base + 1
                assert (value > 0) == (without > 0 and base * levels >= deal.bid)
                if value > 0:
                    assert value == base * levels
            seen[culprit == deal.soloist, value > 0] += 1
    assert seen[False, True] > 20
    assert seen[False, False] > 20
    assert seen[True, False] > 20


def test_schnapsen_is_lost_by_the_tricks_so_far() -> None:
    game = load_game("python_schnapsen")
    seen: Counter[float] = Counter()
    for number in range(200):
        rng = random.Random(number)
        state = game.new_initial_state()
        for _ in range(rng.randrange(11, 40)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal() or state.is_chance_node():
            continue
        lost = given_up(state, 1)
        assert sum(lost) == 0
        none, few = state.deal.tricks(1) == 0, state.deal.points(1) < 33
        assert lost[1] == (-3 if none else -2 if few else -1)
        seen[lost[1]] += 1
    assert set(seen) == {-1, -2, -3}


@pytest.mark.parametrize(
    ("game", "players"),
    [("kuhn_poker", 2), ("python_schnapsen(match=true)", 2), ("hearts", 4)],
)
def test_other_games_are_lost_as_badly_as_can_be(game: str, players: int) -> None:
    state = load_game(game).new_initial_state()
    lost = given_up(state, 1)
    lowest = state.get_game().min_utility()
    assert lost[1] == lowest == min(lost)
    if state.get_game().utility_sum() is not None:
        assert sum(lost) == pytest.approx(state.get_game().utility_sum())
    assert len(lost) == players


@pytest.mark.parametrize("forfeits", [False, True])
async def test_a_deal_that_was_given_up_counts(client: Client, forfeits: bool) -> None:
    table, (one, two) = await client.create_table(
        "python_schnapsen",
        ["private", "private"],
        deals=3,
        clock=tables_pb2.Clock(decision_ms=300) if forfeits else None,
        timeout_rule=tables_pb2.TIMEOUT_RULE_FORFEIT,
    )
    async with client.sit(two) as other, client.sit(one) as stream:
        async for event in other:
            if event.HasField("seated"):
                break
        told = []
        async for event in stream:
            told.append(event)
            if event.HasField("turn") and not forfeits:
                await stream.resign()
    *_, ended, over = [event for event in told if not event.HasField("turn")]
    assert list(ended.deal_ended.returns) == [-3, 3]
    assert len(ended.deal_ended.openings) == 1
    assert (over.table_ended.HasField("seat"), over.table_ended.seat) == (True, 0)
    reasons = (play_pb2.TABLE_END_REASON_RESIGNED, play_pb2.TABLE_END_REASON_FORFEITED)
    assert over.table_ended.reason == reasons[forfeits]
    assert list((await client.table(table.table_id)).totals) == [-3, 3]
    record = await client.record(table.table_id, 0)
    assert list(record.returns) == [-3, 3]
    assert PlainRecord.parse(record.record).returns == (-3, 3)
    again = [event async for event in client.watch(table.table_id)]
    assert again[-2:] == [ended, over]

"""Given deals, pair games, and lists."""

import csv
import itertools
import json
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import (
    DealSourceError,
    LogError,
    Match,
    MatchError,
    Results,
    as_csv,
    as_data,
    read_log,
    run,
    tables,
)
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.arena.match import play_deal
from vorhand.evaluation.arena.report import percent, plus_minus
from vorhand.evaluation.arena.skat.deals import BidDeals, canonical, deal_source, read_starts
from vorhand.evaluation.arena.skat.lists import DEALS, list_tables, lists_of
from vorhand.evaluation.arena.skat.pairs import figures_of, gains_of
from vorhand.games.loading import load_game
from vorhand.games.skat.records import read_records
from vorhand.games.skat.start import Start

PEOPLE = Path(__file__).parents[3] / "data" / "iss-games.sgf"
CARDED = f"cards:{PEOPLE}"


def play(match: Match, deals: int, log: Path | None = None, workers: int = 1) -> Results:
    results = Results(match)
    run(match, deals, results, log=log, workers=workers)
    return results


def test_each_agent_alone_against_two_of_each_other() -> None:
    match = Match.create("python_skat", ["rule", "random", "first"], order="pairs")
    assert match.seatings == ((0, 1, 1), (1, 0, 0), (0, 2, 2), (2, 0, 0), (1, 2, 2), (2, 1, 1))
    assert match.deals_from == "rule"
    for deal in range(6):
        soloist = match.place(deal).game.start.soloist
        states = play_deal(match, deal)
        for seating, state in zip(match.seatings, states, strict=True):
            by_seat = match.place(deal).by_seat(seating)
            assert by_seat[soloist] == seating[0]
            assert by_seat[soloist - 1] == by_seat[soloist - 2] == seating[1]
            assert state.deal.soloist == soloist
        assert len({str(state.get_game()) for state in states}) == 1


def test_a_bidders_deals_are_the_same_for_all_who_are_compared() -> None:
    one = Match.create("python_skat", ["rule", "random"], 4, "pairs", "rule")
    two = Match.create("python_skat", ["first", "random"], 4, "pairs", "rule")
    deals = [one.place(k).name for k in range(8)]
    assert deals == [two.place(k).name for k in reversed(range(8))][::-1]
    assert len(set(deals)) == 8
    other = Match.create("python_skat", ["rule", "random"], 5, "pairs", "rule")
    assert not set(deals) & {other.place(k).name for k in range(8)}


def test_deals_of_records_are_those_that_came_to_card_play() -> None:
    starts = list(read_starts(PEOPLE))
    played = [
        record
        for record in read_records(PEOPLE)
        if record.declaration is not None and (record.plays or record.events)
    ]
    assert [start.soloist for start in starts] == [r.result.declarer for r in played]
    assert len(starts) == 39
    for start, record in zip(starts, played, strict=True):
        declared = record.declaration
        assert declared is not None
        assert start.declaration is not None
        assert (start.declaration.contract, start.declaration.level) == (
            declared.contract,
            declared.level,
        )
        left = record.discards or record.deal.skat
        assert start.skat == sum(1 << card for card in left)
        assert all(hand.bit_count() == 10 for hand in start.hands or ())


def test_deals_of_a_file_of_starts_and_of_a_log(tmp_path: Path) -> None:
    starts = list(read_starts(PEOPLE))[:5]
    path = tmp_path / "starts"
    path.write_text("# five\n" + "deal\n" + "".join(f"{start}\n" for start in starts))
    assert list(read_starts(path)) == starts
    match = Match.create("python_skat", ["first", "random"], 1, "pairs", str(path))
    assert match.deals_given == 5
    play(match, 5, tmp_path / "log")
    assert list(read_starts(tmp_path / "log")) == starts


@pytest.mark.parametrize("rule", ["Spitze", "Kontra", "Bock"])
def test_contracts_under_club_rules_are_refused(rule: str, tmp_path: Path) -> None:
    """A start keeps the contract alone, so the deal would count less than it did."""
    game = load_game(f"python_skat({rule.lower()}=true)")
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        legal = state.legal_actions()
        names = [state.action_to_string(state.current_player(), action) for action in legal]
        keen = [a for a, name in zip(legal, names, strict=True) if rule.lower() in name]
        state.apply_action(rng.choice(keen or legal))
    path = tmp_path / "deal"
    line = {"game": str(game), "seats": ["a", "b", "c"], "actions": state.history()}
    path.write_text(json.dumps(line) + "\n")
    with pytest.raises(DealSourceError, match=f"line 1: a deal with {rule}: expected"):
        list(read_starts(path))
    assert len(list(read_starts(path, whole=True))) == 1


def test_the_cards_alone_of_a_file_are_bid_for_anew(tmp_path: Path) -> None:
    records = list(read_records(PEOPLE))
    starts = list(read_starts(PEOPLE, whole=True))
    assert len(starts) == len(records) == 43
    for start, record in zip(starts[:5], records[:5], strict=True):
        assert start.hands == tuple(sum(1 << c for c in hand) for hand in record.deal.hands)
        assert start.skat == sum(1 << card for card in record.deal.skat)
    match = Match.create("python_skat", ["rule", "random", "first"], 2, "permutations", CARDED)
    results = play(match, 4, tmp_path / "log")
    assert not match.contracts_given
    for deal in range(4):
        assert match.place(deal).game.start == starts[deal]
        assert {state.deal.dealt_hand(0) for state in play_deal(match, deal)} == {
            sum(1 << card for card in records[deal].deal.hands[0])
        }
    assert list(read_starts(tmp_path / "log", whole=True)) == starts[:4]
    again = read_log(tmp_path / "log")
    assert again.match == match
    assert again.returns().tolist() == results.returns().tolist()
    # A log is compared with the cards of its file.
    text = (tmp_path / "log").read_text()
    other = tmp_path / "other.sgf"
    other.write_text("\n".join(PEOPLE.read_text().splitlines()[3:]))
    (tmp_path / "log").write_text(text.replace(CARDED, f"cards:{other}"))
    with pytest.raises(LogError, match="line 1"):
        read_log(tmp_path / "log")


@pytest.mark.parametrize("order", ["pairs", "rotations"])
def test_a_log_gives_back_the_match(order: str, tmp_path: Path) -> None:
    match = Match.create("python_skat", ["rule", "random", "first"], 2, order, "rule")  # type: ignore[arg-type]
    played = play(match, 12, tmp_path / "log")
    again = read_log(tmp_path / "log")
    assert again.match == match
    assert again.returns().tolist() == played.returns().tolist()
    assert again.facts == played.facts


def test_a_log_with_other_deals_is_refused(tmp_path: Path) -> None:
    starts = [str(start) for start in read_starts(PEOPLE)]
    path, log = tmp_path / "starts", tmp_path / "log"
    path.write_text("\n".join(starts[:3]))
    play(Match.create("python_skat", ["first", "random"], 1, "pairs", str(path)), 3, log)
    deal_source.cache_clear()
    path.write_text("\n".join(starts[1:4]))
    with pytest.raises(LogError, match="line 1: its game is python_skat.*; expected"):
        read_log(log)
    deal_source.cache_clear()


def test_deals_that_agents_bid_are_read_as_they_were_bid_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, log = Match.create("python_skat", ["first", "random"], 1, "pairs"), tmp_path / "log"
    played = play(match, 4, log)
    deal_source.cache_clear()
    bid = BidDeals._start
    monkeypatch.setattr(BidDeals, "_start", lambda self, number: bid(self, number + 1))
    again = read_log(log)
    assert again.returns().tolist() == played.returns().tolist()
    assert again.facts == played.facts
    with pytest.raises(LogError, match=r"line 1: its game is python_skat.*; expected"):
        play(match, 5, log)
    deal_source.cache_clear()


def test_all_games_of_a_pair_are_of_the_same_cards(tmp_path: Path) -> None:
    match, log = Match.create("python_skat", ["first", "random"], 1, "pairs"), tmp_path / "log"
    play(match, 3, log)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    lines[1]["game"] = lines[2]["game"]
    log.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines))
    with pytest.raises(LogError, match=r"line 2: game 'python_skat.*; expected|line 2: game "):
        read_log(log)
    for line in lines[:2]:
        line["game"] = "kuhn_poker"
    log.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines))
    with pytest.raises(LogError, match="line 1: game 'kuhn_poker': expected python_skat"):
        read_log(log)


def test_figures_are_what_counting_the_log_gives(tmp_path: Path) -> None:
    match = Match.create("python_skat", ["rule", "random", "first"], 7, "pairs", "rule")
    results = play(match, 30, tmp_path / "log")
    games = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    for number, (first, second) in enumerate(itertools.combinations(match.names, 2)):
        alone: dict[str, list[float]] = {first: [], second: []}
        for game in games:
            soloist = Start.parse(game["game"].partition("start=")[2][:-1]).soloist
            if set(game["seats"]) == {first, second}:
                alone[game["seats"][soloist]].append(game["returns"][soloist])
        figures = figures_of(results, number)
        assert figures.deals == 30
        for points, wins, agent in zip(figures.points, figures.wins, alone, strict=True):
            assert points.value == pytest.approx(np.mean(alone[agent]))
            assert wins.value == pytest.approx(np.mean([p > 0 for p in alone[agent]]))
        ahead = np.subtract(alone[first], alone[second])
        assert figures.points_ahead.value == pytest.approx(ahead.mean())
        by_type = [figures_of(results, number, name) for name in ("suit", "grand", "null")]
        assert sum(f.deals for f in by_type) == 30
        total = sum(f.points_ahead.value * f.deals for f in by_type if f.deals)
        assert total == pytest.approx(ahead.sum())
    shown = tables(results)
    assert [str(table.title) for table in shown] == [
        "alone against two of the other", "suit: 16 deals", "grand: 14 deals",
    ]  # fmt: skip
    # The figures of each agent in each type of contract have an interval too.
    for kind, table in zip((None, "suit", "grand"), shown, strict=True):
        columns = {column.header: list(column.cells) for column in table.columns}
        shown_points, shown_wins = columns["points alone"], columns["wins alone"]
        for number in range(3):
            figures = figures_of(results, number, kind)
            rows = slice(3 * number, 3 * number + 2)
            few = " *" if figures.deals < 20 else ""
            assert [str(cell) for cell in shown_points[rows]] == [
                plus_minus(points) + few for points in figures.points
            ]
            assert [str(cell) for cell in shown_wins[rows]] == [
                percent(wins) + few for wins in figures.wins
            ]


def test_an_estimate_is_printed_as_fine_as_its_interval_bears() -> None:
    shown = {(-0.773, 43.544): "-0.77 ± 43.54", (250.0, 0.5): "+250.0 ± 0.5"}
    for (value, margin), text in shown.items():
        assert plus_minus(Estimate(value, value - margin, value + margin)) == text
    assert plus_minus(Estimate(0.25, np.nan, np.nan)) == "+0.250"


def test_told_apart_the_second_plays_against_itself_too() -> None:
    names = ["rule", "random", "first"]
    pairs = Match.create("python_skat", names, 3, "pairs")
    apart = Match.create("python_skat", names, 3, "apart")
    assert apart.seatings == (*pairs.seatings, (1, 1, 1), (2, 2, 2), (2, 2, 2))
    for deal in range(4):
        states = play_deal(apart, deal)
        # The first six games are pair games; the other three have one agent in all seats.
        games = [state.history() for state in states]
        assert games[:6] == [state.history() for state in play_deal(pairs, deal)]


def test_against_copies_each_seat_keeps_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[dict[int, int]] = []

    def noted(spec: str, game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        if seat == 0:
            seeds.append({})
        seeds[-1][seat] = seed
        return make_bot(spec, game, seat, seed)

    monkeypatch.setattr("vorhand.evaluation.arena.match.make_bot", noted)
    match = Match.create("python_skat", ["first", "rule", "random"], 3, "apart")
    for deal in range(5):
        seeds.clear()
        play_deal(match, deal)
        soloist = match.place(deal).first_seat
        for pair in range(3):
            first_alone, second_alone, itself = (
                seeds[k] for k in (2 * pair, 2 * pair + 1, 6 + pair)
            )
            for seat in range(3):
                there = second_alone if seat == soloist else first_alone
                assert itself[seat] == there[seat]
            assert len({*first_alone.values(), *second_alone.values()}) == 6


def test_gains_are_what_counting_the_log_gives(tmp_path: Path) -> None:
    match = Match.create("python_skat", ["rule", "random", "first"], 7, "apart", "rule")
    results = play(match, 7, tmp_path / "log")
    results = play(match, 20, tmp_path / "log")  # continued
    again = read_log(tmp_path / "log")
    assert again.returns().tolist() == results.returns().tolist()
    lines = (tmp_path / "log").read_text().splitlines()
    games = [json.loads(line) for line in lines]
    assert len(games) == 20 * 9
    for number, (first, second) in enumerate(itertools.combinations(match.names, 2)):
        alone: dict[tuple[str, str], list[float]] = {}
        for game in games:
            soloist = Start.parse(game["game"].partition("start=")[2][:-1]).soloist
            sides = game["seats"][soloist], game["seats"][soloist - 1]
            alone.setdefault(sides, []).append(game["returns"][soloist])
        # Each pair has its own seeds; the third game of a pair is found by its position.
        itself = [
            game["returns"][Start.parse(game["game"].partition("start=")[2][:-1]).soloist]
            for game in games[6 + number :: 9]
        ]
        parts, ahead = gains_of(results, number), figures_of(results, number).points_ahead
        assert parts is not None
        expected = np.mean(alone[first, second]) - np.mean(itself)
        assert parts.points_alone.value == pytest.approx(expected)
        expected = np.mean(itself) - np.mean(alone[second, first])
        assert parts.points_in_defence.value == pytest.approx(expected)
        together = parts.points_alone.value + parts.points_in_defence.value
        assert together == pytest.approx(ahead.value)
        by_type = [gains_of(results, number, kind) for kind in ("suit", "grand")]
        deals = [figures_of(results, number, kind).deals for kind in ("suit", "grand")]
        total = sum(g.points_alone.value * n for g, n in zip(by_type, deals, strict=True) if g)
        assert total == pytest.approx(parts.points_alone.value * 20)
    shown = [list(table.columns[1].cells) for table in tables(results)]
    assert all(cells.count("of it in defence") == 3 for cells in shown)
    assert gains_of(play(Match.create("python_skat", ["rule"] * 2, 7, "pairs"), 2), 0) is None


def test_the_figures_of_pairs_as_data(tmp_path: Path) -> None:
    match = Match.create("python_skat", ["rule", "random"], 7, "apart", "rule")
    results = play(match, 20)
    data = json.loads(json.dumps(as_data(results)))
    assert data["match"]["order"] == "apart"
    listed = {(f["measure"], *f["agents"], f["among"]): f for f in data["figures"]}
    parts = gains_of(results, 0, "suit")
    assert parts is not None
    figure = listed["points gained in defence", "rule", "random", "suit"]
    assert (figure["value"], figure["low"]) == (
        parts.points_in_defence.value,
        parts.points_in_defence.low,
    )
    assert listed["points alone", "random", "rule", ""]["deals"] == 20
    rows = list(csv.DictReader(as_csv(results).splitlines()))
    assert len(rows) == len(data["figures"])
    assert [float(row["value"]) for row in rows] == [f["value"] for f in data["figures"]]
    assert {(row["agent"], row["over"]) for row in rows} == {("rule", "random"), ("random", "rule")}


def test_lists_are_added_up_by_hand() -> None:
    match = Match.create("python_skat", ["rule", "random", "first"], 3)
    results = play(match, 2 * DEALS + 5)
    lists = lists_of(results)
    assert lists.totals.shape == (2, 3, 3)
    scores, facts = results.returns(), results.facts
    for pack, (start, first) in itertools.product(range(2), enumerate(match.seatings)):
        totals, won, lost = np.zeros(3), np.zeros(3), np.zeros(3)
        for k in range(DEALS):
            deal = pack * DEALS + k
            # Players move on by one seat with each deal.
            seating = tuple(first[(seat - k) % 3] for seat in range(3))
            game = match.seatings.index(seating)
            for seat, agent in enumerate(seating):
                totals[agent] += scores[deal, game, seat]
            fact = facts[deal][game]
            if fact.soloist >= 0:
                (won if fact.won else lost)[seating[fact.soloist]] += 1
        assert lists.totals[pack, start].tolist() == totals.tolist()
        assert lists.won[pack, start].tolist() == won.tolist()
        assert lists.lost[pack, start].tolist() == lost.tolist()
    assert [str(table.title) for table in list_tables(results, 0.95)] == [
        "6 lists of 36 deals, 2 with cards of their own",
        "lists of the last 36 deals",
    ]


def test_lists_of_four_agents_leave_out_who_does_not_sit_there() -> None:
    match = Match.create("python_skat", ["first"] * 4, 3, "permutations")
    results = play(match, DEALS)
    lists = lists_of(results)
    at_table = np.array([[agent in s for agent in range(4)] for s in match.seatings])
    assert (np.isnan(lists.totals[0]) == ~at_table).all()
    assert len(list_tables(results, 0.95)) == 2


@pytest.mark.parametrize(
    ("game", "agents", "order", "source", "error"),
    [
        ("python_skat", ["rule"], "pairs", "", "agents rule: expected at least 2, for a pair"),
        ("kuhn_poker", ["random"] * 2, "pairs", "", "game 'kuhn_poker': its deals cannot be given"),
        ("python_skat(start=deal cards A)", ["rule"] * 2, "pairs", "", "expected four sets"),
        ("python_skat", ["rule"] * 2, "pairs", "rule,rule", "expected a file, one bidder or"),
        ("python_skat", ["rule"] * 2, "pairs", "no/where", "there is no such file"),
        ("python_skat", ["rule"] * 2, "pairs", "games.sgf", "there is no such file"),
        ("python_skat", ["rule"] * 2, "pairs", "ruler", "unknown agent 'ruler'"),
        ("python_skat", ["rule"] * 2, "pairs", CARDED, "expected deals with contracts, for pairs"),
        ("python_skat", ["rule"] * 3, "rotations", "cards:rule", "there is no such file"),
    ],
)
def test_what_cannot_be_given_is_refused(
    game: str, agents: list[str], order: str, source: str, error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        Match.create(game, agents, 0, order, source)  # type: ignore[arg-type]


def test_files_that_hold_no_deals_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_text("# nothing\n")
    with pytest.raises(DealSourceError, match="deal 0: it holds only 0 with card play"):
        canonical(str(path))
    path.write_text("\n\nplay Q by 1\n")
    with pytest.raises(DealSourceError, match="deals, line 3: declaration 'Q'"):
        canonical(str(path))
    path.write_text(str(next(read_starts(PEOPLE))))
    match = Match.create("python_skat", ["rule", "random"], 0, "pairs", str(path))
    results = Results(match)
    with pytest.raises(DealSourceError, match="deal 1: it holds only 1"):
        run(match, 2, results)
    assert len(results) == 0


def test_lists_are_refused_where_nobody_changes_seats() -> None:
    match = Match.create("python_skat", ["rule", "random"], order="pairs")
    with pytest.raises(MatchError, match="lists: expected a match of three"):
        lists_of(Results(match))

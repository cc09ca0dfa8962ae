"""Judged plays against plain search over the game itself, and what must hold of every deal."""

import random
import re
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.cli.skat.pipma import tables as pipma_tables
from vorhand.evaluation import arena
from vorhand.evaluation.figures import cells
from vorhand.evaluation.post_mortem.skat.pipma import (
    DEFENDER,
    SOLOIST,
    PostMortem,
    goal_of,
    judge_deal,
    judge_files,
    judge_plays,
)
from vorhand.evaluation.post_mortem.skat.played_deals import (
    PlayedDeal,
    PlayedDealError,
    played_deal,
    read_played_deal,
)
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.records import read_records
from vorhand.games.skat.worth import ALL_TRICKS, NO_TRICK
from vorhand.native import skat
from vorhand.native.skat import Deal
from vorhand.tests.games.skat.plain_search import soloist_wins
from vorhand.tests.games.skat.records.sample import GAMES_FILE


def random_deal(rng: random.Random) -> Deal:
    """Return a random deal that was played at random, with a contract that may be won."""
    contract, hand = rng.randrange(6), rng.random() < 0.5
    levels = [0, 3] if contract == NULL else [0, 0, 1, 2, 3] if hand else [0]
    # The soloist, with the skat, mostly has the high cards, in null the low ones.
    worth = [0.08 * (card % 8) * (-1 if contract == NULL else 1) for card in range(32)]
    cards = sorted(range(32), key=lambda card: rng.random() - worth[card])
    others = cards[12:]
    rng.shuffle(others)
    parts = [cards[:10], others[:10], others[10:], cards[10:12]]
    soloist = rng.randrange(3)
    order = [(seat - soloist) % 3 for seat in range(3)]
    hands = [sum(1 << card for card in parts[part]) for part in order]
    deal = Deal.card_play(
        hands,
        sum(1 << card for card in parts[3]),
        soloist=soloist,
        contract=contract,
        level=rng.choice(levels),
        hand=hand,
        bid=18 if contract == NULL else rng.choice([18, 18, 18, 23, 48, 96]),
    )
    while not deal.is_over:
        deal.apply(rng.choice(deal.legal_actions()))
    return deal


def test_the_last_tricks_are_judged_as_plain_search_judges_them() -> None:
    rng = random.Random(1)
    judged = errors = 0
    for _ in range(150):
        played = PlayedDeal("", ("", "", ""), random_deal(rng))
        for play, (before, card) in zip(judge_plays(played), played.plays(), strict=True):
            if before.tricks_played < 8 - (judged < 300):
                continue
            after = before.copy()
            after.apply(card)
            was_won = soloist_wins(before)
            assert play.was_won == was_won
            assert play.error == (was_won != soloist_wins(after))
            judged, errors = judged + 1, errors + play.error
    assert judged > 500
    assert errors > 5


def test_errors_lead_from_the_first_value_to_the_result() -> None:
    rng = random.Random(2)
    turned = 0
    for _ in range(120):
        deal = random_deal(rng)
        plays = list(judge_plays(PlayedDeal("", ("", "", ""), deal)))
        won = plays[0].was_won
        for play in plays:
            assert play.was_won == won
            assert play.chance or not play.error
            if play.error:
                assert (play.seat == deal.soloist) == won
                won = not won
                turned += 1
        assert won == deal.result().won
    assert turned > 60


@pytest.mark.parametrize(
    ("contract", "level", "bid", "goal"),
    [
        (0, 0, 18, 61),
        (0, 0, 27, 90),
        (0, 0, 36, ALL_TRICKS),
        (0, 0, 40, None),
        (0, 1, 18, 90),
        (0, 2, 18, ALL_TRICKS),
        (5, 0, 23, NO_TRICK),
    ],
)
def test_what_the_soloist_needs(contract: int, level: int, bid: int, goal: int | None) -> None:
    hands = [0x000003FF, 0x000FFC00, 0x3FF00000]
    deal = Deal.card_play(
        hands, 0xC0000000, soloist=0, contract=contract, level=level, hand=level > 0, bid=bid
    )
    # With the jack of clubs in the skat, a game in diamonds has one matador.
    assert skat.matadors(0, hands[0] | 0xC0000000) == 1
    assert goal_of(deal) == goal


def test_real_games_are_judged_as_far_as_they_were_played() -> None:
    judged = [
        judge_deal(read_played_deal(line))
        for line in GAMES_FILE.read_text().splitlines()
        if "MV[" in line and read_played_deal(line).deal.contract >= 0
    ]
    plays = [len(record.plays) for record in read_records(GAMES_FILE) if record.declaration]
    unknown = 1  # one card was not shown before its player left
    assert sum(int(deal.counts[..., 0].sum()) for deal in judged) == sum(plays) - unknown


def test_rates_count_what_was_judged() -> None:
    rng = random.Random(3)
    judged = [judge_deal(PlayedDeal("", ("a", "b", "a"), random_deal(rng))) for _ in range(40)]
    found = PostMortem(judged)
    assert found.players == ["a", "b"]
    total = np.sum([deal.counts for deal in judged], axis=(0, 1, 2), dtype=np.int64)
    for parts in (
        [found.rates(role) for role in (SOLOIST, DEFENDER)],
        [found.rates(r, player=p) for r in (SOLOIST, DEFENDER) for p in "ab"],
        [found.rates(r, trick=t) for r in (SOLOIST, DEFENDER) for t in range(10)],
        [found.rates(r, kind=k) for r in (SOLOIST, DEFENDER) for k in ("suit", "grand", "null")],
    ):
        counted = np.sum([(part.plays, part.chances, part.errors) for part in parts], axis=0)
        assert counted.tolist() == total.tolist()
    alone = found.rates(SOLOIST)
    assert alone.plays == sum(int(d.counts[d.soloist, :, 0].sum()) for d in judged)
    assert alone.per_chance.value == alone.errors / alone.chances
    assert alone.per_chance.low < alone.per_chance.value < alone.per_chance.high
    # The same deals played again add no information.
    twice = PostMortem(judged * 2).rates(SOLOIST)
    assert twice == alone._replace(
        plays=2 * alone.plays, chances=2 * alone.chances, errors=2 * alone.errors
    )


@pytest.mark.extended
def test_any_number_of_processes_gives_the_same_from_records_and_other_logs(tmp_path: Path) -> None:
    logs = [tmp_path / "records.log", tmp_path / "actions.log"]
    start = "python_skat(start=play C by 0 cards ?)"
    for log, game, deals in ((logs[0], "python_skat", 8), (logs[1], start, 4)):
        match = arena.Match.create(game, ["rule", "random", "random"], 5)
        arena.run(match, deals, arena.Results(match), log=log)
    told: list[int] = []
    one, two = judge_files(logs, 1, told.append), judge_files(logs, 2)
    assert len(one.judged) == len(two.judged) > 20
    assert one.without_play + len(one.judged) == 36
    assert told[-1] == sum(log.stat().st_size for log in logs)
    for role in (SOLOIST, DEFENDER):
        assert one.judged.rates(role) == two.judged.rates(role)
    assert one.judged.players == two.judged.players
    assert sorted(one.judged.players) == ["random", "random:2", "rule"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "column 1: 'nonsense'"),
        ("{}", "no field 'game': expected a string"),
        ('{"game": "leduc_poker", "seats": ["a", "b"], "actions": []}', "expected python_skat"),
        ('{"game": "kuhn_poker", "seats": ["a", "b", "c"], "actions": []}', "expected python_skat"),
        (
            '{"game": "python_skat", "seats": ["a", "b", "c"], "actions": [0, 0]}',
            "expected one of D8",
        ),
        ('{"game": "python_skat", "seats": ["a", "b", "c"], "actions": [999]}', "range(0, 256)"),
        ('{"game": 3, "seats": ["a", "b", "c"], "actions": []}', "game 3: expected a string"),
        (
            '{"game": "python_skat", "seats": ["a", "b", "c"], "actions": 10}',
            "actions 10: expected a list",
        ),
        (
            '{"game": "python_skat", "seats": ["a", "b", 3], "actions": []}',
            "seats[2] 3: expected a string",
        ),
        (
            '{"deal": "x", "game": "python_skat", "seats": ["a", "b", "c"], "actions": []}',
            "deal 'x': expected an integer",
        ),
        ('{"seats": ' + "[" * 100_000, "nested too deep"),
    ],
)
def test_lines_that_are_no_deals_are_refused(line: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(PlayedDealError, match=re.escape(reason)):
        read_played_deal(line)
    path = tmp_path / "deals"
    path.write_text(f"# comment\n{line}\n{GAMES_FILE.read_text()}")
    reading = judge_files([path])
    assert reading.refused == 1
    assert reading.first_refusal.startswith(f"{path}, line 2: ")
    with pytest.raises(PlayedDealError, match="line 2: "):
        played_deal(path, 1)
    with pytest.raises(PlayedDealError, match=r"expected 1 \.\. 44"):
        played_deal(path, 45)
    path.write_text("# comment\n")
    with pytest.raises(PlayedDealError, match="deal 1: expected another file, it holds none"):
        played_deal(path, 1)


def test_the_rules_say_who_won_a_deal_that_was_played_to_its_end() -> None:
    lines = GAMES_FILE.read_text().splitlines()
    whole = next(line for line in lines if "ID[4940313]" in line)
    lie = whole.replace("d:0 win v:20", "d:0 loss v:-40")
    assert lie != whole
    assert read_played_deal(lie).won is True
    given_up = next(line for line in lines if "ID[6934288]" in line)
    lie = given_up.replace("d:2 win v:72", "d:2 loss v:-144")
    assert lie != given_up
    assert [read_played_deal(line).won for line in (given_up, lie)] == [True, False]


def test_rates_of_few_cases_have_a_star() -> None:
    stars = set()
    for table in pipma_tables(judge_files([GAMES_FILE]).judged, None, 0.95):
        heading, *lines = cells(table)
        for line in lines:
            row = dict(zip(heading[2:], line[2:], strict=True))
            for rate, count in (("a chance", "chances"), ("a play", "plays")):
                if row[rate] != "-":
                    assert row[rate].endswith(" *") is (int(row[count].replace(",", "")) < 20)
                    stars.add((rate, row[rate][-1] == "*"))
    assert {("a chance", True), ("a chance", False), ("a play", False)} <= stars


def test_the_command_prints_rates_and_draws_them(tmp_path: Path) -> None:
    picture = tmp_path / "rates.svg"
    arguments = ["pipma", str(GAMES_FILE), "--workers", "1"]
    result = CliRunner().invoke(app, [*arguments, "--plot", str(picture)])
    assert result.exit_code == 0
    for part in (
        "37 deals with card play (37 different), 6 without",
        "errors by trick",
        "with the most deals",
    ):
        assert part in result.output
    assert picture.read_text().startswith("<?xml")
    tables, _, _ = result.output.partition("picture: ")
    assert max(map(len, tables.splitlines())) <= Console().width
    one = CliRunner().invoke(app, [*arguments, "--player", "foo"])
    assert "errors of foo by trick" in one.output
    nobody = CliRunner().invoke(app, [*arguments, "--player", "nobody there"])
    assert isinstance(nobody.exception, ValueError)
    assert "player 'nobody there': not in these files" in str(nobody.exception)

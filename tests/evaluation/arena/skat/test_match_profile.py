"""Skat in the arena: records as log, and statistics by role and contract."""

from collections import Counter
from pathlib import Path

import pytest

from vorhand.evaluation.arena import LogError, Match, Results, read_log, run, summary, tables
from vorhand.evaluation.arena.skat import match_profile
from vorhand.games.skat.records import Outcome, Record, check_record, read_records

AGENTS = ("random", "random", "first")


def play(match: Match, deals: int, log: Path) -> Results:
    results = Results(match)
    run(match, deals, results, log=log)
    return results


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "skat.log"
    play(Match.create("python_skat", AGENTS, seed=3), 80, path)
    return path


@pytest.fixture(scope="module")
def records(log: Path) -> list[Record]:
    return list(read_records(log))


def test_the_log_holds_records(records: list[Record]) -> None:
    assert len(records) == 240
    assert all(check_record(record) == [] for record in records)
    assert [record.number for record in records] == list(range(1, 241))
    assert [record.series for record in records] == [1 + k // 3 for k in range(240)]


def test_records_say_which_agent_sat_where(records: list[Record]) -> None:
    for k in range(0, 240, 3):
        assert [record.players for record in records[k : k + 3]] == [
            ("random", "random:2", "first"),
            ("first", "random", "random:2"),
            ("random:2", "first", "random"),
        ]
        assert len({record.deal for record in records[k : k + 3]}) == 1
    assert len({record.deal for record in records}) == 80


@pytest.mark.parametrize(
    "game",
    [
        "python_skat",
        "python_skat(scoring=zero_sum)",
        "python_skat(scoring=card_points)",
    ],
)
def test_a_log_gives_back_the_scores_of_the_match(game: str, tmp_path: Path) -> None:
    played = play(Match.create(game, AGENTS, seed=4), 20, tmp_path / "log")
    again = read_log(tmp_path / "log")
    assert again.returns().tolist() == played.returns().tolist()
    assert again.facts == played.facts
    # Taken up again at a place in the middle of a record.
    content = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(content[: len(content) // 2])
    resumed = play(Match.create(game, AGENTS, seed=4), 20, tmp_path / "log")
    assert resumed.returns().tolist() == played.returns().tolist()
    assert (tmp_path / "log").read_bytes() == content


def test_an_edited_result_is_noticed(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines = log.read_text().split("\n")
    lines[4] = lines[4].replace(" loss v:-", " loss v:-9")
    path.write_text("\n".join(lines))
    with pytest.raises(LogError, match=r"line 5: record .*: the moves of its record lead to"):
        read_log(path)
    lines = log.read_text().split("\n")
    lines[4] = lines[4].replace('"returns":[', '"returns":[1')
    path.write_text("\n".join(lines))
    with pytest.raises(LogError, match=r"line 5: returns \[1.*: the moves of its record lead to"):
        read_log(path)


def test_statistics_are_what_counting_the_records_gives(log: Path, records: list[Record]) -> None:
    counted = match_profile._Counted(read_log(log))
    expected: Counter[tuple[str, str, int]] = Counter()
    for record in records:
        declaration = record.declaration
        for seat, name in enumerate(record.players):
            if record.result.declarer is None or declaration is None:
                expected["passed", name, -1] += 1
                continue
            role = "alone" if seat == record.result.declarer else "defending"
            won = (record.result.outcome is Outcome.WIN) == (role == "alone")
            expected[role, name, declaration.contract] += 1
            expected[f"{role} won", name, declaration.contract] += won
    assert sum(expected.values()) > 0
    won = counted.won.astype(bool)
    for agent, name in enumerate(counted.match.names):
        for contract in range(6):
            alone = counted.alone(agent, contract)
            defending = counted.defending(agent, contract)
            assert int(alone.sum()) == expected["alone", name, contract]
            assert int(defending.sum()) == expected["defending", name, contract]
            assert int((alone & won).sum()) == expected["alone won", name, contract]
            assert int((defending & ~won).sum()) == expected["defending won", name, contract]


def test_soloists_score_is_that_of_his_own_seat(log: Path) -> None:
    results = read_log(log)
    counted = match_profile._Counted(results)
    for deal in range(len(results)):
        for game in range(3):
            soloist = results.facts[deal][game].soloist
            if soloist >= 0:
                assert counted.score[deal, game] == results.returns()[deal, game, soloist]


def test_tables_of_a_skat_match(log: Path) -> None:
    results = read_log(log)
    assert summary(results) == (
        "python_skat, seed 3: 80 deals, each played 3 times; 95% confidence intervals"
    )
    titles = [str(table.title) for table in tables(results)]
    assert titles[0] == "scores"
    assert titles[1] == "differences on the same cards"
    assert titles[2].startswith("as soloist and as defender; ")
    assert titles[3] == "by contract, as soloist and as defender"

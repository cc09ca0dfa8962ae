"""Skat in the arena: records as log, and statistics by role and contract."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.arena import (
    LogError,
    Match,
    Results,
    figures,
    read_log,
    run,
)
from vorhand.games.skat.contracts import CONTRACT_NAMES
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
    # The match continues from the middle of a record.
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
    results = read_log(log)
    counted: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    for record, scores in zip(records, results.returns().reshape(-1, 3), strict=True):
        if record.declaration is None:
            continue
        won = record.result.outcome is Outcome.WIN
        for seat, name in enumerate(record.players):
            for among in ("", CONTRACT_NAMES[record.declaration.contract]):
                if seat == record.result.declarer:
                    counted["wins alone", name, among].append(won)
                    counted["points alone", name, among].append(scores[seat])
                else:
                    counted["wins in defence", name, among].append(not won)
    found = {(f.measure, f.agents[0], f.among): f.estimate.value for f in figures(results)}
    assert len(counted) > 20
    for key, values in counted.items():
        assert found[key] == pytest.approx(np.mean(values))

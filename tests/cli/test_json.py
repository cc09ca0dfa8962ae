"""Output of commands with --json: one document of the shape that docs/json.md describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation import papers
from vorhand.games.skat.records import read_record

RECORDS = Path(__file__).parents[1] / "data" / "iss-games.sgf"
ESTIMATE = {"value", "low", "high"}


def data(*arguments: str) -> Any:
    """Return the document on standard output, which holds nothing else."""
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.exception
    return json.loads(result.stdout, parse_constant=pytest.fail)


def test_solve() -> None:
    position = "CJ SA / C7 ST / HJ S7 skat D7 D8 contract=G soloist=0"
    solved = data("solve", position)
    assert (solved["contract"], solved["to_move"], solved["points"]) == ("grand", "forehand", 25)
    assert [move["card"] for move in solved["moves"] if move["best"]] == ["SA", "CJ"]
    assert {move["points"] for move in solved["moves"]} == {25}
    assert len(solved["line"]) == 6
    null = data("solve", "C7 S8 / CA ST / C9 S7 contract=N soloist=0")
    assert null["made"] is all(move["made"] for move in null["moves"] if move["best"])
    assert {move["lost_in_trick"] for move in null["moves"]} <= {None, 1, 2}


def test_review() -> None:
    record = read_record(RECORDS, 39)
    reviewed = data("review", str(RECORDS), "--deal", "39", "--agent", "rule")
    assert list(reviewed["players"].values()) == list(record.players)
    assert len(reviewed["plays"]) == 30
    played = [play["card"] for play in reviewed["plays"]]
    dealt = [card for cards in reviewed["dealt"].values() for card in cards]
    assert len(set(dealt)) == 32
    assert set(played) < set(dealt)
    for play in reviewed["plays"]:
        assert play["card"] in play["cards"]
        assert set(play["best"]) <= set(play["cards"])
        assert play["agent"] is None or play["agent"]["move"] in play["cards"]
        assert not (play["error"] and play["card"] in play["best"])
    assert sum(play["error"] for play in reviewed["plays"]) > 0
    assert reviewed["could_have_won"]["possible"] is True


def test_pipma() -> None:
    found = data("pipma", str(RECORDS), "--workers", "1")
    every = [row for row in found["rates"] if row["player"] is None]
    assert {row["player"] for row in found["rates"]} > {None, "zoot"}
    by_role = {
        role: [row for row in every if row["role"] == role] for role in ("soloist", "defenders")
    }
    for rows in by_role.values():
        whole = [row for row in rows if row["kind"] is None and row["trick"] is None]
        assert len(whole) == 1
        for part in ("kind", "trick"):
            parts = [row for row in rows if row[part] is not None]
            assert sum(row["plays"] for row in parts) == whole[0]["plays"]
            assert sum(row["errors"] for row in parts) == whole[0]["errors"]
        assert set(whole[0]["per_chance"]) == ESTIMATE


@pytest.mark.extended
def test_lists() -> None:
    agents = data("agents")
    assert {"agent", "belief", "evaluator", "decision", "ties"} == {e["kind"] for e in agents}
    pimc = next(e for e in agents if e["name"] == "pimc" and e["kind"] == "agent")
    assert "worlds" in pimc["parameters"]
    games = data("games", "--all")
    skat = next(game for game in games if game["name"] == "python_skat")
    assert skat["players"] == [3, 3]
    assert len(games) > 50
    ours = data("games")
    assert ours == [game for game in games if game in ours]


def test_laboratory(tmp_path: Path) -> None:
    file = str(tmp_path / "kuhn.policy")
    solved = data("lab", "solve", "kuhn_poker", "--output", file, "--exploitability", "0.05")
    assert 0 < solved["exploitability"] <= 0.05
    told = data("lab", "exploitability", "kuhn_poker", "random", f"cfr(file={file})")
    random, cfr = told["agents"]
    assert random["exploitability"] > cfr["exploitability"] > 0
    assert cfr["exploitability"] == pytest.approx(solved["exploitability"], abs=1e-6)
    assert random["exploitability"] == pytest.approx(-sum(random["seats"]) / 2)
    walks = ("--deals", "3", "--walks", "3", "--workers", "1")
    (measured,) = data("lab", "properties", "python_xx", *walks)
    assert measured["deals"] == 3
    assert set(measured["correlation"]) == set(measured["bias"]) == ESTIMATE
    choices = data("lab", "choices", "pimc(worlds=2)", "rule", "--decisions", "2", "--workers", "1")
    assert all(set(row) == {"figure", *ESTIMATE} for row in choices["rows"])
    options = ("--deals", "2", "--iterations", "0", "--workers", "1")
    endings = data("lab", "skat-endings", *options)
    assert (endings["deals"], endings["tricks"]) == (2, 3)
    assert 0 <= endings["rows"][0]["value"] <= 1
    known = data("lab", "belief", "uniform", "--deals", "1", "--workers", "1")
    assert {row["tssr_geometric"]["value"] for row in known["readings"]} == {1.0}


@pytest.mark.extended
def test_reproduce(tmp_path: Path) -> None:
    options = ("--output", str(tmp_path), "--workers", "1")
    table = data("reproduce", "wisser-table1", *options)
    assert len(table["rows"]) == 10
    assert {row["verdict"] for row in table["rows"]} == {"agrees"}
    assert all(row["exact"] and row["low"] == row["value"] for row in table["rows"])
    assert "wisser-table1" in {experiment["name"] for experiment in data("reproduce")}


@pytest.mark.extended
def test_the_cost_of_all_experiments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment that cannot run is reported with the reason; the others run."""
    names = ["long-table1", "wisser-table1"]
    monkeypatch.setattr(papers, "names", lambda: names)
    (tmp_path / "long-table1-quick").mkdir()
    (tmp_path / "long-table1-quick" / "long-table1.jsonl").write_text("[1, 2]\n")
    options = ("--output", str(tmp_path), "--workers", "1")
    costs = data("reproduce", "all", *options)
    assert [cost["name"] for cost in costs] == names
    assert "not of 'long-table1'" in costs[0]["not_run"]
    assert costs[1]["not_run"] == ""
    assert costs[1]["processor_seconds"] >= 0
    shown = CliRunner().invoke(app, ["reproduce", "all", *options])
    assert "processor seconds" in shown.output
    for wrong in (("all", "--set", "deals=1"), ("all", "--from", "."), ("--set", "deals=1")):
        refused = CliRunner().invoke(app, ["reproduce", *wrong])
        assert "expected with one experiment" in str(refused.exception)


def test_the_overview_of_the_papers(tmp_path: Path) -> None:
    lines = data("reproduce", "--from", str(tmp_path))
    columns = ["paper", "item", "command", "journal", "size", "verdict", "why"]
    assert [list(line) for line in lines] == [columns] * len(lines)
    verdicts = {"not judged", "missing", "impossible", "illustration"}
    assert {line["verdict"] for line in lines} == verdicts
    shown = CliRunner().invoke(app, ["reproduce", "--from", str(tmp_path)])
    assert "Furtak 2013" in shown.output

"""The benchmark harness on made-up times; no real timing decides anything here."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console
from typer.testing import CliRunner

from vorhand import cli
from vorhand.evaluation.bench import (
    Case,
    Comparison,
    Limit,
    Measurement,
    harness,
    measure,
    report,
)
from vorhand.evaluation.bench.skat import games
from vorhand.evaluation.bench.skat.games import random_deals
from vorhand.games.loading import load_game


def test_rounds_are_interleaved_in_turning_order() -> None:
    calls: list[str] = []

    def work(name: str) -> Callable[[], float]:
        def run() -> float:
            calls.append(name)
            return 1

        return run

    result = measure([Case(name, work(name), "deals") for name in "abc"], rounds=4)
    assert "".join(calls) == "abc" + "abc" + "bca" + "cab" + "abc"
    assert [len(times) for times in result.seconds_per_unit.values()] == [4, 4, 4]


def test_time_is_per_unit_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def work(seconds: float, units: float) -> Callable[[], float]:
        def run() -> float:
            clock[0] += seconds
            return units

        return run

    monkeypatch.setattr(harness, "cpu_seconds", lambda: clock[0])
    cases = [Case("slow", work(3, 2), "deals"), Case("fast", work(1, 4), "deals")]
    result = measure(cases, rounds=5)
    assert result.median("slow") == pytest.approx(1.5)
    assert result.speed_ratios("fast", "slow") == pytest.approx([6] * 5)


def test_report_states_ratios_targets_and_machine() -> None:
    result = Measurement({"a": "deals", "b": "deals"}, {"a": [1, 1, 2], "b": [3, 4, 5]}, "cpu")
    console = Console(file=io.StringIO(), width=120)
    findings: list[Comparison | Limit] = [
        Comparison("a", "b", speed_at_least=3),
        Comparison("b", "a", cost_at_most=2.9),
        Comparison("b", "a"),
        Limit("b", 4),
    ]
    report("title", result, findings, console)
    assert isinstance(console.file, io.StringIO)
    lines = [line.replace("│", " ").split() for line in console.file.getvalue().splitlines()]
    assert "a / b speed 3 2.5 4 >= 3 yes".split() in lines
    assert "b / a time 3 2.5 4 <= 2.9 NO".split() in lines
    assert "b / a speed 0.333 0.25 0.4".split() in lines
    assert "b s a unit 4 3 5 <= 4 yes".split() in lines
    assert "3 interleaved rounds" in console.file.getvalue()


def test_bad_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="rounds=0"):
        measure([], rounds=0)
    case = Case("a", lambda: 1, "deals")
    with pytest.raises(ValueError, match="different names"):
        measure([case, case])


def test_the_games_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_PLAYOUTS", 50)
    monkeypatch.setenv("COLUMNS", "120")
    result = CliRunner().invoke(cli.app, ["bench", "games", "--rounds", "1"])
    assert result.exit_code == 0, result.exception
    for part in (
        "python_skat / python_block_dominoes  speed",
        "vorhand.native playouts / skat  speed",
        ">= 20",
    ):
        assert part in result.output


def test_random_deals_are_the_same_in_every_round() -> None:
    run = random_deals(load_game("kuhn_poker"), 20)
    assert run() == run() >= 80  # two cards and at least two moves a deal
    assert random_deals(load_game("kuhn_poker"), 20, "deals")() == 20

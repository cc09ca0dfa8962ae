"""Matches that end when a difference is decided, and the error rate of that test by simulation."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation import arena
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.until import Until
from vorhand.tests.sizes import sizes

KUHN = arena.Match.create("kuhn_poker", ["random", "first", "random"], 3)


@pytest.mark.parametrize("mean", [0.0, 0.3])
@pytest.mark.parametrize("size", sizes((40, 20), (500, 5)))
def test_the_conclusion_is_wrong_in_at_most_one_match_of_twenty(
    mean: float, size: tuple[int, int]
) -> None:
    """A difference of 0 must be found small, and a difference like the margin clear and positive.

    Scores are those of a poker hand, mostly small and sometimes large. 2,000 deals suffice for
    intervals that are narrower than the margin, so both conclusions are reached.
    """
    (matches, every), rng = size, np.random.default_rng(7)
    until, wrong, decided = Until(0, 1, margin=0.3), 0, 0
    for _ in range(matches):
        by_deal = mean + rng.choice([-1.0, 1.0, 4.0, -4.0], 2_000, p=[0.4, 0.4, 0.1, 0.1])
        for deals in range(50, 2_001, every):
            reached = until.conclusion(by_deal[:deals])
            if reached != "open":
                decided += 1
                right = "small" if mean == 0 else "clear"
                wrong += reached != right or (mean > 0 and by_deal[:deals].mean() < 0)
                break
    assert wrong <= 0.05 * matches + 2 * (0.05 * 0.95 * matches) ** 0.5
    assert decided > 0.5 * matches


def test_small_and_clear_differences() -> None:
    """2,000 scores of +1 and -1 have a standard error of 1 / sqrt(2000), about 0.022, by hand."""
    even = np.tile([1.0, -1.0], 1_000)
    assert Until(0, 1, margin=0.2).conclusion(even) == "small"
    assert Until(0, 1, margin=0.02).conclusion(even) == "open"
    assert Until(0, 1).conclusion(even) == "open"
    assert Until(0, 1, margin=0.2).conclusion(even + 0.5) == "clear"
    assert Until(0, 1, margin=0.2).conclusion(even[:40]) == "open"


@pytest.mark.parametrize("text", ["A - B", "B-A"])
def test_a_match_ends_at_the_same_deal_with_and_without_its_log(tmp_path: Path, text: str) -> None:
    until = Until.parse(text, KUHN, 0.4)
    whole, played, resumed = (arena.Results(KUHN) for _ in range(3))
    arena.run(KUHN, 90, whole)
    by_deal = until.leads(whole)
    first = next((n for n in range(90) if until.conclusion(by_deal[:n]) != "open"), 90)
    log = tmp_path / "match.log"
    arena.run(KUHN, 40, arena.Results(KUHN), log=log)
    arena.run(KUHN, 90, played, log=log, until=until)
    assert len(played) == first
    arena.run(KUHN, 90, resumed, log=log, until=until)
    assert resumed.returns().tolist() == played.returns().tolist()
    ahead = {"A - B": (0, 1), "B-A": (1, 0)}[text]
    assert (until.ahead, until.behind) == ahead
    sign = 1 if ahead[0] < ahead[1] else -1
    pair = min(ahead), max(ahead)
    assert by_deal.tolist() == (sign * whole.head_to_head()[pair]).tolist()


def test_the_match_ends_on_the_interval_of_the_table() -> None:
    """A difference that is clear by itself may be open in a comparison of three agents."""
    results = arena.Results(KUHN)
    arena.run(KUHN, 120, results)
    until = Until.parse("B - C", KUHN, 0.4)
    with estimates.any_stopping_time():
        figures = arena.figures(results)
        alone = estimates.mean(until.leads(results))
    [found] = [
        figure.estimate
        for figure in figures
        if figure.measure == "head to head" and figure.agents == KUHN.names[1:]
    ]
    told = until.as_data(results)
    assert (told["low"], told["high"]) == (
        found.to_dict()["simultaneous_low"], found.to_dict()["simultaneous_high"],
    )  # fmt: skip
    assert told["low"] < alone.low
    even = np.tile([1.0, -1.0], 100)
    with estimates.any_stopping_time():
        border = estimates.mean(even).margin
    assert Until(1, 2).conclusion(even + 1.01 * border) == "clear"
    assert until.conclusion(even + 1.01 * border) == "open"


def test_apart_a_match_of_pairs_ends_on_the_interval_of_its_table() -> None:
    match = arena.Match.create("python_skat", ["rule", "random"], 0, "apart")
    assert Until.parse("A - B", match, 0).comparisons == 3
    assert Until.parse("A - B", replace(match, order="pairs"), 0).comparisons == 1


def test_the_log_tells_that_a_difference_was_to_end_the_match(tmp_path: Path) -> None:
    """The log records the stopping rule, since the number of deals was not fixed."""
    plain, log = tmp_path / "plain.jsonl", tmp_path / "until.jsonl"
    until = Until.parse("A - B", KUHN, 0.4, 0.9)
    arena.run(KUHN, 5, arena.Results(KUHN), log=plain)
    arena.run(KUHN, 5, arena.Results(KUHN), log=log, until=until)
    assert (arena.confidence_until(plain), arena.confidence_until(log)) == (None, 0.9)
    arena.run(KUHN, 8, arena.Results(KUHN), log=log)
    assert arena.confidence_until(log) == 0.9
    assert arena.confidence_until(tmp_path / "none") is None
    lines = list(map(json.loads, log.read_text().splitlines()))
    assert len(lines) == 8 * len(KUHN.seatings)
    assert all(
        line["until"] == {"difference": "A - B", "margin": 0.4, "confidence": 0.9} for line in lines
    )
    for file, valid, confidence in ((plain, False, 0.95), (log, True, 0.9)):
        shown = CliRunner().invoke(app, ["log", str(file), "--json"])
        told = json.loads(shown.stdout)
        assert (told["any_stopping_time"], told["confidence"]) == (valid, confidence)
    line = json.dumps(lines[0] | {"until": {"difference": "A - B"}}) + "\n"
    log.write_text(line * len(KUHN.seatings))
    with pytest.raises(arena.LogError, match="no field 'confidence': expected"):
        arena.confidence_until(log)


def test_other_texts_and_margins_are_refused() -> None:
    for text in ("A", "A - A", "A - D", "A + B", "a - b"):
        with pytest.raises(arena.MatchError, match="expected two of the agents, as A - B"):
            Until.parse(text, KUHN, 0)
    with pytest.raises(arena.MatchError, match="margin -1: expected"):
        Until.parse("A - B", KUHN, -1)

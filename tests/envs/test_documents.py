"""The sessions of the page about training run as shown; its figures are those of the journals."""

import doctest
import json
import lzma
import math
import statistics
from pathlib import Path
from typing import Any

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "train.md"
RESULTS = Path(__file__).parents[2] / "evaluation" / "results"

in_repository = pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents are not installed")


@in_repository
def test_train() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def lines_of(name: str) -> list[dict[str, Any]]:
    """Return the lines of a journal or log."""
    with lzma.open(RESULTS / f"{name}.jsonl.xz", "rt") as file:
        return [json.loads(line) for line in file]


def results_alone(name: str, agent: str) -> dict[str, float]:
    """Return an agent's results alone against two others, by the start that the deal gives."""
    games = [line for line in lines_of(name) if line["seats"].count(agent) == 1]
    results = {line["game"]: line["returns"][line["seats"].index(agent)] for line in games}
    assert len(results) == len(games) == 2000
    return results


@in_repository
def test_cost_and_end_of_the_curves_are_those_of_their_journals() -> None:
    text = " ".join(DOCUMENT.read_text("utf-8").split())
    (head, *_, last), (*_, skat) = lines_of("learning-schnapsen"), lines_of("learning-skat")
    assert f"took {head['wall_s'] / 60:.0f} minutes" in text
    assert f"of which {math.floor(last['cpu_s'] + 0.5)} seconds were processor time" in text
    assert f"ends at {last['score']:+.3f} points a deal" in text
    assert f"took {skat['cpu_s']:.0f} seconds on one core" in text


@in_repository
def test_the_gain_over_random_play_is_that_of_the_logs() -> None:
    """The interval is that of the differences between both matches, deal by deal."""
    network, random = (
        results_alone("skat-learned-alone-against-rule", "learned(file=skat.pt)"),
        results_alone("skat-random-alone-against-rule", "random"),
    )
    assert network.keys() == random.keys()
    gains = [network[deal] - random[deal] for deal in network]
    mean, error = statistics.mean(gains), statistics.stdev(gains) / math.sqrt(len(gains))
    expected = f"{mean:.1f} points a deal more than random play"
    interval = f"({mean - 1.96 * error:.1f} to {mean + 1.96 * error:.1f}, "
    assert f"{expected} {interval}" in " ".join(DOCUMENT.read_text("utf-8").split())

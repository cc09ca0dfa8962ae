"""Figures 8.6 to 8.10 of Furtak's thesis: results of a split, and estimates for a table."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.arena.estimates import share
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.furtak_2013.sparse_tables.estimates import (
    Result,
    Table,
    entries,
    missed,
)
from vorhand.evaluation.papers.reports import Exact, Verdict
from vorhand.evaluation.training.skat_table_index import Kind, ownerships, shapes
from vorhand.tests.evaluation.papers.small import reported

FOUND = experiment("furtak-tables")
KINDS: tuple[Kind, ...] = ("suit", "grand")


@pytest.mark.extended
def test_what_is_kept_of_a_split() -> None:
    """Results of a split: rows add up to shapes and curves to valuations, for every criterion."""
    result = FOUND.work([0, "grand", [7, 3, 0, 0, 2], 7])
    real = 12 * ownerships(4)
    assert result["rows"][0] <= result["shapes"]
    assert len(result["sampled"]) in (result["rows"][0] // 7, result["rows"][0] // 7 + 1)
    ways = 1 * 35 * 6  # sets of real cards: all of a suit, three of another, two jacks
    for shares, poles, sources, sinks, curves, first in result["sampled"]:
        assert sum(shares) <= 3 * real
        assert max(sources, sinks) <= poles <= sources + sinks
        assert [len(losses) for losses in curves] == [poles] * 3
        assert [sum(losses) for losses in curves] == [result["valuations"], ways, ways]
        assert all(unanswered <= result["valuations"] for unanswered, _, _ in first)


def test_small_splits_are_whole() -> None:
    result = FOUND.work([0, "suit", [2, 1, 0, 0, 3], 1])
    shares = np.array([row[0] for row in result["sampled"]])
    assert len(shares) == result["rows"][0]
    assert shares.sum(axis=0).tolist() == [6 * ownerships(2)] * 3
    assert (shares > 0).sum(axis=0).tolist() == result["rows"][1:]


def test_what_rows_tell_of_a_table() -> None:
    """Sums are exact from all rows, and estimated from some rows or some splits."""
    rng = np.random.default_rng(1)
    whole: list[Result] = []
    for _ in range(40):
        n = int(rng.integers(20, 60))
        rows = [[[1, 0, 2], int(k), int(k) // 3 + 1, int(k) // 2] for k in rng.integers(3, 9, n)]
        whole.append({"shapes": 3 * n, "valuations": 5, "rows": [n, n, 0, n], "sampled": rows})
    table = Table("grand", 2, whole, 1, True)
    counts = table.entries
    assert isinstance(table.total(counts[:, 0]), Exact)
    assert table.total(counts[:, 0]).value == counts[:, 0].sum()
    assert table.a_row(table.half).value == np.minimum(counts[:, 1], counts[:, 2]).mean()
    assert table.a_shape(lambda part: part["rows"][0]).value == pytest.approx(1 / 3)
    some = [part | {"sampled": part["sampled"][::2]} for part in whole]
    every_other = Table("grand", 2, some, 2, True)
    halved = every_other.total(every_other.entries[:, 0])
    assert halved.low < counts[:, 0].sum() < halved.high
    bulk = [part["rows"][0] / 7 for part in whole]
    few = Table("grand", 2, some[::2], 2, False, bulk[::2], sum(bulk[::2]) / sum(bulk))
    drawn = few.total(few.entries[:, 0])
    assert drawn.low < counts[:, 0].sum() < drawn.high


def test_intervals_of_ratios_stay_within_their_range() -> None:
    """One split has most of the rows: linear intervals would reach below 0.

    Half a linear interval is the value times the logarithm of high / value.
    """
    splits: list[Result] = [
        {"shapes": n, "rows": [rows], "sampled": [[[1, 0, 0], poles, poles // 3, poles // 2]]}
        for n, rows, poles in ((100, 90, 600), (90, 2, 10), (80, 1, 7))
    ]
    table = Table("suit", 4, splits, 2, False, [5.0, 5.0, 5.0], 0.1)
    counts = table.entries
    whole, half = table.a_row(counts[:, 0]), table.total(table.half)
    for positive in (whole, half, table.a_shape(lambda part: 5.0 * part["rows"][0])):
        assert 0 < positive.low < positive.value < positive.high
        assert np.log(positive.high / positive.value) > 1
    for part in (
        table.a_row(table.half, counts[:, 0]),
        table.a_shape(lambda part: part["rows"][0], share),
    ):
        assert 0 <= part.low < part.value < part.high <= 1


def test_curves_of_rows() -> None:
    row = [[1, 0, 1], 2, 1, 1, [[7, 3], [20, 5], [21, 4]], []]
    table = Table("suit", 4, [{"shapes": 2, "rows": [1], "sampled": [row]}], 1, True)
    costs = table.costs(4)
    assert [curve.tolist() for curve in costs.valuations] == [[20, 6, 0]]
    assert [curve.tolist() for curve in costs.positions] == [[50, 10, 0]]
    assert [curve.tolist() for curve in costs.halves(costs.by_ways)] == [[50, 0]]
    assert entries(costs.by_ways) == 2
    assert missed(costs.by_ways[0], [0.4, 1, 7]).tolist() == [1, 8 / 50, 0]
    assert costs.weighted()["both frequencies"].tolist() == [50, 8, 0]


@pytest.mark.nightly
def test_what_the_report_says(tmp_path: Path) -> None:
    """Constructed: all splits have the results of a small split with the same number of cards."""
    small = {6: [2, 1, 0, 0, 3], 9: [5, 2, 0, 0, 2], 12: [7, 3, 0, 0, 2]}
    settings = settings_for(FOUND, numbers={"splits": 2, "one_in": 100})
    done: dict[str, Result] = {}
    results = []
    for start, kind, split, *one_in in FOUND.jobs(settings):
        job = [start, kind, small[sum(split)], *(min(few, 20) for few in one_in)]
        if str(job) not in done:
            done[str(job)] = FOUND.work(job)
        results.append(done[str(job)])
    report = reported("furtak-tables", results, tmp_path, splits=2, one_in=100)
    told = {row.name: row.ours for row in report.rows}
    assert isinstance(told["suit, 2 cards: tentpoles a row"], Exact)
    assert not isinstance(told["suit, 3 cards: tentpoles a row"], Exact)
    for kind in KINDS:
        pointers = told[f"{kind}, 4 cards, MB: a pointer a shape instead"]
        assert pointers.value == 4 * shapes(kind, 4) / 1e6
        for rows in ("whole", "half"):
            name = f"{kind}, 50% of {rows} rows: missed by greedy removal / by the best choice"
            assert told[name].value >= 1
        name = f"{kind}, 50% of the entries of whole rows: weighted with "
        guides = ("nothing", "row frequency", "valuation frequency", "both frequencies")
        misses = [told[f"{name}{guide}, positions missed"].value for guide in guides]
        assert min(misses) == misses[-1]
    assert {type(finding.verdict) for finding in report.findings} == {Verdict}
    assert all(path.stat().st_size > 10_000 for path in report.pictures)

"""Furtak's thesis (2013), chapter 8, figures 8.6 to 8.10: sparse look-up tables for trump games.

The experiment counts the entries (tentpoles) that rows of two to four cards per hand need, whole
and half. It chooses the entries to keep under a budget, by greedy removal and by dynamic
programming, under several weightings. It compares them with the first version of such tables
(Furtak and Buro 2011) and with our own tables of functions. All shapes of a split are counted, but
only some rows are examined: one in ``one_in`` with four cards, more with fewer cards. For three and
four cards only ``splits`` splits are taken. The thesis judges the choice of entries by the solver's
time. Here it is judged by the positions that are not answered exactly.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, Floats, mean, positive, share
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.furtak_2013.sparse_tables.entry_choice import best, greedy
from vorhand.evaluation.papers.furtak_2013.sparse_tables.estimates import (
    BY_ROWS,
    Costs,
    Result,
    Table,
    entries,
    missed,
    positive_ratio,
)
from vorhand.evaluation.papers.furtak_2013.sparse_tables.owner_diagrams import nodes, owners
from vorhand.evaluation.papers.furtak_2013.sparse_tables.representatives import shared_out, widths
from vorhand.evaluation.papers.furtak_2013.sparse_tables.row_tries import Trie
from vorhand.evaluation.papers.furtak_2013.sparse_tables.table_rows import (
    LONGEST,
    Domain,
    Rows,
    Split,
    domain_of,
    leads_of,
    row_values,
    rows_of,
)
from vorhand.evaluation.papers.furtak_2013.sparse_tables.tentpoles import (
    Grid,
    grid_of,
    removal,
    tentpoles,
)
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import (
    Finding,
    Report,
    Row,
    above,
    all_hold,
    below,
    exact,
    more,
)
from vorhand.evaluation.pictures import figure, save
from vorhand.evaluation.training.skat_table_index import KINDS, Kind, ownerships
from vorhand.native.studies import TrumpRows, trump_splits

Ints: TypeAlias = npt.NDArray[np.int64]

_CARDS = (2, 3, 4)
_MOST = 4  # most cards per hand of the tables with budgets
_LEADERS = ("the soloist", "the defender behind them", "the defender before them")
_TRIE = "trie"  # marks the jobs of the trie
_CURVES = 4  # index of the cost curves in the stored data of a row
_ENTRY, _POINTER, _NODE = 4, 4, 12  # bytes; a node has three children
_MB = 1e6
_PAPER_MB = {"suit": 200, "grand": 550}
_PAPER_HALF = 0.40
_MEAN_REPRESENTATIVES = (1, 3, 10, 30)  # per split of the first version of tables
_SMALL_TABLES = 10  # parts into which the rows are dealt, to estimate intervals
_KEPT = 0.5  # share of the entries that is kept
_AS_GOOD, _CLEARLY = 1.05, 1.1
_COMPARED = 10  # mean number of representatives that is compared
_GRID = np.linspace(0, 1, 41)


def _jobs(settings: Settings) -> list[Job]:
    looked_at = [
        [settings.seed, kind, list(split), _one_in(settings, cards)]
        for kind, cards in itertools.product(KINDS, _CARDS)
        for split in _splits(settings, kind, cards)
    ]
    tries = [
        [_TRIE, kind, list(split)]
        for kind, cards in itertools.product(KINDS, _CARDS)
        for split in _splits(settings, kind, cards)
        if cards < _MOST
    ]
    return looked_at + tries


def _one_in(settings: Settings, cards: int) -> int:
    """Return n, where one row in n is examined; smaller tables have a smaller n."""
    return max(1, int(settings.count("one_in") / 10.0 ** (_MOST - cards)))


def _splits(settings: Settings, kind: Kind, cards: int) -> list[Split]:
    """Return all splits or, for three and four cards, splits at even distances in order of size."""
    splits = [tuple(split) for split in trump_splits(kind, cards)]
    few = settings.count("splits")
    if cards == min(_CARDS) or few >= len(splits):
        return splits
    start = np.random.default_rng([settings.seed, KINDS.index(kind)]).random()
    ordered = sorted(splits, key=lambda split: (_bulk(kind, split), split))
    return [ordered[int((k + start) * len(splits) / few)] for k in range(few)]


def _bulk(kind: Kind, split: Split) -> float:
    """Return a size that is nearly proportional to the entries of a split.

    All splits have the same number of ownerships, but suits of the same length are interchangeable.
    The entries of a row are nearly proportional to (1 + trumps) times the root of the valuations.
    """
    alike = math.prod(math.factorial(n) for n in Counter(split[:-1]).values())
    return (1 + split[-1]) * math.sqrt(domain_of(kind, split).size) / alike


@cache
def _solver(kind: Kind) -> TrumpRows:
    """Return the process-wide solver, which stores results about fewer cards."""
    return TrumpRows(kind)


def _work(job: Job) -> Result:
    if job[0] == _TRIE:
        return _known_again(job)
    seed, kind, split, one_in = job
    domain = domain_of(kind, split)
    grid, rows = grid_of(domain), rows_of(_solver(kind), domain)
    held, leads = owners(domain.split, rows.shapes), leads_of(rows.shapes.astype(np.int64))
    ours_open = (rows.sets == 0) | (rows.sets > LONGEST)
    rng = np.random.default_rng([seed, *split])
    sampled = rng.permutation(len(rows.keys))[rng.integers(one_in) :: one_in]
    has_budgets = sum(split) == 3 * _MOST
    return {
        "shapes": len(rows.shapes),
        "valuations": domain.size,
        "rows": [len(rows.keys), *(rows.shares > 0).sum(axis=0).tolist()],
        "nodes": [nodes(held[leads == seat], rows.rows[leads == seat]) for seat in range(3)],
        "ours": [4 * len(rows.shapes) + 2 * rows.words, int(ours_open.sum())],
        "sampled": [_looked_at(domain, grid, rows, k, has_budgets) for k in sampled.tolist()],
    }


def _looked_at(domain: Domain, grid: Grid, rows: Rows, number: int, has_budgets: bool) -> list[Any]:
    points = row_values(domain, rows.functions[number], rows.keys[number]).astype(np.int64)
    values = 2 * points - domain.total
    sources, sinks = tentpoles(grid, values)
    poles = np.union1d(sources, sinks)
    row: list[Any] = [rows.shares[number].tolist(), len(poles), len(sources), len(sinks)]
    if has_budgets:
        guides = [np.stack([np.ones_like(domain.ways), domain.ways]), domain.ways[None]]
        alike, by_ways = removal(grid, values, poles, guides)
        row.append([(-np.diff(curve)).tolist() for curve in (*alike, *by_ways)])
        row.append(_first_version(domain, grid, values))
    return row


def _known_again(job: Job) -> Result:
    """Look up the shapes of a split in a trie, one after another, and add unknown rows to it.

    Return three numbers: shapes, shapes whose row was already known, and the searches for these.
    """
    _, kind, split = job
    domain = domain_of(kind, split)
    grid, rows = grid_of(domain), rows_of(_solver(kind), domain)
    points = [row_values(domain, *row) for row in zip(rows.functions, rows.keys, strict=True)]
    values = [(2 * some - domain.total).tolist() for some in points]
    trie, known, tests = Trie(), 0, 0
    for row in rows.rows.tolist():
        before = trie.tests
        found = trie.find(values[row])
        if found is None:
            poles = np.union1d(*tentpoles(grid, np.array(values[row])))
            trie.add(poles.tolist(), values[row], row)
        elif found == row:
            known, tests = known + 1, tests + trie.tests - before
        else:
            raise RuntimeError(f"a trie took row {row} for {found}: {job}")
    return {"shapes": len(rows.shapes), "known": known, "tests": tests}


def _chosen(kind: Kind, split: Split, number: int) -> list[tuple[int, ...]]:
    """Return a split's representatives, given their mean number per split."""
    return shared_out(kind, _MOST, number * len(trump_splits(kind, _MOST)))[split][1]


def _first_version(domain: Domain, grid: Grid, values: Ints) -> list[list[float]]:
    """Return for each budget: valuations not answered exactly, their `ways`, and the mean width."""
    found = []
    for number in _MEAN_REPRESENTATIVES:
        wide = widths(grid, values, _chosen(domain.kind, domain.split, number))
        found.append(
            [int((wide > 0).sum()), int(domain.ways[wide > 0].sum()), round(float(wide.mean()), 3)]
        )
    return found


def _tables(settings: Settings, left: Iterator[Result]) -> list[Table]:
    """Take the results with examined rows from the front of ``left``; return their tables."""
    found = []
    for kind, cards in itertools.product(KINDS, _CARDS):
        splits = _splits(settings, kind, cards)
        parts = list(itertools.islice(left, len(splits)))
        every_split = [tuple(split) for split in trump_splits(kind, cards)]
        bulk = [_bulk(kind, split) for split in splits]
        share = sum(bulk) / sum(_bulk(kind, split) for split in every_split)
        whole = len(splits) == len(every_split)
        found.append(Table(kind, cards, parts, _one_in(settings, cards), whole, bulk, share))
    return found


def _sizes(table: Table) -> list[Row]:
    name = f"{table.kind}, {table.cards} cards"
    rows = [
        Row(f"{name}: different rows / shapes", table.a_shape(lambda part: part["rows"][0], share)),
        Row(
            f"{name}: valuations a shape",
            table.a_shape(lambda part: part["shapes"] * part["valuations"]),
            digits=0,
        ),
    ]
    for what, counts in zip(("tentpoles", "sources", "sinks"), table.entries.T, strict=True):
        rows.append(Row(f"{name}: {what} a row", table.a_row(counts), digits=1))
    if table.cards == _MOST:
        for seat, leader in enumerate(_LEADERS):
            led = table.shares[:, seat] > 0
            each = table.a_row(table.entries[:, 0] * led, led)
            rows.append(Row(f"{name}: tentpoles a row that {leader} leads", each, digits=1))
    halved = table.a_row(table.half, table.entries[:, 0])
    paper = _PAPER_HALF if table.cards == _MOST else None
    rows.append(Row(f"{name}: half rows / whole rows, entries", halved, paper, 2))
    return rows


def _tries(settings: Settings, left: Iterator[Result]) -> list[Row]:
    rows = []
    for kind, cards in itertools.product(KINDS, _CARDS[:-1]):
        parts = list(itertools.islice(left, len(_splits(settings, kind, cards))))
        known, tests = (np.array([part[n] for part in parts], float) for n in ("known", "tests"))
        name = f"{kind}, {cards} cards: searches in a trie for a shape whose row is known"
        whole = cards == min(_CARDS)  # all splits, at every size
        each = exact(float(tests.sum() / known.sum())) if whole else positive_ratio(tests, known)
        rows.append(Row(name, each, digits=1))
    return rows


def _megabytes(table: Table) -> list[Row]:
    name, scale = f"{table.kind}, {table.cards} cards, MB", table.shapes / _MB
    apart = table.entries[:, 0] * (table.shares > 0).sum(axis=1)
    return [
        Row(f"{name}: sparse rows", _sparse(table), _PAPER_MB[table.kind], 0),
        Row(f"{name}: the same, each leader apart", table.total(apart) * (_ENTRY / _MB)),
        Row(f"{name}: half rows", table.total(table.half) * (_ENTRY / _MB)),
        Row(
            f"{name}: diagrams of owners",
            table.a_shape(lambda part: sum(part["nodes"])) * (_NODE * scale),
        ),
        Row(f"{name}: a pointer a shape instead", exact(_POINTER * scale)),
        Row(f"{name}: our functions", table.a_shape(lambda part: part["ours"][0]) * scale),
        Row(
            f"{table.kind}, {table.cards} cards: shapes that our functions leave open",
            table.a_shape(lambda part: part["ours"][1], share),
        ),
    ]


def _sparse(table: Table) -> Estimate:
    return table.total(table.entries[:, 0]) * (_ENTRY / _MB)


Lines: TypeAlias = dict[str, Floats]
"""The shares not answered exactly with each method, float64 [small tables, budgets]."""


def _lines(tables: Sequence[Costs], shares: Floats) -> list[Lines]:
    """Return three groups of lines: shares not answered exactly, by the share of entries kept.

    The lines of the first group count valuations, with greedy removal and with the best choice.
    Those of the second count positions, for each weighting. Those of the third count positions,
    with the best choice. The share of entries kept is relative to whole rows.
    """
    found: list[list[dict[str, Floats]]] = [[], [], []]
    for some in tables:
        kept = shares * entries(some.valuations)
        halves = some.halves(some.valuations)
        drawn = (
            {
                "whole rows, greedy": greedy(some.valuations),
                "whole rows, best": best(some.valuations),
                "half rows, greedy": greedy(halves),
                "half rows, best": best(halves),
            },
            some.weighted(),
            {"whole rows": best(some.by_ways), "half rows": best(some.halves(some.by_ways))},
        )
        for lines, curves in zip(found, drawn, strict=True):
            lines.append({name: missed(curve, kept) for name, curve in curves.items()})
    return [
        {name: np.stack([line[name] for line in lines]) for name in lines[0]} for lines in found
    ]


def _budgets(table: Table, tables: Sequence[Costs]) -> tuple[list[Row], list[Finding]]:
    kind, name = table.kind, f"{table.kind}, {_KEPT:.0%} of the entries of whole rows"
    ways, weights, _ = _lines(tables, np.array([_KEPT]))
    rows = [
        Row(f"{name}: {what}, valuations missed", mean(line[:, 0]))
        for what, line in ways.items()
        if what.startswith("whole")
    ]
    for what, line in weights.items():
        rows.append(Row(f"{name}: weighted with {what}, positions missed", mean(line[:, 0])))
    others = ("nothing", "valuation frequency")
    margins = {what: mean(weights[what][:, 0] - weights[BY_ROWS][:, 0]) for what in others}
    best_weight = all_hold(
        f"{kind}: row frequency is the best of the thesis' three weightings",
        map(above, margins.values()),
        ", ".join(f"{what} misses {margin:+.3f} more" for what, margin in margins.items()),
    )
    whole, half = _dearer(tables, halves=False), _dearer(tables, halves=True)
    for what, costs in (("whole", whole), ("half", half)):
        text = f"{kind}, {_KEPT:.0%} of {what} rows: missed by greedy removal / by the best choice"
        rows.append(Row(text, costs))
    return rows, [
        best_weight,
        Finding(
            f"{kind}, whole rows: greedy removal is as good as the best choice, to a twentieth",
            below(whole, _AS_GOOD),
            f"{whole:.3f} times as much is missed",
        ),
        Finding(
            f"{kind}, half rows: the best choice is clearly better, by a tenth",
            above(half, _CLEARLY),
            f"greedy removal misses {half:.2f} times as much",
        ),
    ]


def _dearer(tables: Sequence[Costs], halves: bool) -> Estimate:
    """Return the ratio of misses, greedy removal to best choice, if half the entries are kept."""
    found = []
    for some in tables:
        curves = some.halves(some.valuations) if halves else some.valuations
        kept = _KEPT * entries(curves)
        found.append(missed(greedy(curves), kept) / missed(best(curves), kept))
    return positive(np.array(found))


def _first_version_rows(
    table: Table, tables: Sequence[Costs]
) -> tuple[list[Row], list[Finding], Floats]:
    """Return rows and findings on the first version, and its sizes in MB with the shares missed."""
    rows, findings, points = [], [], []
    frequencies = table.shares.sum(axis=1)
    first = np.array([row[5] for row in table.rows])
    sizes = frequencies * table.of_splits(lambda part: part["valuations"])[table.split]
    ways = np.array([curve[0] for curve in table.costs(_CURVES).positions])
    for k, number in enumerate(_MEAN_REPRESENTATIVES):
        name = f"{table.kind}, first version, {number} valuations a split"
        mb = exact(3 * ownerships(_MOST) * number * len(trump_splits(table.kind, _MOST)) / _MB)
        lost = table.a_row(frequencies * first[:, k, 1], ways, share)
        wide = table.a_row(sizes * first[:, k, 2], sizes)
        kept = np.array([mb.value / _sparse(table).value])
        half = mean(_lines(tables, kept)[2]["half rows"][:, 0])
        rows += [
            Row(f"{name}: MB", mb, digits=0),
            Row(f"{name}: positions missed", lost),
            Row(f"{name}: width of the bounds, points", wide, digits=1),
            Row(f"{name}: positions that half rows of this size miss", half),
        ]
        points.append((mb.value, lost.value))
        if number == _COMPARED:
            finding = Finding(
                f"{table.kind}: half rows answer more exactly than the first version of that size",
                more(lost, half),
                f"at {mb.value:.0f} MB missed {half:.3f} and {lost:.3f}",
            )
            findings.append(finding)
    return rows, findings, np.array(points)


def _report(settings: Settings, results: list[Result]) -> Report:
    left = iter(results)
    tables = _tables(settings, left)
    rows = [row for table in tables for row in _sizes(table)]
    rows += _tries(settings, left)
    findings, panels = [], []
    for table in tables:
        if table.cards < _MOST:
            continue
        if len(table.rows) < 2 * _SMALL_TABLES:
            raise ExperimentError(f"{len(table.rows)} rows of {table.kind}: take a smaller one_in")
        small = table.costs(_CURVES).dealt(_SMALL_TABLES)
        of_budgets, judged = _budgets(table, small)
        of_first, compared, points = _first_version_rows(table, small)
        rows += [*_megabytes(table), *of_budgets, *of_first]
        findings += [*judged, *compared]
        panels.append((table, _lines(small, _GRID), points))
    drawings = {"furtak-tables.png": partial(_picture, panels)}
    return Report("Sparse look-up tables of trump games", rows, findings, drawings)


def _picture(panels: Sequence[tuple[Table, list[Lines], Floats]], path: Path) -> Path:
    drawing, axes = figure(len(panels), 3)
    for (table, lines, first), line in zip(panels, axes, strict=True):
        mb = _sparse(table).value
        for panel, curves, scale in zip(line, lines, (1, 1, mb), strict=True):
            for name, curve in curves.items():
                _draw(panel, scale * _GRID, curve, name)
            panel.set_title(f"{table.kind}, {table.cards} cards", fontsize=10)
            panel.set_xlabel("share of the entries of whole rows")
            panel.set_ylabel("positions not answered exactly")
        line[0].set_ylabel("valuations not answered exactly")
        line[2].set_xlabel("MB of entries")
        line[2].set_xlim(0, 1.1 * mb)
        ours = table.a_shape(lambda part: part["ours"][0]).value * table.shapes / _MB
        left_open = table.a_shape(lambda part: part["ours"][1]).value
        line[2].plot(*first.T, "s", markersize=4, label="first version")
        line[2].plot([ours], [left_open], "D", markersize=5, label="our functions")
        for panel in line:
            panel.legend(fontsize=7)
    return save(drawing, path)


def _draw(panel: Any, across: Floats, curves: Floats, name: str) -> None:
    middle = [mean(column) for column in curves.T]
    (drawn,) = panel.plot(across, [at.value for at in middle], label=name)
    low, high = [at.low for at in middle], [at.high for at in middle]
    panel.fill_between(across, low, high, color=drawn.get_color(), alpha=0.2, linewidth=0)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, chapter 8, figures 8.6 to 8.10; Furtak and Buro 2011, section 3.4",
    {"splits": (3, 100), "one_in": (400, 100)},
    _jobs,
    _work,
    _report,
    unit="splits",
    extras=("numba", "plots"),
    why="A few splits, judged by positions answered exactly, not by the solver's time.",
)

"""Estimates for whole look-up tables from the examined rows.

A result holds an experiment's data on a split: ``shapes``, ``valuations``, ``rows`` (the number of
different rows of all leaders, then of each leader), and ``sampled``, a list for each examined row:
its frequency by leader (`Rows.shares`), the numbers of its tentpoles, sources and sinks, and, if
there are cost curves, three lists (as in `Costs`) of the value of each entry, from the one removed
last to the one removed first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, Floats, on_log_scale, ratio
from vorhand.evaluation.papers.furtak_2013.sparse_tables.entry_choice import greedy, half_row
from vorhand.evaluation.papers.reports import exact
from vorhand.evaluation.training.skat_table_index import Kind, shapes

Ints: TypeAlias = npt.NDArray[np.int64]
Result: TypeAlias = dict[str, Any]
Quotient: TypeAlias = Callable[[Floats, Floats], Estimate]


def positive_ratio(sums: Floats, counts: Floats) -> Estimate:
    """Return the ratio of positive sums, with an interval on the log scale."""
    return on_log_scale(ratio(sums, counts))


@dataclass(frozen=True)
class Table:
    """The data on the tables of one kind of game and one number of cards per hand."""

    kind: Kind
    cards: int  # number of cards per hand
    splits: list[Result]
    one_in: int  # one row was examined for each group of this many rows
    whole: bool  # True if all splits are included; otherwise they are an equiprobable sample
    bulk: Sequence[float] = ()  # rough number of entries of each split
    share: float = 1.0  # these splits' share of the entries (by ``bulk``) of all splits

    @property
    def rows(self) -> list[list[Any]]:
        """The data on each row."""
        return [row for part in self.splits for row in part["sampled"]]

    @property
    def split(self) -> Ints:
        """The index of each row's split, int64 [rows]."""
        return np.repeat(np.arange(len(self.splits)), [len(p["sampled"]) for p in self.splits])

    @property
    def shares(self) -> Ints:
        """The frequency of each row for each leader, int64 [rows, 3]."""
        return np.array([row[0] for row in self.rows])

    @property
    def entries(self) -> Ints:
        """The numbers of tentpoles, sources and sinks of each row, int64 [rows, 3]."""
        return np.array([row[1:4] for row in self.rows])

    @property
    def half(self) -> Ints:
        """The number of entries of each half row: its sources or its sinks, whichever are fewer."""
        fewer: Ints = self.entries[:, 1:].min(axis=1)
        return fewer

    @property
    def shapes(self) -> int:
        """The number of shapes of all splits, including those without results."""
        return shapes(self.kind, self.cards)

    def of_splits(self, value: Callable[[Result], float]) -> Floats:
        """Return a figure for each split."""
        return np.array([value(part) for part in self.splits], float)

    def a_shape(
        self, value: Callable[[Result], float], quotient: Quotient = positive_ratio
    ) -> Estimate:
        """Return the mean per shape of a quantity whose sum is known for each split."""
        sums, sizes = self.of_splits(value), self.of_splits(lambda part: part["shapes"])
        return exact(float(sums.sum() / sizes.sum())) if self.whole else quotient(sums, sizes)

    def a_row(
        self,
        values: npt.NDArray[Any],
        of: npt.NDArray[Any] | None = None,
        quotient: Quotient = positive_ratio,
    ) -> Estimate:
        """Return the mean of values over different rows, or their sum divided by the sum of ``of``.

        If all splits are included, the mean is exact, or its interval is based on single rows if
        only some were examined. Otherwise the interval is based on whole splits.
        """
        of = np.ones(len(values)) if of is None else of.astype(float)
        values = values.astype(float)
        if self.whole and self.one_in == 1:
            return exact(float(values.sum() / of.sum()))
        if self.whole:
            return quotient(values, of)
        return quotient(self._by_split(values), self._by_split(of))

    def total(self, values: npt.NDArray[Any]) -> Estimate:
        """Return the sum over all different rows of the table."""
        if self.whole:
            return self.a_row(values) * float(sum(part["rows"][0] for part in self.splits))
        bulk = np.array(self.bulk)
        sums = self._by_split(values) * self.one_in
        return positive_ratio(sums, bulk) * float(bulk.sum() / self.share)

    def _by_split(self, values: npt.NDArray[Any]) -> Floats:
        sums = np.zeros(len(self.splits))
        np.add.at(sums, self.split, values)
        return sums

    def costs(self, place: int) -> Costs:
        """Return the cost curves that are stored at this index of each row's data."""
        frequencies = self.shares.sum(axis=1)
        curves: list[list[Ints]] = [[], [], []]
        for frequency, row in zip(frequencies.tolist(), self.rows, strict=True):
            for some, losses in zip(curves, row[place], strict=True):
                some.append(frequency * np.append(np.cumsum(losses[::-1])[::-1], 0))
        return Costs(curves[0], curves[1], curves[2], frequencies, self.half)


@dataclass(frozen=True)
class Costs:
    """Cost curves of rows, each multiplied by the frequency of its row."""

    valuations: list[Ints]  # the number not answered exactly, by the number of entries kept
    # the cost of the same choice of entries, with each valuation weighted by its number of sets of
    # real cards
    positions: list[Ints]
    by_ways: list[Ints]  # the costs in this weighting if it also determines the choice of entries
    frequencies: Ints  # [rows], over all leaders
    half: Ints  # [rows], number of entries of each half row

    def dealt(self, tables: int) -> list[Costs]:
        """Distribute the rows over this many small tables."""
        return [
            Costs(
                self.valuations[k::tables],
                self.positions[k::tables],
                self.by_ways[k::tables],
                self.frequencies[k::tables],
                self.half[k::tables],
            )
            for k in range(tables)
        ]

    def halves(self, curves: Sequence[Ints]) -> list[Ints]:
        """Return the curves of half rows."""
        return [half_row(curve, n) for curve, n in zip(curves, self.half.tolist(), strict=True)]

    def weighted(self) -> dict[str, Ints]:
        """Return curves of the positions not answered exactly, for each criterion of removal."""
        frequencies = self.frequencies.tolist()
        once = [curve // f for curve, f in zip(self.valuations, frequencies, strict=True)]
        ways = [curve // f for curve, f in zip(self.by_ways, frequencies, strict=True)]
        return {
            "nothing": greedy(once, self.positions),
            BY_ROWS: greedy(self.valuations, self.positions),
            "valuation frequency": greedy(ways, self.by_ways),
            "both frequencies": greedy(self.by_ways),
        }


BY_ROWS = "row frequency"


def entries(curves: Sequence[Ints]) -> int:
    """Return the number of entries of all rows with these curves."""
    return sum(len(curve) - 1 for curve in curves)


def missed(curve: Ints, kept: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the share not answered exactly if this many entries are kept (rounded)."""
    at = np.minimum(np.rint(kept).astype(int), len(curve) - 1)
    share: npt.NDArray[np.float64] = curve[at] / curve[0]
    return share

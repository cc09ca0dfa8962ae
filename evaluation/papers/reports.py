"""The report of an experiment: its figures beside the paper's, and verdicts on statements."""

from __future__ import annotations

import csv
import enum
import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate

__all__ = [
    "Drawings",
    "Exact",
    "Finding",
    "Report",
    "Row",
    "Verdict",
    "above",
    "all_hold",
    "below",
    "every",
    "exact",
    "holds_somewhere",
    "judged_together",
    "known",
    "more",
    "within",
]


_TELLING = 0.25  # maximum margin of a figure that agrees, as a share of the paper's figure

Drawings: TypeAlias = Mapping[str, Callable[[Path], object]]
"""Functions that write pictures and other files, by file name."""
MOST_PRINTED = 100
"""The maximum number of printed rows. A longer table goes to a file if there are pictures."""


class Exact(Estimate):
    """A value that was computed, not sampled."""

    def __mul__(self, factor: float) -> Exact:
        return exact(self.value * factor)


def exact(value: float) -> Exact:
    """Return the value as an estimate without error."""
    return Exact(value, value, value)


@dataclass(frozen=True)
class Row:
    """One figure beside the paper's.

    Attributes:
        name: description of the figure.
        ours: our figure with its interval; `Exact` if it was computed.
        paper: the paper's figure; None if there is none.
        digits: number of decimals shown, those of the paper's figure if there is one.
        note: a remark, such as the reason of a difference.
        unjudged: a text shown in place of the verdict while the run is unfinished.
        simultaneous: our figure with a simultaneous interval, which holds together with those of
            all judged figures; None if it is not judged, or the only one.
        cases: number of deals or games behind the figure; infinite if unknown.
    """

    name: str
    ours: Estimate
    paper: float | None = None
    digits: int = 3
    note: str = ""
    unjudged: str = ""
    simultaneous: Estimate | None = None
    cases: float = math.inf

    @property
    def is_sampled(self) -> bool:
        """True if a sampled figure is judged."""
        return self.paper is not None and not isinstance(self.ours, Exact)

    @property
    def verdict(self) -> str:
        """The verdict on the paper's figure, which may be rounded or cut off.

        The figures agree if the interval contains the paper's and is narrow enough: half its width
        is at most a quarter (`_TELLING`) of the paper's figure, or a unit of its last digit.
        """
        if self.paper is None:
            return ""
        if self.unjudged:
            return self.unjudged
        ours = self.simultaneous or self.ours
        sampled = not isinstance(ours, Exact)
        if sampled and (ours.margin == 0 or not math.isfinite(ours.margin)):
            return Verdict.UNDECIDED  # all samples are identical, or there are too few
        unit = 10.0**-self.digits
        rounding = 0.5 * unit + 1e-12
        if ours.low - rounding <= self.paper <= ours.high + rounding:
            tells = not sampled or ours.margin <= max(_TELLING * abs(self.paper), unit)
            return "agrees" if tells else Verdict.UNDECIDED
        if math.trunc(self.ours.value / unit) == round(self.paper / unit):
            return "agrees, cut off"
        return f"differs by {abs(self.ours.value - self.paper):.{self.digits}f}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; ``exact`` marks a computed figure."""
        both = {} if self.simultaneous is None else self.ours.beside(self.simultaneous).to_dict()
        return {
            "figure": self.name,
            **self.ours.to_dict(),
            "exact": isinstance(self.ours, Exact),
            "paper": self.paper,
            **both,
            "verdict": str(self.verdict),
            "note": self.note,
        }


class Verdict(enum.StrEnum):
    """The verdict on a statement; undecided if the interval contains the threshold."""

    HOLDS = "holds"
    DOES_NOT_HOLD = "does not hold"
    UNDECIDED = "undecided"


def known(holds: bool) -> Verdict:
    """Return the verdict on a fact that was computed, not sampled."""
    return Verdict.HOLDS if holds else Verdict.DOES_NOT_HOLD


def above(estimate: Estimate, threshold: float = 0.0) -> Verdict:
    """Judge whether a figure is above a threshold; undecided if all samples are identical."""
    if estimate.low == estimate.high and not isinstance(estimate, Exact):
        return Verdict.UNDECIDED
    if estimate.low > threshold:
        return Verdict.HOLDS
    return Verdict.DOES_NOT_HOLD if estimate.high <= threshold else Verdict.UNDECIDED


def within(estimate: Estimate, margin: float) -> Verdict:
    """Judge whether an effect is small: its distance from zero is below a margin."""
    return every(above(estimate, -margin), below(estimate, margin))


def below(estimate: Estimate, threshold: float = 0.0) -> Verdict:
    """Judge whether a figure is below a threshold."""
    return above(estimate * -1, -threshold)


def more(one: Estimate, other: Estimate) -> Verdict:
    """Judge whether one figure is above another that was measured independently."""
    if one.low > other.high:
        return Verdict.HOLDS
    return Verdict.DOES_NOT_HOLD if one.high <= other.low else Verdict.UNDECIDED


def every(*verdicts: Verdict) -> Verdict:
    """Return the verdict on a statement that holds if all its parts hold."""
    for verdict in (Verdict.DOES_NOT_HOLD, Verdict.UNDECIDED):
        if verdict in verdicts:
            return verdict
    return Verdict.HOLDS


@dataclass(frozen=True)
class Finding:
    """A statement, the verdict of our figures on it, and the evidence.

    Attributes:
        text: the statement.
        verdict: the verdict of our figures.
        evidence: the figures on which the verdict is based.
        confidence: confidence of the interval on which the verdict is based. By Holm's procedure,
            all verdicts of the report are right together with the confidence of the report.
        parts: number of figures, each of which can refute the statement.
        places: number of settings, at each of which the statement can hold.
        ours: True if the paper does not make the statement. A statement of the paper that is
            measured by our means is still the paper's.
    """

    text: str
    verdict: Verdict | str
    evidence: str
    confidence: float = 0.95
    parts: int = 1
    places: int = 1
    ours: bool = False


def all_hold(
    text: str, verdicts: Iterable[Verdict], evidence: str, *, ours: bool = False
) -> Finding:
    """Return the finding on a statement that holds if all its parts hold.

    The intervals of the parts are simultaneous if one of them refutes the statement. They need not
    be if all parts agree.
    """
    parts = list(verdicts)
    return Finding(text, every(*parts), evidence, parts=len(parts), ours=ours)


def holds_somewhere(text: str, places: Mapping[str, Sequence[Verdict]], evidence: str) -> Finding:
    """Return the finding on a statement whose setting the paper does not give.

    It holds if all its parts hold at one of the places examined, and is refuted only if it is
    refuted at all of them.

    Args:
        text: the statement.
        places: the verdicts on the parts of the statement, by the name of the place.
        evidence: figures that decided; the places follow them.
    """
    by_place = {place: every(*parts) for place, parts in places.items()}
    found = set(by_place.values())
    verdict = Verdict.UNDECIDED
    if Verdict.HOLDS in found:
        verdict = Verdict.HOLDS
    elif found == {Verdict.DOES_NOT_HOLD}:
        verdict = Verdict.DOES_NOT_HOLD
    where = "; ".join(
        f"{one} at {', '.join(place for place, judged in by_place.items() if judged is one)}"
        for one in Verdict
        if one in found
    )
    return Finding(
        text,
        verdict,
        f"{evidence}; {where}",
        parts=max(map(len, places.values())),
        places=len(places),
    )


@dataclass(frozen=True)
class Report:
    """The results of an experiment.

    Attributes:
        title: title of the table.
        rows: figures beside the paper's.
        findings: statements of the paper or of our own, judged.
        drawings: functions that write its pictures and other files.
        confidence: confidence of the intervals.
        any_stopping_time: True if the intervals are valid at any stopping time.
        pictures: files written.
    """

    title: str
    rows: Sequence[Row] = ()
    findings: Sequence[Finding] = ()
    drawings: Drawings = field(default_factory=dict)
    confidence: float = 0.95
    any_stopping_time: bool = field(default_factory=estimates.is_any_stopping_time)
    pictures: Sequence[Path] = ()

    @property
    def printed_rows(self) -> Sequence[Row]:
        """The rows of the printed table; empty if the rows are written to a file."""
        return () if len(self.rows) > MOST_PRINTED and self.pictures else self.rows

    def _write_rows(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = [row.to_dict() for row in self.rows]
            writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)))
            writer.writeheader()
            writer.writerows(rows)

    def drawn(self, folder: Path | None) -> Report:
        """Write pictures and a long table to a folder, if given; return the report with paths."""
        if folder is None:
            return self
        drawings = dict(self.drawings)
        if drawings and len(self.rows) > MOST_PRINTED:
            drawings["figures.csv"] = self._write_rows
        for name, draw in drawings.items():
            folder.mkdir(parents=True, exist_ok=True)
            draw(folder / name)
        pictures = tuple(folder / name for name in drawings)
        return replace(self, drawings={}, pictures=pictures)

    @property
    def interval(self) -> str:
        """The kind of its intervals, as text."""
        return estimates.kind_of_interval(self.confidence, self.any_stopping_time)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; ``exact`` marks computed figures."""
        findings = [
            {
                "text": f.text,
                "verdict": str(f.verdict),
                "evidence": f.evidence,
                "confidence": f.confidence,
                "ours": f.ours,
            }
            for f in self.findings
        ]
        return {
            "title": self.title,
            "confidence": self.confidence,
            "any_stopping_time": self.any_stopping_time,
            "rows": [row.to_dict() for row in self.rows],
            "findings": findings,
            "pictures": list(map(str, self.pictures)),
        }


def judged_together(report: Callable[[], Report]) -> Report:
    """Return a report that controls the family-wise error of its verdicts.

    Verdicts on figures use Bonferroni's intervals. Verdicts on statements follow Holm's procedure
    (Scandinavian Journal of Statistics 6, 1979). Each step uses intervals that are wide enough for
    the number of undecided statements, and decides some of them. The procedure ends when a step
    decides none.

    Args:
        report: function that makes the report with the intervals set by `estimates.together`.
    """
    first = report()
    rows, sampled = list(first.rows), sum(row.is_sampled for row in first.rows)
    if sampled > 1:
        with estimates.together(sampled):
            wide = report().rows
        rows = [
            replace(row, simultaneous=of.ours) if row.is_sampled else row
            for row, of in zip(rows, wide, strict=True)
        ]
    return replace(first, rows=rows, findings=_stepped(report, first))


def _stepped(report: Callable[[], Report], first: Report) -> Sequence[Finding]:
    """Decide the findings by Holm's procedure, each with the evidence of its deciding step."""

    @functools.cache
    def judged(comparisons: int) -> list[Finding]:
        confidence = 1 - (1 - first.confidence) / comparisons
        with estimates.together(comparisons):
            return [replace(finding, confidence=confidence) for finding in report().findings]

    def decisive(k: int, finding: Finding, left: int) -> Finding:
        """Return the finding with wider intervals if any one of several figures may decide it."""
        several = {Verdict.DOES_NOT_HOLD: finding.parts, Verdict.HOLDS: finding.places}
        return judged(left * several.get(Verdict(finding.verdict), 1))[k]

    decided: dict[int, Finding] = {}
    count = len(first.findings)
    while len(decided) < count:
        left = count - len(decided)
        found = [decisive(k, finding, left) for k, finding in enumerate(judged(left))]
        new = {
            k: finding
            for k, finding in enumerate(found)
            if k not in decided and finding.verdict != Verdict.UNDECIDED
        }
        if not new:
            return [decided.get(k, finding) for k, finding in enumerate(found)]
        decided |= new
    return [decided[k] for k in range(count)]

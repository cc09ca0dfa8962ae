"""The framework of experiments: running, showing, storing and judging their work.

The work of an experiment is a list of jobs, each a row of JSON values. Their results are
JSON values too. They are stored with their jobs in a journal as they arrive, in the order of the
jobs. Any number of workers therefore gives the same results, and an interrupted run resumes where
it stopped, also with other code that gives the same results
(`vorhand.evaluation.workers.provenance`). The number of jobs is fixed before the first one: a
journal is not continued with other settings, and an unfinished one gets no verdict.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vorhand.agents.provenance import Used, used
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers.journal import ExperimentError, Job, Journal, JournalWriter, Result
from vorhand.evaluation.sizes import check_seed, settings_of
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.evaluation.workers.provenance import code_commit, code_version, done_again
from vorhand.games.extras import require_extra

__all__ = [
    "Exact",
    "Experiment",
    "ExperimentError",
    "Finding",
    "Job",
    "Report",
    "Result",
    "Row",
    "Settings",
    "Verdict",
    "above",
    "below",
    "every",
    "exact",
    "gained",
    "known",
    "more",
    "report_of",
    "run",
    "settings_for",
]


@dataclass(frozen=True)
class Settings:
    """One run of an experiment.

    Attributes:
        experiment: its name.
        seed: fixes everything random.
        numbers: its sizes by name, as `Experiment.sizes` gives them.
    """

    experiment: str
    seed: int
    numbers: Mapping[str, float]

    def text(self) -> str:
        """Return all settings in one line of JSON."""
        return json.dumps({"experiment": self.experiment, **self.with_seed()}, sort_keys=True)

    def with_seed(self) -> dict[str, float]:
        """Return the seed and the sizes by name."""
        return {"seed": self.seed, **self.numbers}

    def parts(self, name: str, together: int) -> list[list[int]]:
        """Return the first item and the number of items of each part of a size."""
        count = self.count(name)
        return [[first, min(together, count - first)] for first in range(0, count, together)]

    def jobs(self, name: str, together: int, *more: Any) -> list[Job]:
        """Return a job for each part of a size: the seed, the part (see `parts`), and more."""
        return [[self.seed, *part, *more] for part in self.parts(name, together)]

    def count(self, name: str) -> int:
        """Return a size as a whole number; raise ExperimentError if it is none."""
        number = self.numbers[name]
        if number != int(number):
            raise ExperimentError(f"{name}={number}: expected a whole number")
        return int(number)


@dataclass(frozen=True)
class Row:
    """One figure beside the paper's.

    Attributes:
        name: description of the figure.
        ours: our figure with its interval; `Exact` if it was computed.
        paper: the paper's figure; None if it gives none.
        digits: number of decimals in the paper.
        note: explanation of a difference.
        unjudged: the verdict if the figure is one of an unfinished run.
    """

    name: str
    ours: Estimate
    paper: float | None = None
    digits: int = 3
    note: str = ""
    unjudged: str = ""

    @property
    def verdict(self) -> str:
        """The agreement of the paper's figure, rounded or cut off, with our measurement."""
        if self.paper is None:
            return ""
        if self.unjudged:
            return self.unjudged
        if self.ours.low == self.ours.high and not isinstance(self.ours, Exact):
            return Verdict.UNDECIDED  # identical samples give no interval
        unit = 10.0**-self.digits
        rounding = 0.5 * unit + 1e-12
        if self.ours.low - rounding <= self.paper <= self.ours.high + rounding:
            return "agrees"
        if math.trunc(self.ours.value / unit) == round(self.paper / unit):
            return "agrees, cut off"
        return f"differs by {abs(self.ours.value - self.paper):.{self.digits}f}"


class Verdict(enum.StrEnum):
    """The verdict of our figures on a statement; undecided if the interval contains the border."""

    HOLDS = "holds"
    DOES_NOT_HOLD = "does not hold"
    UNDECIDED = "undecided"


def known(holds: bool) -> Verdict:
    """Return the verdict on a fact that was computed, not sampled."""
    return Verdict.HOLDS if holds else Verdict.DOES_NOT_HOLD


def above(estimate: Estimate, border: float = 0.0) -> Verdict:
    """Judge if a figure is above a border."""
    if estimate.low > border:
        return Verdict.HOLDS
    return Verdict.DOES_NOT_HOLD if estimate.high <= border else Verdict.UNDECIDED


def gained(gain: Estimate) -> Verdict:
    """Judge if there is a gain; identical games give no interval and leave it undecided."""
    return above(gain) if gain.low < gain.high else Verdict.UNDECIDED


def below(estimate: Estimate, border: float = 0.0) -> Verdict:
    """Judge if a figure is below a border."""
    return above(estimate * -1, -border)


def more(one: Estimate, other: Estimate) -> Verdict:
    """Judge if one figure is above another that was measured independently."""
    if one.low > other.high:
        return Verdict.HOLDS
    return Verdict.DOES_NOT_HOLD if one.high <= other.low else Verdict.UNDECIDED


def every(*verdicts: Verdict) -> Verdict:
    """Return the verdict on a statement that claims all of these."""
    for verdict in (Verdict.DOES_NOT_HOLD, Verdict.UNDECIDED):
        if verdict in verdicts:
            return verdict
    return Verdict.HOLDS


@dataclass(frozen=True)
class Finding:
    """A statement of the paper, the verdict of our figures on it, and the evidence."""

    text: str
    verdict: Verdict | str
    evidence: str


@dataclass(frozen=True)
class Report:
    """The results of an experiment.

    Attributes:
        title: title of the table.
        rows: figures beside the paper's.
        findings: the paper's statements, judged.
        pictures: files written.
        confidence: of the intervals.
    """

    title: str
    rows: Sequence[Row] = ()
    findings: Sequence[Finding] = ()
    pictures: Sequence[Path] = ()
    confidence: float = 0.95

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; ``exact`` marks a figure that was computed, not sampled."""
        rows = [
            {
                "figure": row.name,
                **row.ours.to_dict(),
                "exact": isinstance(row.ours, Exact),
                "paper": row.paper,
                "verdict": str(row.verdict),
                "note": row.note,
            }
            for row in self.rows
        ]
        findings = [
            {"text": f.text, "verdict": str(f.verdict), "evidence": f.evidence}
            for f in self.findings
        ]
        return {
            "title": self.title,
            "confidence": self.confidence,
            "rows": rows,
            "findings": findings,
            "pictures": list(map(str, self.pictures)),
        }


@dataclass(frozen=True)
class Experiment:
    """A result of a paper and the way to reproduce it.

    Attributes:
        name: as on the command line.
        source: the paper and the place in it.
        sizes: "quick" and "full", each a set of numbers with the same names.
        jobs: settings -> the jobs.
        work: one job -> its result; a module-level function, since it runs in other processes.
        report: settings, results of the first jobs in order, folder for pictures -> report.
        unit: name of a job in the progress bar.
        extras: the extras of this package that it needs.
    """

    name: str
    source: str
    sizes: Mapping[str, Mapping[str, float]]
    jobs: Callable[[Settings], list[Job]]
    work: Callable[[Job], Result]
    report: Callable[[Settings, list[Result], Path], Report]
    unit: str = "parts"
    extras: tuple[str, ...] = ()

    def require_extras(self) -> None:
        """Raise MissingExtraError if an extra that it needs is not installed."""
        for extra in self.extras:
            require_extra(extra)


class Exact(Estimate):
    """A value that was computed, not sampled.

    A sampled value is never exact, even if the few samples are identical.
    """

    def __mul__(self, factor: float) -> Exact:
        return exact(self.value * factor)


def exact(value: float) -> Exact:
    """Return the value as an estimate without error."""
    return Exact(value, value, value)


def settings_for(
    experiment: Experiment,
    size: str = "quick",
    seed: int = 0,
    numbers: Mapping[str, float | str] | None = None,
) -> Settings:
    """Return the settings of a size, with some of its numbers replaced.

    Raises:
        ExperimentError: an unknown size, a number that the experiment does not have or that does
            not fit, or a negative seed.
    """
    check_seed(seed, ExperimentError)
    name = experiment.name
    changed = settings_of(name, experiment.sizes, size, numbers or {}, ExperimentError)
    return Settings(name, seed, changed)


def run(
    experiment: Experiment,
    settings: Settings,
    folder: Path,
    workers: Workers = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Do the jobs that the journal in ``folder`` does not hold yet, and report.

    Args:
        experiment: the experiment.
        settings: its seed and sizes.
        folder: for the journal and the pictures; created if missing.
        workers: number of processes, or a Ray cluster.
        progress: called with the number of jobs done and their total.

    Raises:
        MissingExtraError: an extra that the experiment needs is not installed.
        ExperimentError: the journal belongs to another experiment, to other settings or fitted
            files, or was written by code that gives other results: some of its jobs are repeated
            to check that.
    """
    experiment.require_extras()
    jobs = experiment.jobs(settings)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{experiment.name}.jsonl"
    work = functools.partial(_traced, experiment.work)
    writer = JournalWriter(path, experiment.name, settings.with_seed(), len(jobs))
    with contextlib.closing(writer):
        journal = writer.journal
        left = [job for job in jobs if json.dumps(job) not in journal.results]
        if journal.version != code_version():
            again = [list(journal.results)[k] for k in done_again(len(journal.results))]
            same = ordered_map(work, map(json.loads, again), workers)
            for held, (result, _) in zip(again, same, strict=True):
                _refuse_other(journal, held, result)
            writer.add_header(
                {"version": code_version(), "commit": code_commit(), "done again": again}
            )
        results = ordered_map(work, left, workers)
        for number, (job, result) in enumerate(zip(left, results, strict=True), 1):
            writer.add(job, *result)
            if progress is not None:
                progress(len(jobs) - len(left) + number, len(jobs))
    return experiment.report(settings, journal.done(jobs), folder)


def _traced(work: Callable[[Job], Result], job: Job) -> tuple[Result, Used]:
    """Do a job; return its result, and what this process has used so far."""
    result = work(job)
    return result, used()


def _refuse_other(journal: Journal, job: str, ours: Result) -> None:
    """Raise ExperimentError if this code's result of a job differs from the journal's."""
    if json.dumps(ours) != json.dumps(journal.results[job]):
        raise ExperimentError(
            f"{journal.path} holds results of version {journal.version}, and this version, "
            f"{code_version()}, has another one for the job {job}; give another output folder or "
            "delete the file"
        )


def report_of(
    experiment: Experiment, path: Path, folder: Path, chosen: Settings | None = None
) -> tuple[Journal, list[tuple[Settings, Report]]]:
    """Report the results in a journal without doing any job.

    Args:
        experiment: the experiment.
        path: the journal, which may be compressed.
        folder: for pictures, if there are any; created if missing.
        chosen: settings of the run to report; None: all runs that the journal names.

    Returns:
        The journal, and the settings and the report of each run, without verdicts if the run is
        not finished or its number of jobs was not fixed in advance.

    Raises:
        MissingExtraError: pictures cannot be drawn.
        ExperimentError: it is no journal of this experiment, has no such run, or does not say with
            which settings it was made.
    """
    if "plots" in experiment.extras:
        require_extra("plots")
    journal = Journal.read(path, experiment.name)
    runs = _runs_of(experiment, journal, chosen)
    reports = []
    for number, (settings, reason) in enumerate(runs):
        own = folder / str(number) if len(runs) > 1 else folder
        made = [path for path in (own, *own.parents) if not path.exists()]
        own.mkdir(parents=True, exist_ok=True)
        jobs = experiment.jobs(settings)
        results = journal.done(jobs)
        unfinished = f"unfinished: {len(results):,} of {len(jobs):,} {experiment.unit}"
        stopped = unfinished if len(results) < len(jobs) else reason
        report = functools.partial(_open, experiment, stopped) if stopped else experiment.report
        reports.append((settings, report(settings, results, own)))
        with contextlib.suppress(OSError):  # it holds pictures
            for folder_made in made:
                folder_made.rmdir()
    return journal, reports


def _runs_of(
    experiment: Experiment, journal: Journal, chosen: Settings | None
) -> list[tuple[Settings, str]]:
    """Return the runs that a journal names or, if it names none, the likely ones that fit it.

    Each has its settings, and the reason why it gets no verdict, if any.
    """
    names = experiment.sizes["full"]
    runs = [
        (
            Settings(experiment.name, run["seed"], {n: run["sizes"].get(n, 0) for n in names}),
            "" if run.get("fixed", True) else "number of jobs not fixed in advance",
        )
        for run in journal.runs
    ]
    if runs:
        found = [run for run in runs if chosen in (None, run[0])]
        if not found:
            texts = " and ".join(settings.text() for settings, _ in runs)
            raise ExperimentError(f"{journal.path} holds {texts}; expected these settings, or none")
        return found
    likely = [settings_for(experiment, size) for size in ("full", "quick")]
    for settings in [chosen] if chosen else likely:
        if journal.done(experiment.jobs(settings)[:1]):
            return [(settings, "")]
    raise ExperimentError(
        f"{journal.path} does not say with which settings it was made, and its jobs are not those "
        f"of {' or '.join(s.text() for s in ([chosen] if chosen else likely))}; expected "
        "--size, --set and --seed as they were then"
    )


def _open(
    experiment: Experiment, reason: str, settings: Settings, results: list[Result], folder: Path
) -> Report:
    """Return the figures so far, without verdicts: a run could be stopped once they please."""
    try:
        report = experiment.report(settings, results, folder)
    except (ArithmeticError, LookupError, ValueError):
        return Report(f"{reason}, too few for figures")
    verdict = f"{Verdict.UNDECIDED}: {reason.partition(':')[0]}"
    return replace(
        report,
        title=f"{report.title}; {reason}",
        rows=[replace(row, unjudged=verdict) for row in report.rows],
        findings=[replace(finding, verdict=verdict) for finding in report.findings],
    )

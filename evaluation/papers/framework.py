"""The framework of experiments: running, showing, storing and judging their work.

The work of an experiment is a list of jobs, each a row of JSON values. Their results are
JSON values too. They are stored with their jobs in a journal as they arrive, in the order of the
jobs. Any number of workers therefore gives the same results, and an interrupted run resumes where
it stopped. A run with other settings (more deals, say) does only the jobs that no earlier run has
done. So does a run of other code that gives the same results
(`vorhand.evaluation.workers.provenance`).
"""

from __future__ import annotations

import enum
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.whole_files import replacing
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.evaluation.workers.provenance import code_version, done_again
from vorhand.native.errors import InputError

Job: TypeAlias = list[Any]
Result: TypeAlias = Any


class ExperimentError(InputError):
    """An unknown experiment or setting, or a journal of another experiment or other code."""


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
        kept = {"experiment": self.experiment, "seed": self.seed, **self.numbers}
        return json.dumps(kept, sort_keys=True)

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
    """

    name: str
    ours: Estimate
    paper: float | None = None
    digits: int = 3
    note: str = ""

    @property
    def verdict(self) -> str:
        """The agreement of the paper's figure, rounded or cut off, with our measurement."""
        if self.paper is None:
            return ""
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
    verdict: Verdict
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
        report: settings, results in the order of the jobs, folder for pictures -> report.
        unit: name of a job in the progress bar.
    """

    name: str
    source: str
    sizes: Mapping[str, Mapping[str, float]]
    jobs: Callable[[Settings], list[Job]]
    work: Callable[[Job], Result]
    report: Callable[[Settings, list[Result], Path], Report]
    unit: str = "parts"


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
    numbers: Mapping[str, float] | None = None,
) -> Settings:
    """Return the settings of a size, with some of its numbers replaced.

    Raises:
        ExperimentError: an unknown size, or a number that the experiment does not have.
    """
    if size not in experiment.sizes:
        raise ExperimentError(f"size {size!r}: expected one of {', '.join(experiment.sizes)}")
    known = experiment.sizes[size]
    numbers = numbers or {}
    for name, value in numbers.items():
        if name not in known:
            raise ExperimentError(
                f"{experiment.name} has no number {name!r}; it has {', '.join(known) or 'none'}"
            )
        if value <= 0:
            raise ExperimentError(f"{name}={value}: expected a number above 0")
    if seed < 0:
        raise ExperimentError(f"seed={seed}: expected a whole number from 0")
    return Settings(experiment.name, seed, {**known, **numbers})


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
        ExperimentError: the journal belongs to another experiment, or was written by code that
            gives other results: some of its jobs are repeated to check that.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{experiment.name}.jsonl"
    jobs = experiment.jobs(settings)
    done, version = _journaled(path, experiment.name)
    left = [job for job in jobs if json.dumps(job) not in done]
    with path.open("a", encoding="utf-8") as journal:
        if version != code_version():
            again = [list(done)[k] for k in done_again(len(done))]
            same = ordered_map(experiment.work, map(json.loads, again), workers)
            for held, result in zip(again, same, strict=True):
                _refuse_other(path, version, held, done[held], result)
            journal.write(json.dumps({"version": code_version(), "done again": again}) + "\n")
        results = ordered_map(experiment.work, left, workers)
        for number, (job, result) in enumerate(zip(left, results, strict=True), 1):
            line = json.dumps([job, result])
            journal.write(line + "\n")
            journal.flush()
            # Read back from JSON, so that a resumed run reports exactly the same.
            done[json.dumps(job)] = json.loads(line)[1]
            if progress is not None:
                progress(len(jobs) - len(left) + number, len(jobs))
    return experiment.report(settings, [done[json.dumps(job)] for job in jobs], folder)


def _refuse_other(path: Path, version: str, job: str, theirs: Result, ours: Result) -> None:
    """Raise ExperimentError if this code's result of a job differs from the journal's."""
    if json.dumps(ours) != json.dumps(theirs):
        raise ExperimentError(
            f"{path} holds results of version {version}, and this version, {code_version()}, has "
            f"another one for the job {job}; give another output folder or delete the file"
        )


def _journaled(path: Path, experiment: str) -> tuple[dict[str, Result], str]:
    """Return the results in a journal by job, and the version of the code that wrote last.

    Create the journal if there is none; cut off an incomplete last line.
    """
    # The last line has no end if the program was stopped while writing it.
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    lines = lines or [json.dumps({"experiment": experiment, "version": code_version()})]
    entries = [json.loads(line) for line in lines]
    if not isinstance(entries[0], dict) or entries[0].get("experiment") != experiment:
        raise ExperimentError(
            f"{path} holds results of {entries[0]}, not of {experiment!r}; "
            "give another output folder or delete the file"
        )
    with replacing(path) as file:
        file.writelines(line.encode() + b"\n" for line in lines)
    results = {json.dumps(e[0]): e[1] for e in entries if isinstance(e, list)}
    return results, [e["version"] for e in entries if isinstance(e, dict)][-1]

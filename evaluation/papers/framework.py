"""The framework of experiments: it runs jobs, stores their results, judges and reports them.

An experiment is a list of jobs. A job is a list of JSON values, and so is its result. Jobs and
results are stored in a journal in the order of the jobs, so the number of workers does not change
them. An interrupted run resumes where it stopped. It may resume with other code that gives the same
results (`vorhand.evaluation.workers.provenance`), but not with other settings.

The number of jobs is fixed before the first one, and an unfinished run gets no verdict. Where the
number was not fixed, intervals are valid at any stopping time.
"""

import contextlib
import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vorhand.agents.provenance import Used, used
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.journal import ExperimentError, Job, Journal, JournalWriter, Result
from vorhand.evaluation.papers.reports import Report, Verdict, judged_together
from vorhand.evaluation.sizes import by_size, check_seed, in_parts, settings_of
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.evaluation.workers.provenance import code_commit, code_version, done_again
from vorhand.games.extras import is_installed, require_extra

__all__ = [
    "Experiment",
    "ExperimentError",
    "Settings",
    "each",
    "parts",
    "report_of",
    "run",
    "settings_for",
]

_PLOTS = "plots"  # the extra for pictures


@dataclass(frozen=True)
class Settings:
    """The settings of one run of an experiment.

    Attributes:
        experiment: name of the experiment.
        seed: the seed for all randomness.
        numbers: the sizes by name, see `Experiment.sizes`.
    """

    experiment: str
    seed: int
    numbers: Mapping[str, float | str]

    def text(self) -> str:
        """Return all settings in one line of JSON."""
        return json.dumps({"experiment": self.experiment, **self.with_seed()}, sort_keys=True)

    def with_seed(self) -> dict[str, float | str]:
        """Return the seed and the sizes by name."""
        return {"seed": self.seed, **self.numbers}

    def parts(self, name: str, together: int) -> list[tuple[int, int]]:
        """Return the first item and the number of items of each part of a size."""
        return in_parts(self.count(name), together)

    def jobs(self, name: str, together: int, *more: Any) -> list[Job]:
        """Return a job for each part of a size: the seed, the part (see `parts`), and ``more``."""
        return [[self.seed, *part, *more] for part in self.parts(name, together)]

    def count(self, name: str) -> int:
        """Return a size as a whole number; raise ExperimentError if it is not whole."""
        number = self.number(name)
        if number != int(number):
            raise ExperimentError(f"{name}={number}: expected a whole number")
        return int(number)

    def number(self, name: str) -> float:
        """Return a size that is a number."""
        number = self.numbers[name]
        assert not isinstance(number, str), name
        return number

    def spec(self, name: str) -> str:
        """Return a setting that is text, such as the spec of an agent."""
        return str(self.numbers[name])


@dataclass(frozen=True)
class Experiment:
    """A result of a paper, or a question of our own, and the way to obtain the figures.

    Attributes:
        source: the paper, and the table, figure or section; the document of a question of our own.
        numbers: the sizes by name: a quick and a full one, or one number for both; texts, such as
            the spec of an agent, may be among them.
        jobs: function from the settings to the jobs.
        work: function from a job to its result; defined at module level, because it runs in other
            processes.
        report: function from the settings and the results so far, in order, to the report.
        unit: name of a job in the progress bar.
        extras: extras of this package that the experiment uses; without `plots` it runs, but draws
            no pictures.
        why: a sentence that explains the verdict, for the overview of the papers.
        name: name on the command line, made from the names of folder and module (see
            `vorhand.evaluation.papers`).
    """

    source: str
    numbers: Mapping[str, float | str | tuple[float | str, float | str]]
    jobs: Callable[[Settings], list[Job]]
    work: Callable[[Job], Result]
    report: Callable[[Settings, list[Result]], Report]
    unit: str = "parts"
    extras: tuple[str, ...] = ()
    why: str = ""
    name: str = ""

    @property
    def sizes(self) -> dict[str, dict[str, float | str]]:
        """The numbers of each size, "quick" and "full"."""
        return by_size(("quick", "full"), self.numbers)

    def require_extras(self) -> None:
        """Raise MissingExtraError if an extra other than `plots` is not installed."""
        for extra in self.extras:
            if extra != _PLOTS:
                require_extra(extra)

    @property
    def can_draw(self) -> bool:
        """True if its pictures, if it has any, can be drawn."""
        return _PLOTS not in self.extras or is_installed(_PLOTS)


def each(size: str, *numbers: str) -> Callable[[Settings], list[Job]]:
    """Return a function that makes a job (seed, item, numbers) for each item of a size."""
    return lambda settings: [
        [settings.seed, item, *map(settings.numbers.__getitem__, numbers)]
        for item in range(settings.count(size))
    ]


def parts(size: str, together: int, *numbers: str) -> Callable[[Settings], list[Job]]:
    """Return a function that makes the jobs of `Settings.jobs`, with these numbers."""
    return lambda settings: settings.jobs(
        size, together, *map(settings.numbers.__getitem__, numbers)
    )


def settings_for(
    experiment: Experiment,
    size: str = "quick",
    seed: int = 0,
    numbers: Mapping[str, float | str] | None = None,
) -> Settings:
    """Return the settings of a size, with some of its numbers replaced.

    Raises:
        ExperimentError: an unknown size, an unknown or invalid number, or a negative seed.
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
    """Run the jobs that are missing from the journal in ``folder``, and report.

    Without the extra `plots` the report has no pictures; `report_of` can draw them later.
    Journals of early versions do not record the planned number of jobs. Their intervals are valid
    at any stopping time.

    Args:
        experiment: the experiment.
        settings: seed and sizes.
        folder: folder for the journal and the pictures; created if missing.
        workers: number of processes, or a Ray cluster.
        progress: callback for the number of finished jobs and their total.

    Raises:
        MissingExtraError: an extra other than `plots` is not installed.
        ExperimentError: the journal belongs to another experiment, to other settings or fitted
            files, or to code with other results. To check this, some jobs of another version's
            journal are repeated.
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
    planned = {"seed": settings.seed, "sizes": settings.numbers, "fixed": True} in journal.runs
    with estimates.any_stopping_time(not planned):
        return _judged(experiment, settings, journal.done(jobs)).drawn(
            folder if experiment.can_draw else None
        )


def _judged(experiment: Experiment, settings: Settings, results: list[Result]) -> Report:
    return judged_together(lambda: experiment.report(settings, results))


def _traced(work: Callable[[Job], Result], job: Job) -> tuple[Result, Used]:
    """Run a job; return its result, and the agents and files used by this process so far."""
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
    experiment: Experiment,
    path: Path,
    folder: Path | None = None,
    chosen: Settings | None = None,
) -> tuple[Journal, list[tuple[Settings, Report]]]:
    """Report the results in a journal without running any job.

    Args:
        experiment: the experiment.
        path: the journal, which may be compressed.
        folder: folder for pictures, created if there are any; None: no pictures are drawn.
        chosen: settings of the run to report; None for all runs in the journal.

    Returns:
        The journal, and the settings and the report of each run. The first run is the main one;
        later runs vary its settings. An unfinished run has no verdicts. Its intervals are valid at
        any stopping time, as are those of runs whose number of jobs was not fixed in advance.

    Raises:
        MissingExtraError: the extra for pictures is not installed.
        ExperimentError: the journal is not of this experiment, has no such run, or does not state
            its settings.
    """
    if folder is not None and _PLOTS in experiment.extras:
        require_extra(_PLOTS)
    journal = Journal.read(path, experiment.name)
    runs = _runs_of(experiment, journal, chosen)
    reports = []
    for number, (settings, planned) in enumerate(runs):
        own = folder / str(number) if folder is not None and len(runs) > 1 else folder
        jobs = experiment.jobs(settings)
        results = journal.done(jobs)
        finished = len(results) == len(jobs)
        with estimates.any_stopping_time(not (finished and planned)):
            if finished:
                report = _judged(experiment, settings, results).drawn(own)
            else:
                reason = f"unfinished: {len(results):,} of {len(jobs):,} {experiment.unit}"
                report = _open(experiment, reason, settings, results, own)
        reports.append((settings, report))
    return journal, reports


def _runs_of(
    experiment: Experiment, journal: Journal, chosen: Settings | None
) -> list[tuple[Settings, bool]]:
    """Return the settings of each run, and whether its number of jobs was fixed in advance.

    A journal that does not record its runs has a single one: the first plausible settings whose
    first job it contains.
    """
    names = experiment.sizes["full"]
    runs = [
        (
            Settings(experiment.name, run["seed"], {n: run["sizes"].get(n, 0) for n in names}),
            bool(run.get("fixed")),
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
            return [(settings, False)]
    raise ExperimentError(
        f"{journal.path} does not say with which settings it was made, and its jobs are not those "
        f"of {' or '.join(s.text() for s in ([chosen] if chosen else likely))}; expected "
        "--size, --set and --seed as they were then"
    )


def _open(
    experiment: Experiment,
    reason: str,
    settings: Settings,
    results: list[Result],
    folder: Path | None,
) -> Report:
    """Report an unfinished run without verdicts, because the moment of stopping may be chosen."""
    try:
        report = experiment.report(settings, results).drawn(folder)
    except (ArithmeticError, LookupError, ValueError):
        return Report(f"{reason}, too few for figures")
    verdict = f"{Verdict.UNDECIDED}: {reason.partition(':')[0]}"
    return replace(
        report,
        title=f"{report.title}; {reason}",
        rows=[replace(row, unjudged=verdict) for row in report.rows],
        findings=[replace(finding, verdict=verdict) for finding in report.findings],
    )

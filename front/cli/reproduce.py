"""``vorhand reproduce``: the results of papers, with this project's beside them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console, Group, RenderableType
from rich.table import Table

from vorhand.cli.errors import OptionError
from vorhand.cli.options import (
    AsJson,
    OwnFiles,
    Processes,
    RayAddress,
    changes_of,
    import_own_files,
    workers_of,
)
from vorhand.cli.outputs import file_name, left_table, print_json

if TYPE_CHECKING:
    from vorhand.evaluation.papers.framework import Experiment, Settings
    from vorhand.evaluation.papers.journal import Journal, Result
    from vorhand.evaluation.papers.reports import Report
    from vorhand.evaluation.workers.processes import Workers

_ALL = "all"
_NAME_HELP = "The experiment; all: the cost of each; default: list the experiments."
_NUMBER_HELP = "Replace a number of the size, as name=value; may be given several times."


def reproduce(
    name: Annotated[str | None, typer.Argument(help=_NAME_HELP)] = None,
    size: Annotated[
        Literal["quick", "full"] | None,
        typer.Option(help="quick, the default: minutes; full: the paper's."),
    ] = None,
    number: Annotated[list[str] | None, typer.Option("--set", help=_NUMBER_HELP)] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random; default: 0.")] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Report a journal, plain or compressed, as it is; a folder of journals: all "
            "papers.",
        ),
    ] = None,
    workers: Processes = None,
    ray: RayAddress = None,
    output: Annotated[
        Path,
        typer.Option(
            help="Folder for plots, long tables, and the journal from which a run continues."
        ),
    ] = Path("reproductions"),
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Compute a result of a paper and print the figures beside the paper's.

    With "all" every experiment is run and a table shows the processor seconds of each.

    Examples:
        vorhand reproduce
        vorhand reproduce wisser-table1
        vorhand reproduce --from evaluation/results
        vorhand reproduce --from evaluation/results/wisser-poker.jsonl.xz
    """
    from vorhand.evaluation import papers
    from vorhand.evaluation.papers import overview
    from vorhand.evaluation.papers.framework import report_of, settings_for
    from vorhand.evaluation.papers.journal import Journal
    from vorhand.evaluation.papers.tables import paper_tables

    import_own_files(own_files, ray)
    console = Console(stderr=as_json)
    if name is None and journal is not None and not journal.is_dir():
        name = str(Journal.read(journal, None).header["experiment"])
    if name is None or name == _ALL:
        if number or (journal and name):
            raise OptionError(
                "--set, --from: expected with one experiment; for all of them --from is a folder, "
                "without a name"
            )
        if journal:
            _show(
                overview.records(journal), lambda _: Group(*paper_tables(journal)), console, as_json
            )
        elif name is None:
            _show(_listed(), _list_table, console, as_json)
        else:
            costs = _run_all(size or "quick", seed or 0, workers_of(workers, ray), output, console)
            _show(costs, lambda rows: _cost_table(rows, size or "quick"), console, as_json)
        return
    experiment = papers.experiment(name)
    numbers = changes_of(number)
    settings = settings_for(experiment, size or "quick", seed or 0, numbers)
    data: dict[str, Any] = {"experiment": name, "source": experiment.source}
    held: Journal | None = None
    if journal is None:
        folder = output / f"{name}-{size or 'quick'}"
        report = run_shown(experiment, settings, folder, workers_of(workers, ray), console)
        if as_json:
            print_json({**data, **report.to_dict()})
            return
        reports = [(settings, report)]
    else:
        chosen = settings if size or numbers or seed is not None else None
        _note_no_pictures(experiment, console)
        pictures = output / f"{name}-from" if experiment.can_draw else None
        held, reports = report_of(experiment, journal, pictures, chosen)
        if as_json:
            runs = [
                {"settings": s.with_seed(), "counts": held.place(s.with_seed()) == 0, **r.to_dict()}
                for s, r in reports
            ]
            print_json({**data, "journal": held.described(), "runs": runs})
            return
        console.print(f"{journal}: {held.origin()}", soft_wrap=True, markup=False, highlight=False)
    for settings, report in reports:
        run = ""
        if held is not None and len(held.runs) > 1:
            place = held.place(settings.with_seed())
            counts = "which does not count: it varies the first" if place else "which counts"
            run = f"; run {place + 1} of {len(held.runs)}, {counts}"
        console.print(f"{experiment.source}; {settings.text()}{run}", soft_wrap=True, markup=False)
        _print(report, console)


def _note_no_pictures(experiment: Experiment, console: Console) -> None:
    """Print how to install the extra for pictures, if it is missing."""
    if not experiment.can_draw:
        console.print(
            "no pictures: matplotlib is not installed; pip install 'vorhand[plots]' brings it",
            markup=False,
        )


def run_for(
    agents: str,
    name: str,
    seed: int,
    numbers: Mapping[str, float | str],
    output: Path,
    workers: Workers,
    console: Console,
) -> tuple[Settings, list[Result]]:
    """Run an experiment in full size with these numbers; return its settings and results.

    The journal is in a folder of `output` that is named after the experiment and the agents.
    """
    from vorhand.evaluation import papers
    from vorhand.evaluation.papers.framework import settings_for
    from vorhand.evaluation.papers.journal import Journal

    experiment = papers.experiment(name)
    settings = settings_for(experiment, "full", seed, numbers)
    folder = output / f"{name}-{file_name(agents)}"
    run_shown(experiment, settings, folder, workers, console)
    journal = Journal.read(folder / f"{name}.jsonl", name)
    return settings, journal.done(experiment.jobs(settings))


def run_shown(
    experiment: Experiment, settings: Settings, folder: Path, workers: Workers, console: Console
) -> Report:
    """Run an experiment under a progress bar."""
    from rich.progress import Progress

    from vorhand.evaluation.papers.framework import run

    experiment.require_extras()
    _note_no_pictures(experiment, console)
    with Progress(console=console) as bar:
        task = bar.add_task(f"{experiment.name} ({experiment.unit})", total=None)
        report = run(
            experiment,
            settings,
            folder,
            workers,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
        bar.update(task, total=1, completed=1)
    return report


def _show(
    rows: list[dict[str, Any]],
    table: Callable[[list[dict[str, Any]]], RenderableType],
    console: Console,
    as_json: bool,
) -> None:
    if as_json:
        print_json(rows)
    else:
        console.print(table(rows))


def _run_all(
    size: str, seed: int, workers: Workers, output: Path, console: Console
) -> list[dict[str, Any]]:
    """Run all experiments; return name and times of each, and the reason if one cannot run here."""
    from rich.progress import Progress

    from vorhand.evaluation import papers
    from vorhand.evaluation.papers.framework import run, settings_for

    costs: list[dict[str, Any]] = []
    with Progress(console=console) as bar:
        for name in bar.track(papers.names(), description="experiments"):
            experiment = papers.experiment(name)
            settings = settings_for(experiment, size, seed)
            begun, spent = time.monotonic(), _processor_seconds()
            try:
                run(experiment, settings, output / f"{name}-{size}", workers)
                reason = ""
            except ValueError as error:
                reason = str(error)
            taken, seconds = _processor_seconds() - spent, time.monotonic() - begun
            cost = {"processor_seconds": round(taken, 1), "seconds": round(seconds, 1)}
            costs.append({"name": name, **cost, "not_run": reason})
            bar.console.print(f"{name}: {taken:.1f} s of a processor {reason}", markup=False)
    return costs


def _processor_seconds() -> float:
    """Return the processor seconds of this process and its finished child processes."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _cost_table(costs: Sequence[Mapping[str, Any]], size: str) -> Table:
    """Return the costs, the largest first; two minutes on two cores are 240 processor seconds."""
    table = Table(title=f"Experiments, {size} size", title_justify="left")
    table.add_column("name")
    for heading in ("processor seconds", "seconds"):
        table.add_column(heading, justify="right")
    table.add_column("not run", overflow="fold")
    for cost in sorted(costs, key=lambda cost: -cost["processor_seconds"]):
        figures = (f"{cost[key]:.1f}" for key in ("processor_seconds", "seconds"))
        table.add_row(cost["name"], *figures, cost["not_run"])
    return table


def _listed() -> list[dict[str, Any]]:
    """Return the experiments with their sizes, the extras they use and those not installed."""
    from vorhand.evaluation import papers
    from vorhand.games.extras import is_installed

    return [
        {
            "name": name,
            "source": e.source,
            "sizes": {size: dict(numbers) for size, numbers in e.sizes.items()},
            "extras": list(e.extras),
            "missing": [extra for extra in e.extras if not is_installed(extra)],
        }
        for name, e in ((name, papers.experiment(name)) for name in papers.names())
    ]


def _list_table(experiments: list[dict[str, Any]]) -> Table:
    table = left_table(None, "name", "source", "sizes", "extras")
    for experiment in experiments:
        sizes = (
            f"{size}: " + (", ".join(f"{k}={_size(v)}" for k, v in numbers.items()) or "exact")
            for size, numbers in experiment["sizes"].items()
        )
        extras = (
            f"{extra} (not installed)" if extra in experiment["missing"] else extra
            for extra in experiment["extras"]
        )
        table.add_row(experiment["name"], experiment["source"], "\n".join(sizes), "\n".join(extras))
    return table


def _size(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _print(report: Report, console: Console) -> None:
    from vorhand.evaluation.papers.reports import Exact
    from vorhand.evaluation.papers.tables import report_table

    if report.printed_rows or not report.rows:
        console.print(report_table(report) if report.printed_rows else report.title)
    else:
        console.print(f"{report.title}: {len(report.rows):,} rows, written to figures.csv below")
    sampled = not all(isinstance(row.ours, Exact) for row in report.rows)
    kind = f"; {report.interval}" if sampled else ""
    for finding in report.findings:
        ours = "; a statement of ours" if finding.ours else ""
        evidence = f"{finding.evidence}{kind}{ours}"
        console.print(f"{finding.verdict}: {finding.text} ({evidence})", markup=False)
    for picture in report.pictures:
        console.print(f"written: {picture}", soft_wrap=True, markup=False)

"""Helpers of the tests of experiments."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.papers.reports import Report


def results_of(journal: Path) -> list[str]:
    """Return a journal's lines without the headers, which depend on what the process has loaded."""
    return [line for line in journal.read_text("utf-8").splitlines() if line.startswith("[")]


def reproduce(name: str, folder: Path, **numbers: float) -> Report:
    """Run an experiment at the quick size, with some of its numbers replaced."""
    found = experiment(name)
    return run(found, settings_for(found, numbers=numbers), folder)


def reported(
    name: str, results: Sequence[Any], folder: Path | None = None, **numbers: float | str
) -> Report:
    """Report constructed results; draw its pictures if there is a folder for them."""
    found = experiment(name)
    return found.report(settings_for(found, numbers=numbers), list(results)).drawn(folder)


def values(report: Report) -> dict[str, float]:
    """Return the figures of a report by their names."""
    return {row.name: row.ours.value for row in report.rows}

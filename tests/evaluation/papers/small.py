"""A helper of the tests of experiments."""

from pathlib import Path

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import Report, run, settings_for


def results_of(journal: Path) -> list[str]:
    """Return the lines of a journal that are no header, which tells what the process has loaded."""
    return [line for line in journal.read_text("utf-8").splitlines() if line.startswith("[")]


def reproduce(name: str, folder: Path, **numbers: float) -> Report:
    found = experiment(name)
    return run(found, settings_for(found, numbers=numbers), folder)

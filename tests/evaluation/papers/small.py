"""A helper of the tests of experiments."""

from pathlib import Path

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import Report, run, settings_for


def reproduce(name: str, folder: Path, **numbers: float) -> Report:
    found = experiment(name)
    return run(found, settings_for(found, numbers=numbers), folder)

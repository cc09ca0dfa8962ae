"""The papers' results, one experiment each: our figures beside the paper's.

An experiment is a module in one of the folders here, with an `Experiment` named ``EXPERIMENT``. The
name of the module gives that of the experiment: ``furtak_figure9_4`` is ``furtak-figure9.4``. A new
experiment is therefore a new file, and an experiment that is not run is not imported.
"""

from __future__ import annotations

import functools
import re
from importlib import import_module

from vorhand.evaluation.experiments.framework import Experiment, ExperimentError
from vorhand.evaluation.found_by_name import modules_in_folders

__all__ = ["experiment", "names"]


def names() -> list[str]:
    """Return the experiments, in alphabetical order."""
    return sorted(_modules())


def experiment(name: str) -> Experiment:
    """Return the experiment with this name.

    Raises:
        ExperimentError: there is none; lists the existing experiments.
    """
    if name not in _modules():
        raise ExperimentError(f"experiment {name!r}: expected one of {', '.join(names())}")
    experiment: Experiment = import_module(_modules()[name]).EXPERIMENT
    return experiment


@functools.cache
def _modules() -> dict[str, str]:
    """Return the modules by the names of their experiments."""
    modules = modules_in_folders(__name__, __path__[0])
    return {_name(name): module for name, module in modules.items()}


def _name(module: str) -> str:
    return re.sub(r"(?<=\d)_(?=\d)", ".", module).replace("_", "-")

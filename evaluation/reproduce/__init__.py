"""The papers' results, each by one experiment: our figures beside the paper's.

An experiment is a module with an `Experiment` named ``EXPERIMENT``; it is found by name
through `MODULES`, so that nothing is imported for an experiment that is not run.
"""

from importlib import import_module

from vorhand.evaluation.reproduce.framework import (
    Experiment,
    ExperimentError,
    Finding,
    Report,
    Row,
    Settings,
    run,
    settings_for,
)

MODULES = {
    "furtak-figure3": "furtak_figure3",
    "furtak-figure9": "furtak_figure9",
    "furtak-figure9.3": "furtak_figure9_3",
    "furtak-figure9.4": "furtak_figure9_4",
    "furtak-table9.1": "furtak_table9_1",
    "long-figures": "long_figures",
    "long-table1": "long_table1",
    "wisser-figure3": "wisser_figure3",
    "wisser-figure4": "wisser_figure4",
    "wisser-table1": "wisser_table1",
    "xskat": "xskat",
    "xskat-table": "xskat_table",
}


def experiment(name: str) -> Experiment:
    """The experiment of this name.

    Raises:
        ExperimentError: there is none; lists those there are.
    """
    if name not in MODULES:
        raise ExperimentError(f"experiment {name!r}: expected one of {', '.join(sorted(MODULES))}")
    found: Experiment = import_module(f"{__name__}.{MODULES[name]}").EXPERIMENT
    return found


__all__ = [
    "MODULES",
    "Experiment",
    "ExperimentError",
    "Finding",
    "Report",
    "Row",
    "Settings",
    "experiment",
    "run",
    "settings_for",
]

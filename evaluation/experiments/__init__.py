"""What experiments are made of: jobs and a journal, reports, pictures, planes of parameters."""

from vorhand.evaluation.experiments.framework import (
    Experiment,
    ExperimentError,
    Finding,
    Job,
    Report,
    Result,
    Row,
    Settings,
    exact,
    run,
    settings_for,
)

__all__ = [
    "Experiment",
    "ExperimentError",
    "Finding",
    "Job",
    "Report",
    "Result",
    "Row",
    "Settings",
    "exact",
    "run",
    "settings_for",
]

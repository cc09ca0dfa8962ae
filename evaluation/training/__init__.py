"""All trainings: each one produces files in ``native/weights``.

A training is a module in one of the folders here, with a `Training` named ``TRAINING``. The name of
the module gives the name of the training: ``first_guess`` is ``first-guess``.
"""

from __future__ import annotations

import functools
from importlib import import_module

from vorhand.evaluation.found_by_name import modules_in_folders
from vorhand.evaluation.training.framework import (
    Fitted,
    Training,
    TrainingError,
    read_manifest,
    settings_for,
    train,
)

__all__ = [
    "Fitted",
    "Training",
    "TrainingError",
    "names",
    "read_manifest",
    "settings_for",
    "train",
    "training",
]


def names() -> list[str]:
    """Return the trainings, in alphabetical order."""
    return sorted(_modules())


def training(name: str) -> Training:
    """Return the training with this name.

    Raises:
        TrainingError: there is none; lists the existing trainings.
    """
    if name not in _modules():
        raise TrainingError(f"training {name!r}: expected one of {', '.join(names())}")
    training: Training = import_module(_modules()[name]).TRAINING
    return training


@functools.cache
def _modules() -> dict[str, str]:
    """Return the modules by the names of their trainings."""
    modules = modules_in_folders(__name__, __path__[0])
    return {name.replace("_", "-"): module for name, module in modules.items()}

"""All trainings: each one produces files of fitted numbers, or of tables or puzzles.

A training is a module in one of the folders here, with a `Training` named ``TRAINING``. The name of
the module gives the name of the training: ``first_guess`` is ``first-guess``.
"""

from vorhand.evaluation.module_registry import Registry
from vorhand.evaluation.training.framework import (
    Fitted,
    Training,
    TrainingError,
    settings_for,
    train,
)

__all__ = ["Fitted", "Training", "TrainingError", "names", "settings_for", "train", "training"]


_TRAININGS = Registry(
    __name__,
    __path__[0],
    Training,
    "TRAINING",
    lambda _, module: module.replace("_", "-"),
    TrainingError,
)
names = _TRAININGS.names
training = _TRAININGS.find

"""The preparation of games for measuring their properties.

A pack's module for the layer ``equilibrium`` has `Subjects` named ``EQUILIBRIUM``. The
games of other packs are measured unchanged, and the states that a player considers possible are
enumerated.
"""

from vorhand.evaluation.equilibrium.subjects.base import (
    PropertyError,
    Subject,
    Subjects,
    subject_of,
    usual_subjects,
)

__all__ = ["PropertyError", "Subject", "Subjects", "subject_of", "usual_subjects"]

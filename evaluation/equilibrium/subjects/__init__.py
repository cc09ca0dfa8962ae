"""The preparation of games for measuring their properties.

A pack may have a module for this layer, with an object ``EQUILIBRIUM`` of type `Subjects`. The
games of other packs are measured unchanged, and their possible states are counted by enumeration.
"""

from vorhand.evaluation.equilibrium.subjects.base import (
    PropertyError,
    Subject,
    Subjects,
    subject_of,
    usual_subjects,
)

__all__ = ["PropertyError", "Subject", "Subjects", "subject_of", "usual_subjects"]

"""How games are prepared for measuring their properties.

A pack's module for the layer ``properties`` has `Subjects` named ``PART``; the games of other packs
are taken as they are, and the states that a player thinks possible are listed.
"""

from vorhand.evaluation.equilibrium.subjects.base import (
    PropertyError,
    Subject,
    Subjects,
    subject_of,
    usual_subjects,
)

__all__ = ["PropertyError", "Subject", "Subjects", "subject_of", "usual_subjects"]

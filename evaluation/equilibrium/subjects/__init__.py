"""How games are looked at where their properties are measured.

A pack's module for the layer ``properties`` has `Subjects` named ``PART``; the games of other packs
are taken as they are, and the states that a player holds possible are listed.
"""

from vorhand.evaluation.equilibrium.subjects.base import (
    PropertyError,
    Subject,
    Subjects,
    subject_of,
    usual_subjects,
)

__all__ = ["PropertyError", "Subject", "Subjects", "subject_of", "usual_subjects"]

"""Belote as it is measured."""

from vorhand.evaluation.equilibrium.subjects.tricks import TrickSubjects

PART = TrickSubjects("python_belote")

"""Belote as a subject of measurement."""

from vorhand.evaluation.equilibrium.subjects.tricks import TrickSubjects

PART = TrickSubjects("python_belote")

"""Belote as a subject of measurement."""

from vorhand.evaluation.equilibrium.subjects.tricks import TrickSubjects

EQUILIBRIUM = TrickSubjects("python_belote")

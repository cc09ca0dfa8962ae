"""Trainings of Schnapsen."""

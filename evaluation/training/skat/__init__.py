"""Trainings of Skat."""

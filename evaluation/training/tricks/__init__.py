"""Trainings of the engine for trick-taking games."""

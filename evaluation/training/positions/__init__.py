"""Trainings that produce puzzles."""

"""Trainings whose results are positions for people."""

"""Trainings for OpenSpiel's trick-taking games."""

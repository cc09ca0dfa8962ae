"""Belote as an OpenSpiel game."""

"""Played deals of Schnapsen."""

"""Agents over plain OpenSpiel states: for any game, and exact for small ones."""

"""Tests of vorhand.cli."""

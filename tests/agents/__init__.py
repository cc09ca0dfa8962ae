"""Tests of vorhand.agents."""

"""Tests of vorhand.evaluation.arena."""

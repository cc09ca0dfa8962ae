"""Tests of vorhand.evaluation."""

"""Benchmarks: rounds of named cases, interleaved in one run, reported as ratios."""

from vorhand.evaluation.bench.harness import (
    Case,
    Comparison,
    Limit,
    Measurement,
    machine,
    measure,
    report,
    run,
)

__all__ = ["Case", "Comparison", "Limit", "Measurement", "machine", "measure", "report", "run"]

"""The benchmark: one agent against a fixed field, on fixed deals, rated beside the anchor.

docs/benchmark.md describes the figures and how to add an agent to the leaderboard.
"""

from vorhand.evaluation.benchmark.leaderboard import tables
from vorhand.evaluation.benchmark.plan import DEALS, VERSION, BenchmarkError, field_of
from vorhand.evaluation.benchmark.play import play
from vorhand.evaluation.benchmark.ratings import Rating, rated, ratings
from vorhand.evaluation.benchmark.rows import Row, read_rows, save_row, shipped_rows

__all__ = [
    "DEALS",
    "VERSION",
    "BenchmarkError",
    "Rating",
    "Row",
    "field_of",
    "play",
    "rated",
    "ratings",
    "read_rows",
    "save_row",
    "shipped_rows",
    "tables",
]

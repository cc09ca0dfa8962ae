"""The public names for Schnapsen: views, positions and records."""

from vorhand.games.schnapsen.positions import position_in_words, read_position
from vorhand.games.schnapsen.records import (
    DealRecord,
    RecordError,
    parse_record,
    read_records,
    records_of,
    state_of,
    write_record,
)
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Rules, Solver

__all__ = [
    "DealRecord",
    "RecordError",
    "Rules",
    "SchnapsenView",
    "Solver",
    "parse_record",
    "position_in_words",
    "read_position",
    "read_records",
    "records_of",
    "state_of",
    "write_record",
]

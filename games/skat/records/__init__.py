"""Records of played deals in the format of the International Skat Server.

>>> from vorhand.games.skat.records import read_records, check_record
>>> for record in read_records("games.sgf.bz2"):  # doctest: +SKIP
...     print(record.players, record.result.value, check_record(record))
"""

from vorhand.games.records import RecordError, ReplayError
from vorhand.games.skat.records.checking import (
    CheckReport,
    Mismatch,
    check_file,
    check_record,
    compare_results,
)
from vorhand.games.skat.records.files import (
    RecordFileError,
    RecordLines,
    read_record,
    read_records,
    write_records,
)
from vorhand.games.skat.records.making import (
    player_name,
    record_from_state,
    server_line,
    unheld_rule,
)
from vorhand.games.skat.records.model import (
    UNKNOWN_CARD,
    Bid,
    Concession,
    Deal,
    Declaration,
    Discard,
    Event,
    Hold,
    Leave,
    Move,
    Outcome,
    Pass,
    PickUp,
    Play,
    Record,
    Result,
    ShowHand,
    SkatTaken,
    TimeOut,
)
from vorhand.games.skat.records.reading import parse_record
from vorhand.games.skat.records.replaying import Replay, actions_of, replay, state_after
from vorhand.games.skat.records.writing import format_record

__all__ = [
    "UNKNOWN_CARD",
    "Bid",
    "CheckReport",
    "Concession",
    "Deal",
    "Declaration",
    "Discard",
    "Event",
    "Hold",
    "Leave",
    "Mismatch",
    "Move",
    "Outcome",
    "Pass",
    "PickUp",
    "Play",
    "Record",
    "RecordError",
    "RecordFileError",
    "RecordLines",
    "Replay",
    "ReplayError",
    "Result",
    "ShowHand",
    "SkatTaken",
    "TimeOut",
    "actions_of",
    "check_file",
    "check_record",
    "compare_results",
    "format_record",
    "parse_record",
    "player_name",
    "read_record",
    "read_records",
    "record_from_state",
    "replay",
    "server_line",
    "state_after",
    "unheld_rule",
    "write_records",
]

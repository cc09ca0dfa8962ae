"""Checks of records by replay: each must give the result that it states."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from vorhand.games.records import RecordError, ReplayError
from vorhand.games.skat.records.files import RecordLines
from vorhand.games.skat.records.model import Outcome, Record, Result
from vorhand.games.skat.records.reading import parse_record
from vorhand.games.skat.records.replaying import replay
from vorhand.games.skat.records.writing import format_record

_FIELDS = (
    "declarer",
    "outcome",
    "value",
    "matadors",
    "overbid",
    "points",
    "tricks",
    "schneider",
    "schwarz",
    "penalties",
    "left",
    "timed_out",
    "conceded",
)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference between a record and its replay."""

    # a field of :class:`Result`, or "malformed line", "illegal move", "hidden cards" or "not
    # written back"
    kind: str
    detail: str  # the recorded and the replayed value, or a description of the fault


def check_record(record: Record) -> list[Mismatch]:
    """Replay a record; return the differences from its result, or why it cannot be replayed."""
    if min(record.deal.cards) < 0:
        return [Mismatch("hidden cards", "a view in which cards are unknown cannot be replayed")]
    try:
        replayed = replay(record).result()
    except ReplayError as error:
        return [Mismatch("illegal move", str(error))]
    return compare_results(record.result, replayed)


def compare_results(recorded: Result, replayed: Result) -> list[Mismatch]:
    """Return the differences between two results.

    ``conceded`` is not compared if the record does not give it. A defender who stops a deal between
    bidding and declaration is penalised alone or together with their partner: a record with either
    penalty agrees, because we have no real record of such a deal.
    """
    if recorded.outcome is not replayed.outcome and (
        recorded.declarer is None or replayed.declarer is None
    ):
        return [Mismatch("outcome", f"recorded {recorded.outcome}, replayed {replayed.outcome}")]
    differences = []
    for name in _FIELDS:
        theirs, ours = getattr(recorded, name), getattr(replayed, name)
        if theirs == ours or (name == "conceded" and theirs is None):
            continue
        if name == "penalties" and _defenders_penalised(recorded, replayed):
            continue
        differences.append(Mismatch(name, f"recorded {theirs}, replayed {ours}"))
    return differences


def _defenders_penalised(recorded: Result, replayed: Result) -> bool:
    declarer = replayed.declarer
    if declarer is None or replayed.penalties[declarer]:
        return False
    return recorded.penalties == tuple(seat != declarer for seat in range(3))


@dataclass
class CheckReport:
    """The results of checking a file.

    Attributes:
        lines: lines that are neither blank nor comments.
        parsed: lines that are records.
        agreeing: records without any mismatch.
        outcomes: number of records with each outcome.
        mismatches: the count of each kind, and the first few as (line number, detail). Malformed
            lines are kind "malformed line".
        examples: maximum number of lines kept for each kind.
    """

    lines: int = 0
    parsed: int = 0
    agreeing: int = 0
    outcomes: dict[Outcome, int] = field(default_factory=dict)
    mismatches: dict[str, tuple[int, list[tuple[int, str]]]] = field(default_factory=dict)
    examples: int = 5

    @property
    def is_clean(self) -> bool:
        """True if every line is a record, and every record agrees."""
        return self.agreeing == self.lines

    def add(self, number: int, mismatch: Mismatch) -> None:
        """Count a mismatch in line ``number``."""
        count, examples = self.mismatches.get(mismatch.kind, (0, []))
        if count < self.examples:
            examples.append((number, mismatch.detail))
        self.mismatches[mismatch.kind] = (count + 1, examples)

    def check_line(self, number: int, line: str) -> None:
        """Parse one line, check the record, and check that it is written back as the same line."""
        self.lines += 1
        try:
            record = parse_record(line)
        except RecordError as error:
            self.add(number, Mismatch("malformed line", str(error)))
            return
        self.parsed += 1
        outcome = record.result.outcome
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        mismatches = check_record(record)
        if format_record(record) != line:
            mismatches.append(Mismatch("not written back", "the line differs from what is written"))
        for mismatch in mismatches:
            self.add(number, mismatch)
        self.agreeing += not mismatches


def check_file(
    path: str | os.PathLike[str],
    *,
    progress: Callable[[int, int], None] | None = None,
    report: CheckReport | None = None,
) -> CheckReport:
    """Check every line of a file, in constant memory.

    Args:
        path: plain text, or compressed with gzip, bzip2 or xz.
        progress: callback, called from time to time with the bytes of the file read and its size.
        report: the report, filled while the file is read, so that the results are not lost if the
            file breaks off.

    Raises:
        RecordFileError: the file cannot be read to its end.
    """
    report = report or CheckReport()
    with RecordLines(path) as lines:
        for line in lines:
            report.check_line(lines.number, line)
            if progress and report.lines % 256 == 0:
                progress(lines.position, lines.size)
    return report

"""Errors of records and of files of records."""

from __future__ import annotations


class RecordError(ValueError):
    """A line that is not a record, or moves that the rules do not allow.

    Attributes:
        line: number of the line in its file, from 1; None outside a file.
        column: character of the line, from 1, at which ``piece`` starts.
        piece: the offending text.
        expected: description of a valid text.
    """

    def __init__(self, piece: str, expected: str, column: int, line: int | None = None) -> None:
        self.piece = piece
        self.expected = expected
        self.column = column
        self.line = line
        super().__init__(piece, expected, column, line)  # so that it can be pickled

    def __str__(self) -> str:
        where = f"column {self.column}"
        if self.line is not None:
            where = f"line {self.line}, {where}"
        return f"{where}: {_quoted(self.piece)}: expected {self.expected}"

    def in_line(self, line: int) -> RecordError:
        """Return the same error, at a line of a file."""
        return type(self)(self.piece, self.expected, self.column, line)


class ReplayError(RecordError):
    """A valid record whose moves are not a deal of Skat."""


class RecordFileError(ValueError):
    """A file that cannot be read to its end: missing, a folder, truncated, not text."""


def _quoted(piece: str, longest: int = 40) -> str:
    """Quote the piece, without its middle if it is long; never unprintable."""
    if len(piece) > longest:
        piece = f"{piece[: longest // 2]} ... {piece[-longest // 4 :]}"
    return ascii(piece)

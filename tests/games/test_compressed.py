"""Compressed files that expand to more than is read."""

import bz2
import gzip
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from vorhand.games import compressed
from vorhand.games.compressed import Limits, UnpackedSizeError, decompressed, text_lines
from vorhand.games.skat.records import CheckReport, RecordFileError, check_file
from vorhand.games.texts import LONGEST_LINE, BinaryDataError, LineTooLongError

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lambda data: lzma.compress(data, preset=0),
}
SMALL = Limits(free=10_000, ratio=20, most=100_000)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set limits that a small file exceeds."""
    monkeypatch.setattr(compressed, "LIMITS", SMALL)


def read(path: Path, limits: Limits) -> int:
    """Return the number of bytes that a file unpacks to."""
    with path.open("rb") as file:
        stream = decompressed(file, limits)
        return sum(len(block) for block in iter(lambda: stream.read(5000), b""))


@pytest.mark.parametrize("name", COMPRESS)
def test_the_limits(tmp_path: Path, name: str) -> None:
    """There is a free allowance, a ratio beyond it, and an absolute maximum."""
    path = tmp_path / "file"
    noise = bytes(k * k % 251 for k in range(3000))
    for content, limits, fits in (
        (bytes(10_000), SMALL, True),
        (bytes(30_000), SMALL, False),
        (noise * 40, Limits(free=10, ratio=1000, most=200_000), True),
        (noise * 40, Limits(free=10, ratio=1000, most=100_000), False),
    ):
        path.write_bytes(COMPRESS[name](content))
        if fits:
            assert read(path, limits) == len(content)
        else:
            with pytest.raises(
                UnpackedSizeError, match=r"bytes unpacked from .*; expected at most"
            ):
                read(path, limits)


@pytest.mark.parametrize("name", COMPRESS)
@pytest.mark.usefixtures("small")
def test_files_that_expand_are_refused_by_name_in_little_memory(tmp_path: Path, name: str) -> None:
    path = tmp_path / "file"
    for piece in (b"\n", b" \n", b"x", b"# comment\n"):
        path.write_bytes(COMPRESS[name](piece * (300_000 // len(piece))))
        tracemalloc.start()
        with pytest.raises((UnpackedSizeError, LineTooLongError), match="file"):
            list(text_lines(path))
        report = CheckReport()
        with pytest.raises(RecordFileError, match=r"file: after line .*expected at most"):
            check_file(path, report=report)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert report.lines <= 1
        assert peak < 1_000_000


def test_lines_of_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(gzip.compress("\ufeffa\r\n# b\r c \n\n".encode() + b"\xff"))
    assert list(text_lines(path)) == ["a", "c", "\ufffd"]
    path.write_bytes(b"a\n" + b"x" * (LONGEST_LINE + 1))
    lines = text_lines(path)
    assert next(lines) == "a"
    with pytest.raises(LineTooLongError, match=r"file, line 2: begins 'xxx"):
        next(lines)
    path.write_bytes(b"a\0b")
    with pytest.raises(BinaryDataError, match="file: binary data"):
        list(text_lines(path))

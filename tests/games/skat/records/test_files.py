import bz2
import gzip
import logging
import lzma
import os
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from vorhand.games.skat.records import (
    RecordError,
    RecordFileError,
    RecordLines,
    format_record,
    parse_record,
    read_record,
    read_records,
    write_records,
)
from vorhand.tests.games.skat.records.sample import GAME_LINES, GAMES_FILE

TEXT = GAMES_FILE.read_bytes()
COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


@pytest.mark.parametrize("suffix", COMPRESS)
def test_plain_and_compressed_files_are_written_and_read(tmp_path: Path, suffix: str) -> None:
    """Files are read by their contents, written by their suffix."""
    path = tmp_path / f"games.sgf{suffix}"
    assert write_records(path, read_records(GAMES_FILE)) == 43
    raw = path.read_bytes()
    assert raw == TEXT if not suffix else raw != TEXT
    assert [format_record(record) for record in read_records(path)] == GAME_LINES
    assert os.listdir(tmp_path) == [path.name]
    misnamed = path.rename(tmp_path / "games")
    assert len(list(read_records(misnamed))) == 43


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("old\n")

    def records_then_trouble() -> object:
        yield parse_record(GAME_LINES[0])
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        write_records(path, records_then_trouble())  # type: ignore[arg-type]
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["games.sgf"]
    with pytest.raises(RecordFileError, match=r"nowhere.*expected a place to write to"):
        write_records(tmp_path / "nowhere" / "games.sgf", [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    (tmp_path / ".games.sgf.unfinished").symlink_to("/dev/full")
    with pytest.raises(RecordFileError, match="No space left"):
        write_records(tmp_path / "games.sgf", [parse_record(GAME_LINES[0])] * 100)
    assert not (tmp_path / "games.sgf").exists()


def test_comments_blank_lines_and_other_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    text = f"\ufeff{GAME_LINES[0]}\r\n# a comment\r\n\r\n\n{GAME_LINES[1]}\n\n{GAME_LINES[2]}"
    path.write_bytes(text.encode())
    with RecordLines(path) as lines:
        assert [(lines.number, line) for line in lines] == [
            (1, GAME_LINES[0]),
            (5, GAME_LINES[1]),
            (7, GAME_LINES[2]),
        ]


def test_names_that_are_no_utf8_survive(tmp_path: Path) -> None:
    source, copy = tmp_path / "games.sgf", tmp_path / "copy.sgf"
    source.write_bytes(TEXT.replace(b"P0[xskat]", b"P0[J\xf6rg]").replace(b"[foo]", "[Ä]".encode()))
    assert write_records(copy, read_records(source)) == 43
    assert copy.read_bytes() == source.read_bytes()


def test_malformed_lines_are_named_or_skipped_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.sgf"
    lines = [*GAME_LINES[:3], "rubbish", *GAME_LINES[3:], GAME_LINES[0].replace(" 1 p ", " 1 x ")]
    path.write_text("\n".join(lines))
    records = read_records(path)
    for _ in range(3):
        next(records)
    with pytest.raises(
        RecordError, match=r"^line 4, column 1: 'rubbish': expected '\(;GM"
    ) as caught:
        next(records)
    assert (caught.value.line, caught.value.column) == (4, 1)
    with caplog.at_level(logging.WARNING):
        assert len(list(read_records(path, skip_malformed=True))) == 43
    (message,) = caplog.messages
    assert "skipped 2 malformed of 45 lines; the first: line 4, column 1" in message


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_truncated_and_broken_compressed_files(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.sgf{suffix}"
    whole = COMPRESS[suffix](TEXT * 20)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(RecordFileError, match=r"games.*after line \d+: .*end too early"):
        list(read_records(path))
    broken = bytearray(whole)
    broken[len(whole) // 2] ^= 0xFF
    path.write_bytes(broken)
    with pytest.raises(RecordFileError, match=r"games.*after line \d+: "):
        list(read_records(path, skip_malformed=True))
    path.write_bytes(whole[:10])
    with pytest.raises(RecordFileError):
        list(read_records(path))


def test_one_record_of_a_file() -> None:
    assert format_record(read_record(GAMES_FILE, 1)) == GAME_LINES[0]
    assert format_record(read_record(GAMES_FILE, 43)) == GAME_LINES[42]
    for deal, expected in ((0, "1 or more"), (44, r"1 \.\. 43")):
        with pytest.raises(RecordFileError, match=f"deal {deal}: expected {expected}"):
            read_record(GAMES_FILE, deal)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_reads_from_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(bz2.compress(TEXT),))
    writer.start()
    with RecordLines(pipe) as lines:
        assert sum(1 for _ in lines) == 43
        assert lines.position == 0
    writer.join()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordFileError, match="No such file"):
        list(read_records(tmp_path / "missing.sgf"))
    with pytest.raises(RecordFileError, match="Is a directory"):
        list(read_records(tmp_path))
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(RecordFileError, match="binary data"):
        list(read_records(binary, skip_malformed=True))
    empty = tmp_path / "empty"
    empty.touch()
    assert list(read_records(empty)) == []


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf.bz2"
    path.write_bytes(bz2.compress(TEXT * 80))
    tracemalloc.start()
    with RecordLines(path) as lines:
        count = sum(1 for _ in lines)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 43 * 80
    assert peak < 1_500_000 < 80 * len(TEXT)


def test_an_endless_line_is_one_malformed_line(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf.gz"
    path.write_bytes(gzip.compress(b"x" * 5_000_000 + b"\n" + TEXT + b"y" * 1_000_000))
    tracemalloc.start()
    with RecordLines(path) as lines:
        lengths = [len(line) for line in lines]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(lengths) == 45
    assert lengths[0] > 50_000
    assert lengths[-1] > 50_000
    assert peak < 3_000_000
    with pytest.raises(RecordError, match="line 1, .* at most"):
        next(read_records(path))

"""The file that lets moves be taken back after a restart of the server."""

import json
import stat
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import pytest

from vorhand.service.client.client import Client, Place
from vorhand.tests.web.conftest import run, serve, stop
from vorhand.tests.web.visitor import Visitor
from vorhand.v1 import tables_pb2
from vorhand.web import practice
from vorhand.web.practice import Practice, Practices

SOME = Practice("kuhn_poker", ("private", "random"), 0, 7)
LINE = json.dumps(["some", asdict(SOME)]).encode()


class Tables:
    """Makes tables called p0, p1 and so on."""

    def __init__(self, prefix: str) -> None:
        self.prefix, self.made = prefix, 0

    async def create_table(
        self, *args: Any, **options: Any
    ) -> tuple[tables_pb2.Table, list[Place]]:
        del args, options
        self.made += 1
        return tables_pb2.Table(), [Place(f"{self.prefix}{self.made - 1}", 0, "")]


def practices(kept: Path | None, prefix: str = "p") -> Practices:
    return Practices(cast(Client, Tables(prefix)), kept)


def start(*pages: Practices, count: int = 1) -> None:
    """Let each page start as many tables, in turn."""
    for _ in range(count):
        for page in pages:
            run(page.start(SOME.game, SOME.seats, SOME.seed))


def known(file: Path) -> list[str]:
    """Return the tables in a file of whole lines."""
    text = file.read_text("utf-8")
    assert text.endswith("\n")
    return [json.loads(line)[0] for line in text.splitlines()]


@pytest.mark.parametrize(
    "line",
    [
        b'["t", {"game": "g"}]',
        b'["t", {"game": "g", "seats": ["private"], "seat": 0, "seed": 1, "more": 2}]',
        b'["t", 5]',
        b'["t"]',
        b"5",
        b"",
        LINE[:-9],
        b'["\xff", {}]',
        b"\x00\xff\xfe",
    ],
)
def test_a_broken_line_is_skipped(tmp_path: Path, line: bytes) -> None:
    kept = tmp_path / "practice.jsonl"
    kept.write_bytes(line + b"\n" + LINE + b"\n" + line)
    page = practices(kept)
    assert page.can_undo("some")
    assert not page.can_undo("t")
    start(page)  # the line before may be incomplete
    assert practices(kept).can_undo("p0")
    assert practices(kept).can_undo("some")


def test_where_the_file_cannot_be_read_nothing_is_kept(tmp_path: Path) -> None:
    page = practices(tmp_path)  # a folder in place of the file
    assert page.kept is None
    start(page)
    assert page.can_undo("p0")
    assert not list(tmp_path.iterdir())


def test_the_file_is_shortened_while_two_pages_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has the latest tables of both pages, and only its owner can read it."""
    monkeypatch.setattr(practice, "_MOST_KEPT", 10)
    kept = tmp_path / "practice.jsonl"
    one, other = practices(kept, "a"), practices(kept, "b")
    made: list[str] = []
    for number in range(25):
        start(one, other)
        made += [f"a{number}", f"b{number}"]
        there = known(kept)
        assert min(10, len(made)) <= len(there) <= 20
        assert there == made[-len(there) :]
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [kept]
    again = practices(kept)
    assert [table for table in made if again.can_undo(table)] == made[-10:]


def test_a_file_with_a_torn_end_is_shortened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "_MOST_KEPT", 3)
    kept = tmp_path / "practice.jsonl"
    kept.write_bytes((LINE + b"\n") * 8 + LINE[:-9])
    page = practices(kept)
    start(page)
    assert kept.read_bytes().splitlines()[:2] == [LINE, LINE[:-9]]
    start(page, count=2)
    assert all(practices(kept).can_undo(f"p{number}") for number in range(3))


@pytest.mark.extended
def test_a_home_that_cannot_be_written_does_not_stop_the_page(tmp_path: Path) -> None:
    (tmp_path / "vorhand").write_text("no folder")
    process, address = serve(tmp_path)
    try:
        assert Visitor(address).place("random").table_id
    finally:
        stop(process)

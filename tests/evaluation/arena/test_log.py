"""The log: any number of workers, interruptions of every kind, full disks, wrong files."""

import bz2
import errno
import gzip
import json
import lzma
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from vorhand.evaluation.arena import (
    LogError,
    LogWriteError,
    Match,
    MatchLog,
    Results,
    read_log,
    read_match,
    run,
)
from vorhand.evaluation.arena.log import own_records
from vorhand.evaluation.workers.provenance import code_version
from vorhand.games.records import PlainRecord
from vorhand.tests.limits import HANGING_S, wait_until

MATCH = Match.create("kuhn_poker", ["random", "first"], seed=11)
SLOW = Match.create("leduc_poker", ["openspiel:ismcts(max_simulations=60)", "random"], seed=4)


def play(match: Match, deals: int, log: Path, workers: int = 1) -> Results:
    results = Results(match)
    run(match, deals, results, log=log, workers=workers)
    return results


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the log of six deals that were played without interruption."""
    path = tmp_path_factory.mktemp("logs") / "whole.log"
    play(MATCH, 6, path)
    return path


@pytest.mark.extended
def test_any_number_of_workers_writes_the_same_log(tmp_path: Path) -> None:
    logs = [tmp_path / f"{workers}.log" for workers in (1, 2)]
    scores = [
        play(SLOW, 10, log, workers).returns().tolist() for workers, log in enumerate(logs, start=1)
    ]
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert scores[0] == scores[1]
    # Another number of deals is the beginning or a continuation of the same match.
    short = tmp_path / "short.log"
    play(SLOW, 4, short)
    assert logs[0].read_bytes().startswith(short.read_bytes())
    assert play(SLOW, 10, short, 2).returns().tolist() == scores[0]
    assert short.read_bytes() == logs[0].read_bytes()


@pytest.mark.extended
def test_cut_anywhere_it_resumes_to_the_same_log(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    expected = read_log(whole).returns().tolist()
    log = tmp_path / "cut.log"
    for size in (*range(300), *range(300, len(content), 41)):
        log.write_bytes(content[:size])
        assert play(MATCH, 6, log).returns().tolist() == expected
        assert log.read_bytes() == content


def test_a_log_reads_back(whole: Path) -> None:
    assert read_match(whole) == MATCH
    assert len(read_log(whole)) == 6
    played = Results(MATCH)
    run(MATCH, 6, played)
    assert read_log(whole).returns().tolist() == played.returns().tolist()


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip), ("bz2", bz2), ("xz", lzma)])
def test_a_log_that_is_kept_may_be_compressed(
    whole: Path, tmp_path: Path, suffix: str, pack: Any
) -> None:
    kept = tmp_path / f"kept.log.{suffix}"
    kept.write_bytes(pack.compress(whole.read_bytes()))
    assert read_match(kept) == MATCH
    assert read_log(kept).returns().tolist() == read_log(whole).returns().tolist()
    before = kept.read_bytes()
    with pytest.raises(LogError, match=r"begins ['\"]"):  # the match is not continued
        play(MATCH, 7, kept)
    assert kept.read_bytes() == before
    kept.write_bytes(before[: len(before) // 2])
    with pytest.raises(LogError, match="compressed, but broken"):
        read_log(kept)


def test_reading_changes_nothing_and_needs_no_lock(whole: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(whole.read_bytes()[:-5])
    with MatchLog(whole, MATCH):
        assert len(read_log(whole)) == 6
    assert len(read_log(log)) == 5
    assert log.read_bytes() == whole.read_bytes()[:-5]


def test_fewer_deals_than_the_log_holds(whole: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(whole.read_bytes())
    assert len(play(MATCH, 4, log)) == 4
    assert log.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (Match.create(MATCH.game, MATCH.agents, 12), "seed is 11 there, 12 here"),
        (Match.create("leduc_poker", MATCH.agents, 11), "game is 'kuhn_poker' there"),
        (Match.create(MATCH.game, MATCH.agents[::-1], 11), "agents is ['random'"),
        (Match.create(MATCH.game, MATCH.agents, 11, "permutations"), "order is 'rotations' there"),
    ],
)
def test_the_log_of_another_match_is_refused(whole: Path, other: Match, text: str) -> None:
    before = whole.read_bytes()
    with pytest.raises(LogError) as caught:
        play(other, 8, whole)
    assert text in str(caught.value)
    assert whole.read_bytes() == before


def test_other_code_goes_on_with_a_log_if_it_plays_the_same(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "log"
    now = code_version()
    path.write_bytes(whole.read_bytes().replace(now.encode(), b"0.1.0+another"))
    before = path.read_bytes()
    assert len(play(MATCH, 6, path)) == 6
    assert path.read_bytes() == before  # nothing was left to play
    whole_run = tmp_path / "whole"
    expected = play(MATCH, 8, whole_run).returns().tolist()
    assert play(MATCH, 8, path).returns().tolist() == expected
    lines = path.read_text().splitlines()
    # Each line says which code played it, and nothing else differs.
    assert [line.replace("0.1.0+another", now) for line in lines] == (
        whole_run.read_text().splitlines()
    )
    versions = [json.loads(line)["version"] for line in lines]
    assert versions == ["0.1.0+another"] * 12 + [now] * 4
    assert play(MATCH, 9, path).returns().tolist()[:8] == expected


def test_the_log_of_code_that_played_otherwise_is_refused(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "log"
    other = play(Match.create(MATCH.game, MATCH.agents, 12), 6, tmp_path / "other")
    assert len(other) == 6
    theirs = (tmp_path / "other").read_bytes().replace(b'"seed":12', b'"seed":11')
    path.write_bytes(theirs.replace(code_version().encode(), b"0.1.0+another"))
    before = path.read_bytes()
    with pytest.raises(LogError, match=r"written by version 0\.1\.0\+another.* plays deal . oth"):
        play(MATCH, 8, path)
    assert path.read_bytes() == before
    assert len(read_log(path)) == 6  # finished deals can still be read


def test_a_first_line_may_be_long(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "log"
    first, rest = whole.read_bytes().split(b"\n", 1)
    path.write_bytes(first[:-1] + b',"note":"' + b"x" * 3_000_000 + b'"}\n' + rest)
    long = path.read_bytes()
    assert read_match(path) == MATCH
    assert play(MATCH, 6, path).returns().tolist() == read_log(whole).returns().tolist()
    assert path.read_bytes() == long


def test_who_reads_played_deals_as_a_log_is_told_what_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "played.jsonl"
    record = PlainRecord("kuhn_poker", 0, ("you", "random"), (1, 2, 0, 0), (-1.0, 1.0))
    path.write_text(record.line() + "\n")
    with pytest.raises(LogError, match=r"begins '\{\"game\":.*; vorhand review shows played"):
        read_log(path)


@pytest.mark.parametrize("content", [b"hello\n", b"no end of line", b"\0" * 100, b"\xff\xfe\n"])
def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "precious"
    path.write_bytes(content)
    with pytest.raises(LogError, match=r"begins '.*; expected a line \{\"match\":.*\.{3}$"):
        play(MATCH, 1, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (b'"deal":2', b'"deal":3', "holds deal 3"),
        (b'"returns":[', b'"returns":[9', "its actions lead to"),
        (b'"actions":[', b'"actions":[99,', "action 0 is 99; expected one of"),
        (b'"seats":["random"', b'"seats":["somebody"', "somebody"),
        (
            b'"game":"kuhn_poker","deal"',
            b'"gam":"kuhn_poker","deal"',
            "no field 'game': expected a string",
        ),
        (b'"seed":11', b'"seed":12', "expected an object with the match of the first line"),
        (b'"deal":2', b'"deal":', "Expecting value"),
        (b'{"match"', b'[{"match"', "line 5: "),
        (b'{"match"', b"[" * 100_000 + b'{"match"', "nested too deep"),
        (b'"deal":2', b'"deal":1e999', "deal inf: expected an integer"),
        (b'"deal":2', b'"deal":2.0', "deal 2.0: expected an integer"),
        (b'"game":"kuhn_poker","deal"', b'"game":["kuhn_poker"],"deal"', "expected a string"),
        (b'"seats":["random"', b'"seats":["\xff"', "line 5: "),
    ],
)
def test_an_edited_record_is_named(
    whole: Path, tmp_path: Path, old: bytes, new: bytes, text: str
) -> None:
    path = tmp_path / "log"
    lines = whole.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(old, new)  # the first game of deal 2
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(LogError) as caught:
        play(MATCH, 6, path)
    assert f"log {path}, line 5: " in str(caught.value)
    assert text in str(caught.value)
    assert path.read_bytes() == b"\n".join(lines)


def test_one_log_is_written_by_one_match_at_a_time(whole: Path) -> None:
    with MatchLog(whole, MATCH), pytest.raises(LogError, match="another match is writing it"):
        MatchLog(whole, MATCH)


def test_a_folder_or_device_is_no_log(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/full")):
        if path.exists():
            with pytest.raises(LogError, match="not a plain file"):
                MatchLog(path, MATCH)
    (tmp_path / "file").touch()
    with pytest.raises(LogWriteError, match="File exists"):
        MatchLog(tmp_path / "file" / "log", MATCH)
    with MatchLog(tmp_path / "made" / "on the way" / "log", MATCH) as log:
        assert log.path.exists()


@pytest.mark.parametrize("room", range(0, 2400, 197))
def test_a_full_disk_keeps_whole_deals_and_resumes(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    left = room
    write = os.write

    def limited(fd: int, data: bytes) -> int:
        nonlocal left
        if left == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = write(fd, data[:left])
        left -= written
        return written

    log = tmp_path / "log"
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", limited)
        with pytest.raises(LogWriteError, match="no space left"):
            play(MATCH, 6, log)
    content = log.read_bytes()
    assert whole.read_bytes().startswith(content)
    assert len(content) <= room
    assert play(MATCH, 6, log).returns().tolist() == read_log(whole).returns().tolist()
    assert log.read_bytes() == whole.read_bytes()


COMMAND = [
    *(sys.executable, "-m", "vorhand", "match", "--game", SLOW.game, "--seed", str(SLOW.seed)),
    *("--agents", ",".join(SLOW.agents), "--deals", "60"),
]


@pytest.mark.extended
def test_the_command_that_goes_on_has_all_options(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    match = "match --agents first,random,first --lists 1 --confidence 0.9 --workers 1"
    broken = subprocess.run(
        [sys.executable, "-m", "vorhand", *match.split()], cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert broken.returncode == 2
    assert "LogWriteError: log" in broken.stderr
    assert "File too large; it holds" in broken.stderr
    assert "python_skat, seed 0: " in broken.stdout  # the results so far
    _, _, told = broken.stdout.partition("continue with: vorhand ")
    (log,) = (tmp_path / "vorhand-logs").iterdir()
    assert told == f"{match} --log {log.relative_to(tmp_path)}\n"
    whole = subprocess.run(
        [sys.executable, "-m", "vorhand", *shlex.split(told)], cwd=tmp_path,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "90% confidence intervals" in whole.stdout
    assert "3 lists of 36 deals, 1 with cards of their own" in whole.stdout


def heed_interrupts() -> None:
    """Background processes of a shell ignore SIGINT, and their children inherit this."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def larger(log: Path, size: int) -> bool:
    return log.exists() and log.stat().st_size > size


@pytest.mark.extended
@pytest.mark.skipif(sys.platform == "win32", reason="no signals of this kind")
def test_killed_and_interrupted_matches_resume(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [*COMMAND, "--workers", "2", "--log", str(log)]
    for stop in (signal.SIGKILL, signal.SIGINT):
        size = log.stat().st_size if log.exists() else 1000
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, preexec_fn=heed_interrupts,  # noqa: PLW1509
        ) as process:  # fmt: skip
            wait_until(larger, log, size)
            process.send_signal(stop)
            shown, errors = process.communicate(timeout=HANGING_S)
        if stop is signal.SIGINT:
            assert process.returncode == 130, errors
            assert "score a deal" in shown
            assert "continue with: vorhand match" in shown
    assert 0 < len(read_log(log)) < 60
    resumed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "60 of 60 deals" in resumed.stdout
    fresh = tmp_path / "fresh"
    play(SLOW, 60, fresh)
    assert log.read_bytes() == fresh.read_bytes()


def test_a_record_is_text(tmp_path: Path) -> None:
    path = tmp_path / "log"
    match = Match.create("python_skat", ["random"] * 3)
    play(match, 1, path)
    assert [record[:2] for record in own_records(path)] == ["(;"] * 3
    lines = path.read_text().splitlines(keepends=True)
    fields = json.loads(lines[1])
    for record in (5, None, [fields["record"]]):
        lines[1] = json.dumps(fields | {"record": record}, separators=(",", ":")) + "\n"
        path.write_text("".join(lines))
        for use in (read_log, lambda path: list(own_records(path))):
            with pytest.raises(LogError, match=r"line 2: .*record .*: expected a string"):
                use(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"seed":11', b'"seed":11.0', "seed 11.0: expected an integer"),
        (b'"seed":11', b'"seed":"11"', "seed '11': expected an integer"),
        (b'"format":2,"game":"kuhn_poker"', b'"format":2,"game":3', "game 3: exp"),
        (b'"format":2,"game":"kuhn_poker",', b'"format":2,', "no field 'game'"),
        (b'"format":2', b'"format":9', "format 9; expected format 2"),
        (b'"kuhn_poker","agents"', b'"x","agents"', "there is no game 'x'"),
        (b'"kuhn_poker","agents"', b'"x","imported":5,"agents"', "there is no game 'x'"),
        (b'"agents":[', b'"agents":"random","x":[', "agents 'random': expected a list"),
        (b'"version":"', b'"version":1,"x":"', "version 1: expected a string"),
    ],
)
def test_wrong_settings_are_refused(
    whole: Path, tmp_path: Path, old: bytes, new: bytes, told: str
) -> None:
    content = whole.read_bytes()
    assert old in content
    path = tmp_path / "log"
    path.write_bytes(content.replace(old, new))
    with pytest.raises(LogError, match=re.escape(told)):
        read_log(path)
    path.write_bytes(b"")
    with pytest.raises(LogError, match="is empty; expected a game"):
        read_log(path)


def test_every_line_is_an_object_that_says_all_of_its_game(whole: Path) -> None:
    settings = {"format": 2, **MATCH.settings()}
    for number, line in enumerate(whole.read_text().splitlines()):
        fields = json.loads(line)
        assert list(fields) == ["match", "version", "game", "deal", "seats", "actions", "returns"]
        assert (fields["match"], fields["version"]) == (settings, code_version())
        assert fields["deal"] == number // 2
        state = pyspiel.load_game(fields["game"]).new_initial_state()
        for action in fields["actions"]:
            state.apply_action(action)
        assert state.returns() == fields["returns"]

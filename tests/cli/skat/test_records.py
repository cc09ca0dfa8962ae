import bz2
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from vorhand.cli import app
from vorhand.games.skat.records import Outcome, RecordFileError, parse_record
from vorhand.native.skat import PASS
from vorhand.tests.games.skat.records.sample import GAME_LINES, GAMES_FILE, game_line

PASSED_IN = [*range(32), *[PASS] * 3]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["records", *arguments])


def test_check_reports_that_all_games_agree() -> None:
    result = run("check", str(GAMES_FILE))
    assert result.exit_code == 0
    assert "43 lines, 43 parsed (loss 9, passed 2, penalty 2, win 30)" in result.output
    assert "43 of 43 agree with their replay" in result.output
    assert "mismatches" not in result.output


def test_check_lists_mismatches_by_kind_with_their_lines(tmp_path: Path) -> None:
    lines = list(GAME_LINES)
    lines[2] = "# a comment"
    lines[3] = lines[3].replace("v:96", "v:48")
    lines[5] = lines[5].replace("0 D9 1 SJ", "1 SJ 0 D9")
    lines[7] = "rubbish"
    path = tmp_path / "games.sgf.bz2"
    path.write_bytes(bz2.compress("\n".join(lines).encode()))
    result = run("check", str(path))
    assert result.exit_code == 1
    text = " ".join(result.output.split())
    assert "42 lines, 41 parsed" in text
    assert "39 of 41 agree" in text
    assert "value │ 1 │ 4 │ recorded 48, replayed 96" in text
    assert "illegal move │ 1 │ 6 │ column" in text
    assert "malformed line │ 1 │ 8 │ column 1: 'rubbish'" in text


def test_check_keeps_what_it_found_when_the_file_breaks_off(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.sgf.bz2"
    whole = bz2.compress("\n".join(GAME_LINES * 6).encode())
    second = bz2.compress(game_line(8).encode())
    path.write_bytes(whole + second[:-10])
    result = run("check", str(path))
    assert isinstance(result.exception, RecordFileError)
    assert "after line 257" in str(result.exception)
    assert "agree with their replay" in result.output


@pytest.mark.parametrize("content", [None, b"\0\1\2"])
def test_check_names_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "games.sgf"
    if content is not None:
        path.write_bytes(content)
    result = run("check", str(path))
    assert isinstance(result.exception, RecordFileError)
    assert str(path) in str(result.exception)


def test_check_of_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.touch()
    result = run("check", str(path))
    assert result.exit_code == 0
    assert "no records" in result.output


def test_the_list_of_scores(tmp_path: Path) -> None:
    """Two games of value 96 that rearhand wins, and one passed in: 192 points, and 50 for each."""
    path = tmp_path / "games.sgf"
    players = list(parse_record(GAME_LINES[3]).players)
    passed = json.dumps({"game": "python_skat", "seats": players, "actions": PASSED_IN})
    path.write_text(f"{GAME_LINES[3]}\n{passed}\n# a comment\n{GAME_LINES[3]}\n", "utf-8")
    (series,) = json.loads(run("list", str(path), "--json").output)
    assert [each["total"] for each in series["standings"]] == [0, 0, 292]
    assert run("list", str(path), "--csv").output.endswith("1,mic,192,2,0,100,0,292\n")
    shown = " ".join(run("list", str(path)).output.split())
    assert "mic │ G │ +1 │ 20 │ 96 │ 192 │ 2 │ 0" in shown
    assert "mic │ 192 │ 2 │ 0 │ 100 │ 0 │ 292" in shown
    both = run("list", str(path), "--csv", "--json")
    assert "--csv and --json: expected only one of them" in str(both.exception)


def test_a_match_has_no_list_of_scores(tmp_path: Path) -> None:
    """A log of a match holds each deal in several seatings, one after the other."""
    log = tmp_path / "match.jsonl"
    match = ["match", "--agents", "rule,rule,rule", "--deals", "2", "--workers", "1"]
    assert CliRunner().invoke(app, [*match, "--log", str(log)]).exit_code == 0
    assert "deal 2: the same cards as in the deal before" in str(run("list", str(log)).exception)


def test_names_with_brackets_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(GAME_LINES[3].replace("mic", r"\[/x\]") + "\n", "utf-8")
    shown = run("list", str(path))
    assert shown.exit_code == 0
    assert "[/x] │ G │ +1 │ 20 │ 96" in " ".join(shown.output.split())
    played = GAME_LINES[5]
    name = parse_record(played).players[0]
    path.write_text(played.replace(f"[{name}]", r"[\[/x\]]") + "\n", "utf-8")
    judged = ["pipma", str(path), "--workers", "1"]
    for more in ([], ["--player", "[/x]"]):
        shown = CliRunner().invoke(app, [*judged, *more])
        assert shown.exit_code == 0
        assert "[/x]" in shown.output


def test_the_list_shows_deals_that_were_stopped(tmp_path: Path) -> None:
    """Stopped deals have no soloist, like passed deals, but a mark of their own."""
    stopped = next(
        line for line in GAME_LINES if parse_record(line).result.outcome == Outcome.PENALTY
    )
    path = tmp_path / "games.sgf"
    path.write_text(f"{stopped}\n", "utf-8")
    assert "│ penalty │" in " ".join(run("list", str(path)).output.split())
    assert ",,penalty,,,,,," in run("list", str(path), "--csv").output


def test_a_list_names_the_deal_that_is_not_finished(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    entry = {"game": "python_skat", "seats": ["x", "y", "z"], "actions": list(range(32))}
    path.write_text(f"{GAME_LINES[3]}\n{json.dumps(entry)}\n", "utf-8")
    assert "deal 2 was not finished; expected" in str(run("list", str(path)).exception)


def test_a_list_names_the_line_that_is_no_deal(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(f"{GAME_LINES[3]}\nrubbish\n", "utf-8")
    assert f"{path}, line 2: " in str(run("list", str(path)).exception)

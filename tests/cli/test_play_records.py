"""Deals that a person has played are kept, and reviewed on request."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand import cli
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.tests.cli.playing import kept, play


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which deals are kept."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_deals_are_kept_and_the_seat_goes_round(folder: Path) -> None:
    output = play("--game kuhn_poker --agents first --seed 1 --deals 3", ["bet"] * 9)
    deals = kept(folder)
    assert [deal["seats"].index("you") for deal in deals] == [0, 1, 0]
    assert [deal["deal"] for deal in deals] == [0, 1, 2]
    assert output.count("kept: vorhand-logs/played-kuhn_poker-") == 3
    more = folder / "mine.jsonl"
    for _ in range(2):
        play(f"--game kuhn_poker --agents first --deals 1 --records {more}", ["bet"] * 3)
    assert len(more.read_text().splitlines()) == 2
    play("--game kuhn_poker --agents first --seed 1", ["q"])  # unfinished deals are not kept
    assert len(kept(folder)) == 3


def test_records_go_on_new_lines_of_a_file_that_can_be_written_to(folder: Path) -> None:
    game = "--game kuhn_poker --agents first --seed 1 --deals 1 --records"
    with pytest.raises(IsADirectoryError):
        CliRunner().invoke(cli.app, ["play", *game.split(), "."], catch_exceptions=False)
    file = folder / "new" / "mine.jsonl"
    play(f"{game} {file}", ["q"])
    assert list(file.parent.iterdir()) == []
    play(f"{game} {file}", ["bet"] * 3)
    file.write_text(file.read_text().rstrip("\n"))
    play(f"{game} {file}", ["bet"] * 3)
    assert [json.loads(line)["deal"] for line in file.read_text().splitlines()] == [0, 0]


def test_each_deal_of_a_file_is_reviewed_by_its_own_game(folder: Path) -> None:
    file = folder / "mine.jsonl"
    lines = [*["pass"] * 3, *CARD_NAMES * 10]
    play(f"--agents random,random --seat 1 --seed 5 --deals 1 --records {file}", [*lines, ""])
    schnapsen = "--game python_schnapsen --agents random --seed 5 --deals 1"
    output = play(f"{schnapsen} --records {file}", [*CARD_NAMES * 30, "what", ""])
    assert "'what': expected r, or enter to leave" in output
    for deal, said in (("1", "Could the "), ("2", "gave away")):
        shown = CliRunner().invoke(cli.app, ["review", str(file), "--deal", deal, "--brief"])
        assert shown.exit_code == 0
        assert said in shown.output


def test_agents_keep_their_places_as_the_seat_goes_round(folder: Path) -> None:
    lines = ["pass", "", "pass", "", "pass"]
    game = "python_skat(start=deal)"
    play(f"--game {game} --agents first,random --deals 1 --seed 2", [*lines, *CARD_NAMES * 10])
    assert kept(folder)[0]["seats"] == ["you", "first", "random"]


def test_a_review_is_offered(folder: Path) -> None:
    lines = [*["pass"] * 3, *CARD_NAMES * 10]
    adviser = "pimc(worlds=2)"
    options = f"--agents random,random --seat 1 --seed 5 --deals 1 --adviser {adviser}"
    output = play(options, [*lines, "r", ""])
    assert "r to review this one" in output
    assert "Could the " in output
    assert "you have +40" in output
    (file,) = (folder / "vorhand-logs").iterdir()
    again = CliRunner().invoke(cli.app, ["review", str(file), "--agent", adviser])
    assert again.exit_code == 0
    assert again.output.splitlines()[-5] in output


def test_a_passed_in_deal_stays_until_the_person_goes_on_and_offers_no_review(folder: Path) -> None:
    output = play("--agents first,first --seed 2 --deals 2", ["pass", "r", "", *["pass"] * 8])
    assert output.count("result: passed in") == 2
    assert output.count("'r': expected enter for the next deal, or q to leave") == 1
    assert "to review" not in output
    assert len(kept(folder)) == 2


def test_a_review_is_offered_after_ramsch() -> None:
    lines = [*["pass"] * 3, *CARD_NAMES * 10]
    game = "--game python_skat(ramsch=true) --agents first,first --seed 2 --deals 1"
    output = play(f"{game} --adviser pimc(worlds=2)", [*lines, "r", ""])
    assert "r to review this one" in output
    assert output.count("Ramsch: forehand ") == 2  # at the end of the deal, and in the review
    assert "points lost by mistakes: forehand " in output

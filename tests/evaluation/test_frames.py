"""Logs of matches as data frames, lines of JSON and pictures; files imported with a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from vorhand.agents import registry
from vorhand.agents.own_files import OWN_FILES
from vorhand.cli import app
from vorhand.evaluation import arena, frames, pictures
from vorhand.evaluation.arena.pictures import draw_match
from vorhand.games.loading import load_game
from vorhand.games.records import replay
from vorhand.games.skat.records import read_records

OWN = """
import pyspiel
from vorhand.agents import make_bot, register

@register("own_of_log")
def own_of_log(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    \"\"\"Plays at random.\"\"\"
    return make_bot("random", game, player, seed)
"""


def played(path: Path, game: str, agents: list[str], deals: int, order: str = "rotations") -> Any:
    source = "rule" if order == "pairs" else ""
    match = arena.Match.create(game, agents, 3, order, source)  # type: ignore[arg-type]
    results = arena.Results(match)
    arena.run(match, deals, results, log=path)
    return results


@pytest.mark.parametrize(
    ("game", "agents", "order"),
    [
        ("python_skat", ["rule", "rule", "random"], "rotations"),
        ("python_skat", ["rule", "random"], "pairs"),
        ("leduc_poker", ["random", "first", "rule"], "rotations"),
        ("python_schnapsen(match=true)", ["rule", "random"], "rotations"),
    ],
)
def test_a_log_as_a_frame(
    tmp_path: Path, game: str, agents: list[str], order: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    log = tmp_path / "match.log"
    results = played(log, game, agents, 4, order)
    match = results.match
    frame = frames.read_log(log)
    assert len(frame) == 4 * len(match.seatings) * match.players
    cells = frame.set_index(["deal", "game", "seat"])
    for deal in range(4):
        for number, seating in enumerate(match.seatings):
            for seat, agent in enumerate(seating):
                row = cells.loc[(deal, number, seat)]
                assert row.agent == match.names[agent]
                assert row.score == results.returns()[deal, number, seat]
    if match.short_name == "python_skat":
        alone = frame[frame.alone == True]  # noqa: E712  (None where passed in)
        assert ((alone.score > 0) == alone.won).all()
        assert len(alone) == sum(facts.soloist >= 0 for games in results.facts for facts in games)
    lines = tmp_path / "games.jsonl"
    lines.write_text("\n".join(frames.lines(results)))
    pandas.testing.assert_frame_equal(
        pandas.read_json(lines, lines=True), frame, check_dtype=False, check_exact=True
    )
    assert frames.read_log(log, "polars").equals(polars.DataFrame(frame.to_dict("records")))


def test_a_library_that_is_none_or_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = played(tmp_path / "match.log", "kuhn_poker", ["random", "first"], 2)
    with pytest.raises(frames.FrameError, match="expected pandas or polars"):
        frames.frame(results, library="numpy")  # type: ignore[arg-type]
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(frames.FrameError, match=r"vorhand\[frames\]"):
        frames.frame(results)


@pytest.mark.parametrize("agents", [["random", "first"], ["random", "first", "rule", "random(x)"]])
def test_a_match_as_a_picture(tmp_path: Path, agents: list[str]) -> None:
    agents = [agent.replace("random(x)", "random") for agent in agents]
    results = played(tmp_path / "match.log", "leduc_poker", agents, 12)
    picture = draw_match(results, tmp_path / "match.svg")
    text = picture.read_text()
    assert "leduc_poker: 12 deals" in text
    assert "A random" in text  # letters stay letters
    assert "Mean difference so far" in text
    again = draw_match(results, tmp_path / "again.svg")
    assert again.read_text() == text  # neither times nor random numbers
    few = arena.Results(results.match)
    with pytest.raises(ValueError, match="0 deals: expected 2 or more"):
        draw_match(few, tmp_path / "few.svg")
    assert not (tmp_path / "few.svg").exists()


def test_many_agents_as_a_map(tmp_path: Path) -> None:
    agents = ["random", "first", "rule", "random", "first"]
    results = played(tmp_path / "match.log", "leduc_poker", agents, 3)
    text = draw_match(results, tmp_path / "match.svg").read_text()
    assert "Row ahead of column" in text
    assert "Mean difference so far, with its interval, first pairs" in text


def test_pictures_are_saved_in_the_style_of_the_house(tmp_path: Path) -> None:
    """Titles stand on the left and legends have no frame, without a style context."""
    drawing, axes = pictures.figure(1, 1)
    axes[0, 0].plot([1, 2], label="one")
    axes[0, 0].set_title("what it shows")
    axes[0, 0].legend()
    pictures.save(drawing, tmp_path / "a.svg")
    assert (axes[0, 0].get_title("left"), axes[0, 0].get_title("center")) == ("what it shows", "")
    assert not axes[0, 0].get_legend().get_frame_on()


def test_the_log_command(tmp_path: Path) -> None:
    log = str(tmp_path / "match.log")
    results = played(Path(log), "leduc_poker", ["random", "first"], 5)
    run = CliRunner().invoke
    assert "head to head" in run(app, ["log", log]).output
    lines = run(app, ["log", log, "--lines"]).stdout.splitlines()
    assert lines == list(frames.lines(results))
    assert run(app, ["log", log, "--csv"]).stdout == arena.as_csv(results)
    both = run(app, ["log", log, "--csv", "--records"]).exception
    assert "expected only one" in str(both)


def games_of(log: Path) -> tuple[Any, Any]:
    """Return the frames that pandas and polars read from a log, after checking that they agree."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    one, other = pandas.read_json(log, lines=True), polars.read_ndjson(log)
    assert one.to_dict("records") == other.to_dicts()
    return one, other


def test_a_log_of_skat_is_a_table(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    results = played(log, "python_skat", ["rule", "rule", "random"], 40)
    games, same = games_of(log)
    columns = ["match", "version", "weights", "game", "deal", "seats", "returns", "record"]
    assert list(games.columns) == same.columns == columns
    assert games.weights[0] == results.match.weights
    assert games.deal.tolist() == [deal for deal in range(40) for _ in range(3)]
    assert games.seats.tolist() == 40 * [
        [results.match.names[agent] for agent in seating] for seating in results.match.seatings
    ]
    assert games.returns.tolist() == results.returns().reshape(120, 3).tolist()
    assert all(match == games.match[0] for match in games.match)
    assert games.match[0] == {"format": 2, **results.match.settings()}
    # Records can be exported for programs that know only the server's format.
    shown = CliRunner().invoke(app, ["log", str(log), "--records"]).stdout
    assert shown.splitlines() == games.record.tolist()
    records = tmp_path / "records.sgf"
    records.write_text(shown)
    assert [record.players for record in read_records(records)] == [
        tuple(seats) for seats in games.seats
    ]
    assert list(read_records(log)) == list(read_records(records))
    (tmp_path / "broken.jsonl").write_text(log.read_text()[:-40])
    whole = CliRunner().invoke(app, ["log", str(tmp_path / "broken.jsonl"), "--records"]).stdout
    assert whole.splitlines() == games.record.tolist()[:-3]  # a broken deal does not count


@pytest.mark.parametrize(
    ("game", "order"), [("python_skat", "pairs"), ("python_schnapsen(match=true)", "rotations")]
)
def test_a_log_of_actions_is_a_table(tmp_path: Path, game: str, order: str) -> None:
    log = tmp_path / "match.jsonl"
    match = (results := played(log, game, ["rule", "random"], 9, order)).match
    games, same = games_of(log)
    columns = ["match", "version", "game", "deal", "seats", "actions", "returns"]
    assert [name for name in games.columns if name != "weights"] == columns
    assert list(games.columns) == same.columns
    assert games.game.tolist() == [match.place(k).name for k in range(9) for _ in match.seatings]
    places = [match.place(deal) for deal in games.deal]
    by_seating = [place.from_first(row) for place, row in zip(places, games.returns, strict=True)]
    assert by_seating == [tuple(row) for row in results.returns().reshape(len(games), -1).tolist()]
    for row in games.itertuples():
        assert replay(load_game(row.game), row.actions).returns() == row.returns
    refused = CliRunner().invoke(app, ["log", str(log), "--records"])
    assert "line 1: tells its game by actions" in str(refused.exception)


def test_a_log_is_not_continued_with_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, log = tmp_path / "own.py", tmp_path / "match.log"
    own.write_text(OWN)
    with registry.temporary():
        monkeypatch.setenv(OWN_FILES, str(own))
        played(log, "kuhn_poker", ["own_of_log", "first"], 2)
        assert '"imported":{"own.py":"' in log.read_text().splitlines()[0]
        assert len(arena.read_log(log)) == 2
        played(log, "kuhn_poker", ["own_of_log", "first"], 3)
        own.write_text(OWN + "# changed\n")
        with pytest.raises(arena.LogError, match=r"was played with another own\.py"):
            played(log, "kuhn_poker", ["own_of_log", "first"], 4)
        monkeypatch.setenv(OWN_FILES, "")
        with pytest.raises(arena.LogError, match=r"was played with --import own\.py"):
            played(log, "kuhn_poker", ["own_of_log", "first"], 4)
        without = tmp_path / "without.log"
        played(without, "kuhn_poker", ["random", "first"], 2)
        monkeypatch.setenv(OWN_FILES, str(own))
        with pytest.raises(arena.LogError, match=r"without --import own\.py"):
            played(without, "kuhn_poker", ["random", "first"], 3)
    monkeypatch.setenv(OWN_FILES, "")
    with pytest.raises(arena.LogError, match=r"own_of_log.*played with --import own\.py"):
        arena.read_log(log)

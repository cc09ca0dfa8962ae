"""Puzzles: the files, their positions, and the conditions under which one card is clearly best."""

from pathlib import Path

import numpy as np
import pytest
from google.protobuf.json_format import ParseDict

from vorhand.agents.montecarlo.choice import Choice, Evidence
from vorhand.agents.montecarlo.frame import Values, Worlds
from vorhand.evaluation.puzzles import LEVELS, Puzzle, PuzzleError, search, shipped, written
from vorhand.evaluation.puzzles.sources import SOURCES
from vorhand.evaluation.training import settings_for, train, training
from vorhand.service.games.observations import state_of, view_of
from vorhand.v1 import observation_pb2
from vorhand.web.boards import BoardError
from vorhand.web.games import schnapsen, schnapsen_puzzles, skat, skat_puzzles

SEEN = {"skat": skat_puzzles.seen_at, "schnapsen": schnapsen_puzzles.seen_at}
QUESTIONS = {"skat": skat.WEB.questions, "schnapsen": schnapsen.WEB.questions}


@pytest.mark.parametrize("name", SOURCES)
def test_every_shipped_puzzle_can_be_shown(name: str) -> None:
    """The player is to move, every legal move has a figure, and others lose the margin."""
    known = shipped(name)
    assert len({puzzle.position for puzzle in known}) == len(known) > 0
    assert QUESTIONS[name]["puzzles"]({})["levels"] == [puzzle.level for puzzle in known]
    for number in range(0, len(known), 25):
        answer = QUESTIONS[name]["puzzle"]({"number": number})
        legal = [action["name"] for action in answer["seen"]["legal_actions"]]
        assert sorted(answer["losses"]) == sorted(legal)
        assert set(answer["answer"]["best"]) == {m for m in legal if not answer["losses"][m]}
    for puzzle in known:
        losses = [figure.loss for figure in puzzle.figures if figure.loss]
        assert min(losses) >= 100 * search.MARGIN
        assert puzzle.level in LEVELS
    with pytest.raises(BoardError, match=f"number {len(known)}: expected one below"):
        QUESTIONS[name]["puzzle"]({"number": len(known)})


@pytest.mark.parametrize("name", SOURCES)
def test_a_position_shows_what_its_player_saw(name: str) -> None:
    source = SOURCES[name]
    views, end = search._played(source, 5, 0)
    assert len(views) > 3
    for view, moves in views:
        found = SEEN[name](source.position(view, end, moves))
        message = ParseDict(found, observation_pb2.Observation())
        read = view_of(message) if name == "skat" else state_of(message).view(view.player)
        assert read == view


def choice_of(rows: list[list[float]]) -> Choice:
    """Return a decision between moves by their values in equally likely worlds."""
    columns = np.array(rows)
    count, moves = columns.shape
    worlds = Worlds(np.zeros((count, 1), np.uint32), np.full(count, 1 / count), None, 0, count)
    means = tuple(columns.mean(axis=0).tolist())
    return Choice(
        int(np.argmax(means)),
        tuple(range(moves)),
        tuple(map(str, range(moves))),
        "worlds",
        scores=means,
        evidence=Evidence(None, worlds, Values(columns), columns),
        stake=1.0,
    )


def test_a_lead_must_exceed_the_margin_and_its_interval() -> None:
    """Equivalent moves share their mean, and do not compete with each other."""
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(200, 1))  # common to all moves, so pairing removes it
    means = np.array([0.5, 0.5, 0.2, 0.1])
    steady = noise + means + rng.normal(scale=0.1, size=(200, 4))
    groups = [(0, 1), (2,), (3,)]
    found = search._lead(choice_of(steady.tolist()), groups)
    assert found is not None
    assert (found.clear, found.best) == (True, (0, 1))
    assert found.losses[0] == found.losses[1] == pytest.approx(0, abs=1e-12)
    apart = search._lead(choice_of(steady.tolist()), [(0,), (1,), (2,), (3,)])
    assert apart is not None
    assert not apart.clear
    close = search._lead(
        choice_of((noise + np.array([0.5, 0.45, 0.2])).tolist()), [(0,), (1,), (2,)]
    )
    assert close is not None
    assert not close.clear, "less than the margin"
    unsure = rng.normal(size=(20, 3)) * 2 + [[0.5, 0.2, 0.1]]
    doubtful = search._lead(choice_of(unsure.tolist()), [(0,), (1,), (2,)])
    assert doubtful is not None
    assert not doubtful.clear, "the interval contains 0"


@pytest.mark.parametrize(("rivals", "above"), [(1, True), (10, False)])
def test_intervals_are_simultaneous(rivals: int, above: bool) -> None:
    """A lead of 2.5 standard errors is clear over one rival (2.0), not over ten (2.9)."""
    leads = np.random.default_rng(1).normal(size=60)
    leads += 2.5 * leads.std(ddof=1) / np.sqrt(60) - leads.mean()
    rows = np.column_stack([leads, np.zeros((60, rivals))])
    found = search._lead(choice_of(rows.tolist()), [(k,) for k in range(rivals + 1)])
    assert found is not None
    assert found.above is above


def test_lines_are_read_as_written() -> None:
    line = "3\tCJ:0:83 marriage_H:21:-62\tseat=0 hand=CJ"
    puzzle = Puzzle.parse(line)
    assert str(puzzle) == line
    assert puzzle.best == ("CJ",)
    assert puzzle.figures[1].move == "marriage H"
    assert written([puzzle], ["some"]) == f"# some\n{line}\n".encode()
    for bad in ("3\tCJ:0:83", "x\tCJ:0:83\ty", "3\tCJ:0\ty", "6\tCJ:0:83\ty", "3\tCJ:5:83\ty"):
        with pytest.raises(PuzzleError, match="expected"):
            Puzzle.parse(bad)


@pytest.mark.nightly
def test_the_same_seed_gives_the_same_puzzles_also_after_an_interruption(tmp_path: Path) -> None:
    puzzles = training("puzzles")
    settings = settings_for(puzzles, "small", {"puzzles": "2", "worlds": "20"})
    whole, half = tmp_path / "whole", tmp_path / "half"
    train(puzzles, settings, 3, whole)
    work = half / "work"
    work.mkdir(parents=True)
    for kept in (whole / "work").iterdir():
        lines = kept.read_text("utf-8").splitlines(keepends=True)
        (work / kept.name).write_text("".join(lines[:1]) + '["torn', "utf-8")
    train(puzzles, settings, 3, half)
    for name in puzzles.files:
        assert (whole / name).read_bytes() == (half / name).read_bytes()
        head = (whole / name).read_text("utf-8").splitlines()
        assert len([line for line in head if not line.startswith("#")]) == 2

"""Tournaments: their files, the games played and kept, and ratings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.tournament import Contest, Played, TournamentError, play, ratings, read
from vorhand.evaluation.tournament.pace import seconds_a_decision
from vorhand.evaluation.tournament.ratings import fit

TEXT = """
seed = 3
deals = 3
agents = ["random", "first", "rule"]
[[games]]
game = "kuhn_poker"
agents = ["random", "first"]
deals = 5
[[games]]
game = "python_skat"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_file_says_who_meets_whom_and_how_they_sit(file: Path) -> None:
    kuhn, skat = read(file)
    assert kuhn == Contest("kuhn_poker", ("random", "first"), 5, 3)
    assert [(p.match.agents, p.deals) for p in kuhn.pairings()] == [(("random", "first"), 5)]
    seated = [p.match.agents for p in skat.pairings()]
    assert seated[:2] == [("random", "first", "random"), ("first", "random", "first")]
    assert len(seated) == 6
    assert {p.deals for p in skat.pairings()} == {2}  # half of the deals each, rounded up
    assert len({p.file for p in skat.pairings()}) == 6


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("games = 3", r"expected one table \[\[games\]\]"),
        ("deals = 0\n[[games]]", "deals = 0: expected a number from 1"),
        ("deal = 1\n[[games]]", "deal = 1: expected one of seed, deals, agents"),
        ("deals = true\n[[games]]", "deals = True: expected a number from 1"),
        ("deals = 1\n[[games]]\nagents = ['random']", "expected game too"),
        (
            "deals = 1\n[[games]]\ngame = 'kuhn_poker'\nagents = ['first', 'first']",
            "agents first, first: expected two or more, each once",
        ),
        ("[[games]", "expected TOML"),
    ],
)
def test_a_file_that_says_no_tournament_is_refused(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TournamentError, match=error):
        read(path)


@pytest.mark.extended
def test_an_interrupted_tournament_goes_on_to_the_same_logs(file: Path, tmp_path: Path) -> None:
    contests = read(file)
    whole = play(contests, tmp_path / "whole", workers=2)

    def stop(game: str, deals: int) -> None:
        if game == "python_skat":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(contests, tmp_path / "parts", progress=stop)
    counted: dict[str, int] = {}

    def count(game: str, deals: int) -> None:
        counted[game] = counted.get(game, 0) + deals

    again = play(contests, tmp_path / "parts", progress=count)
    assert counted == {"kuhn_poker": 5, "python_skat": 12}
    for one, other in zip(whole, again, strict=True):
        assert one.differences.keys() == other.differences.keys()
        assert all(
            (one.differences[two] == other.differences[two]).all() for two in one.differences
        )
    logs = sorted(path.name for path in (tmp_path / "whole").iterdir())
    assert len(logs) == 7
    for name in logs:
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


def test_ratings_are_those_that_deals_were_drawn_from() -> None:
    """In 300 tournaments between known agents 95% of the intervals hold the truth."""
    rng = np.random.default_rng(5)
    true = np.array([150.0, 50.0, -200.0])
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    chances = 1 / (1 + 10 ** (-(true[pairs[:, 0]] - true[pairs[:, 1]]) / 400))
    held = 0
    for _ in range(300):
        won = rng.binomial(60, chances).astype(np.float64)
        found, errors = fit(pairs, won, 60, 3)
        assert abs(found.sum()) < 1e-6
        held += (np.abs(found - true) < 1.96 * errors).sum()
    low, high = stats.binom.interval(0.9999, 900, 0.95)
    assert low <= held <= high


def test_two_agents_are_as_far_apart_as_their_odds() -> None:
    """An agent with 10 of 11 wins leads by 400 Elo points, less the effect of one added draw."""
    found, _ = fit(np.array([[0, 1]]), np.array([10.0]), 11, 2)
    assert np.allclose(found, [200 * np.log10(10.5 / 1.5), -200 * np.log10(10.5 / 1.5)])


def test_who_always_wins_has_an_interval_too() -> None:
    contest = Contest("kuhn_poker", ("random", "first"), 20, 0)
    best, last = ratings(Played(contest, {("random", "first"): np.ones(20)}))
    assert (best.agent, last.agent) == ("random", "first")
    assert 0 < best.rating.low < best.rating.value < best.rating.high < 2000
    assert best.score.value == 1.0 == -last.score.value


def test_the_command_writes_a_page(file: Path, tmp_path: Path) -> None:
    arguments = ["tournament", str(file), "--output", str(tmp_path / "out"), "--workers", "1"]
    result = CliRunner().invoke(app, [*arguments, "--pace"])
    assert result.exit_code == 0, result.exception
    page = (tmp_path / "out" / "results.html").read_text(encoding="utf-8")
    kuhn, skat = page.split("<h2>")[1:]
    assert (kuhn.count("<svg"), skat.count("<svg")) == (1, 2)  # a map from three agents on
    assert "Row ahead of column" in skat
    assert "\N{MINUS SIGN}0.00" not in skat
    assert "python_skat" in page
    assert "ms a decision" in page
    rows = [row.split("<td") for row in kuhn.split("<tr>") if "<td" in row]
    assert [[" *" in cell and "few" in cell for cell in row[1:]] for row in rows] == [
        [False, True, True, False], [False, True, True, False], [False, True],
    ]  # fmt: skip
    assert "* fewer than 20 cases" in result.output
    assert "kuhn_poker" in result.output


def test_pace_is_of_the_decisions_asked_for() -> None:
    pace = seconds_a_decision("kuhn_poker", "random", 12)
    assert pace.value > 0
    assert pace.low < pace.high

"""Matches, the papers' figures and the benchmark of Schnapsen, at small size."""

from pathlib import Path

import pytest

from vorhand.agents.schnapsen.match_values import measured_values, start_values
from vorhand.evaluation.bench import schnapsen as bench
from vorhand.evaluation.bench import schnapsen_worlds as by_phase
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.training.schnapsen_matches import match_outcomes, play_matches
from vorhand.tests.games.schnapsen.deals import DATA


def test_matches_tell_scores_winner_and_closing() -> None:
    played = list(play_matches("python_schnapsen(match=true)", ("rule", "random"), 0, 20, 1))
    assert sum(match.winner == 0 for match in played) > 10
    for match in played:
        assert match.scores[0] == (0, 0)
        assert all(max(score) < 7 for score in match.scores)
        assert sum(match.closed_won) + sum(match.closed_lost) <= 3 * len(match.scores)
    assert any(sum(match.closed_lost) for match in played)


@pytest.mark.extended
def test_matches_do_not_depend_on_the_workers() -> None:
    def told(workers: int) -> list[tuple[list[tuple[int, int]], int]]:
        game = "python_kinderschnapsen(match=true)"
        parts = match_outcomes(game, ("rule", "random"), 24, 2, workers)
        return [match for part in parts for match in part]

    assert told(1) == told(2)


@pytest.mark.extended
@pytest.mark.parametrize(("name", "rows"), [("wisser-figure3", 11), ("wisser-figure4", 3)])
def test_figures_at_small_size(name: str, rows: int, tmp_path: Path) -> None:
    """Wisser (IJCAI 2015), figures 3 and 4; and a run goes on where it stopped."""
    found = experiment(name)
    settings = settings_for(found, numbers={"matches": 2, "worlds": 2})
    report = run(found, settings, tmp_path)
    shares = [row.ours for row in report.rows if "closing" not in row.name]
    assert len(shares) == rows
    assert all(0 <= share.low <= share.value <= share.high <= 100 for share in shares)
    assert report.pictures[0].stat().st_size > 1000
    again = run(found, settings, tmp_path)
    assert [row.ours for row in again.rows] == [row.ours for row in report.rows]


@pytest.mark.nightly
def test_a_player_learns_during_a_tournament() -> None:
    """Each round of 50 matches is played with the table of all rounds before it."""
    found = experiment("wisser-figure3")
    settings = settings_for(found, numbers={"matches": 110, "worlds": 1})
    (job,) = (job for job in found.jobs(settings) if "{values}" in job[1])
    assert job[3:5] == [0, 110]  # one job, because each match depends on those before it
    game, spec, opponent, *_ = job
    spec = spec.replace("depth=5", "depth=1")
    told = found.work([game, spec, opponent, *job[3:]])
    table = begun = start_values(7)
    tables, wins = [str(table)], [0] * 55
    past: list[tuple[list[tuple[int, int]], int]] = []
    for start in (0, 50, 100):
        agents = (spec.replace("{values}", str(table)), opponent)
        for match in play_matches(game, agents, start, min(50, 110 - start), settings.seed):
            wins[(start + len(past) % 50) // 2] += match.winner == 0
            past.append((match.scores, match.winner))
        table = measured_values(past, begun)
        tables.append(str(table))
    assert told["wins"] == wins
    assert len(set(tables)) == 4


@pytest.mark.extended
def test_the_benchmark_runs() -> None:
    positions = bench.Positions(DATA / "after-5-tricks.positions")
    cases = bench.cases(positions, None, 1)
    assert [case.run() > 0 for case in cases] == [True, True, True]
    assert len(bench.comparisons(positions, None, 1)) == 2
    one, proof, moves, triples = bench.nodes(positions, 1).values()
    assert 1 < one < proof < moves < triples


@pytest.mark.extended
def test_the_benchmark_of_the_agents_runs() -> None:
    met = bench.situations(1)
    assert len(met) > 3
    assert all(len(situation.legal_actions) > 1 for situation in met)
    assert [case.run() for case in bench.deciders(met, 2)] == [len(met)] * 7
    assert len(bench.decider_costs()) == 6


@pytest.mark.extended
def test_the_benchmark_by_phase_runs() -> None:
    stored = [bench.Positions(DATA / f"{name}.positions") for name in ("after-5-tricks", "any")]
    for phase, name in zip(by_phase.phases(stored, 4), ("after 5 tricks", "closed"), strict=True):
        assert name in phase.name
        assert 20 < len(phase.decisions) <= phase.worlds
        found = by_phase.nodes(phase, 1)
        assert found["all moves"] <= found["triples"]
        assert found["decisive triples"] <= found["triples"]
        cases = by_phase.cases(phase, 1, 1e9)
        assert [case.run() for case in cases] == [phase.worlds] * len(by_phase.KINDS)

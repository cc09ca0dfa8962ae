"""Small packs of Skat and Schnapsen with a learner, against OpenSpiel's states."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.schnapsen_deals import packs_with, small_game
from vorhand.evaluation.equilibrium.small_games import decisions_of, lost_on_average, lost_points
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import report_of, settings_for
from vorhand.evaluation.papers.ours import small_schnapsen
from vorhand.evaluation.papers.ours.small_packs import comparison
from vorhand.evaluation.papers.reports import Exact, Verdict
from vorhand.games.loading import load_game
from vorhand.tests.evaluation.papers.small import reported

TINY = "python_kinderschnapsen(suits=1,hand_size=1)"
SMALL = "python_kinderschnapsen(suits=2,hand_size=3)"
RESULTS = Path(__file__).parents[4] / "evaluation" / "results"


def value_of_states(state: Any, seat: int, bot: Any) -> float:
    """Return player 0's mean game points if a bot plays one seat, and the other is random."""
    if state.is_terminal():
        return float(state.returns()[0])
    moves = state.legal_actions()
    if state.current_player() == seat:
        moves = [bot.step(state)]
    values = [value_of_states(state.child(move), seat, bot) for move in moves]
    return sum(values) / len(values)


def losses_of_states(game: Any, pack: list[int]) -> float:
    """Return the points that `rule` loses on uniform play in a deal, as the mean of both seats."""
    state = game.new_initial_state()
    for card in pack:
        state.apply_action(card)
    alone = value_of_states(state, -1, None)
    first, second = (value_of_states(state, p, make_bot("rule", game, p, 0)) for p in (0, 1))
    return ((alone - first) + (second - alone)) / 2


@pytest.mark.parametrize("up", [0, 3])
def test_the_loss_at_schnapsen_is_that_of_the_states(up: int) -> None:
    game = load_game(SMALL)
    small = small_game(game, up)
    worlds = random.Random(up).sample(range(len(small.packs)), 5)
    even = array_game.uniform(small.tree)
    found = lost_points(small.tree, 2, even, decisions_of(game, small, "rule"), worlds)
    assert found == pytest.approx([losses_of_states(game, small.packs[w]) for w in worlds])
    assert np.abs(found).max() > 0


def test_the_loss_over_all_deals_of_schnapsen_is_the_mean_of_the_deals() -> None:
    tree = small_game(load_game(TINY), 1).tree
    rng = np.random.default_rng(3)
    counts = np.diff(tree.first_move)
    for _ in range(100):
        policy, other = (np.concatenate([rng.dirichlet(np.ones(n)) for n in counts]) for _ in "ab")

        def decide(number: int, other: Any = other) -> Any:
            return other[tree.first_move[number] : tree.first_move[number + 1]]

        one_by_one = lost_points(tree, 2, policy, decide, range(tree.roots.size))
        assert lost_on_average(tree, 2, policy, other) == pytest.approx(one_by_one.mean())


def test_parts_of_the_deals_of_schnapsen_are_counted_as_all() -> None:
    game = load_game(SMALL)
    packs = list(packs_with(game.rules, 2))
    whole = small_game(game, 2)
    parts = (small_game(game, 2, packs=packs[begin::7]) for begin in range(7))
    expected = [len(packs), whole.states, whole.tree.mover.size]
    assert comparison.counted(parts) == expected


def test_a_learner_is_named_by_its_pack() -> None:
    settings = settings_for(
        experiment("small-schnapsen"), "full", 3, {"learner": "learned(file=s-{cards}-{hand}.pt)"}
    )
    jobs = small_schnapsen.EXPERIMENT.jobs(settings)
    games = [*small_schnapsen.GAMES, small_schnapsen.NEXT]
    assert list(dict.fromkeys(job[1] for job in jobs)) == games
    spec = jobs[0][-1]
    assert comparison.learned(spec, cards=8, hand=3) == ["learned(file=s-8-3.pt)"]
    assert comparison.learned("", cards=8) == []


@pytest.mark.parametrize("asked", [0, 100_000])
def test_a_learner_at_schnapsen_loses_on_the_solution(
    monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    """Asked in every information set or in the deals drawn, an agent loses the same in all."""
    monkeypatch.setattr(comparison, "peak_memory", lambda build, *of: {"CFR+": 1})
    game, small = load_game(TINY), small_game(load_game(TINY), 0)
    result = small_schnapsen.work([0, TINY, 0, 20, asked, 1000, "rule"])
    (deals, *_), _, exploitable, losses, memory = result
    assert deals == len(small.packs)
    assert memory == {"CFR+": 1}
    assert ("rule" in exploitable) == (asked > 0)
    decide = decisions_of(game, small, "rule")
    rule = np.concatenate([decide(k) for k in range(small.tree.seat.size)])
    solved = array_game.solve(small.tree, 20)
    expected = lost_on_average(small.tree, 2, solved, rule)
    assert np.mean(losses["rule"]) == pytest.approx(expected, abs=1e-4)


def figures(rng: random.Random, drawn: bool) -> list[Any]:
    """Return a constructed result of one card turned up."""
    loss = [rng.gauss(0, 1) for _ in range(5)] if drawn else rng.random()
    gains = {"CFR+": rng.random(), "learned": rng.random()}
    return [[rng.randrange(9) for _ in range(4)], rng.random(), gains, {"learned": loss}, {"a": 7}]


def test_figures_of_the_cards_turned_up_are_put_together() -> None:
    rng = random.Random(4)
    for _ in range(200):
        drawn = [rng.random() < 0.5 for _ in range(4)]
        results = [figures(rng, each) for each in drawn]
        results[2][4] = {"a": 5000}
        report = reported("small-schnapsen", results, games=1, learner="learned")
        rows = {row.name.partition(":")[0]: row.ours for row in report.rows}
        assert rows["deals"].value == 2 * sum(result[0][0] for result in results)
        assert rows["value of CFR+ to the leader"].value == pytest.approx(
            sum(result[1] for result in results) / 4
        )
        assert rows["exploitability of the learner"].value == pytest.approx(
            sum(result[2]["learned"] for result in results) / 4
        )
        lost, mean = rows["loss on CFR+ of the learner"], 0.0
        for result in results:
            mean += float(np.mean(result[3]["learned"])) / 4
        assert lost.value == pytest.approx(mean)
        assert isinstance(lost, Exact) == (not any(drawn))
        if all(drawn):
            by_deal = zip(*(result[3]["learned"] for result in results), strict=True)
            expected = estimates.mean(np.array([sum(each) / 4 for each in by_deal]))
            assert (lost.low, lost.high) == pytest.approx((expected.low, expected.high))
        assert rows["peak memory of a, MiB"].value == 5000
        assert [finding.verdict for finding in report.findings][1] == Verdict.DOES_NOT_HOLD


def test_results_without_a_learner_are_reported() -> None:
    older = [result[:3] for result in (figures(random.Random(k), False) for k in range(4))]
    report = reported("small-schnapsen", older, games=1)
    assert len(report.findings) == 1
    assert not any("loss" in row.name or "memory" in row.name for row in report.rows)


@pytest.mark.skipif(not RESULTS.exists(), reason="not in the source tree")
@pytest.mark.parametrize("name", ["small-skat", "small-skat-learner"])
def test_journals_are_reported_whole(name: str) -> None:
    _, [(_, report)] = report_of(experiment("small-skat"), RESULTS / f"{name}.jsonl.xz")
    assert "unfinished" not in report.title
    assert sum(row.name.startswith("exploitability of CFR+") for row in report.rows) == 3

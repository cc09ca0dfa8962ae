"""Matches of Bridge: IMPs per board, and tricks lost by cards with open hands."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.openspiel_tricks.double_dummy import solved, tricks_lost
from vorhand.evaluation.arena import Match, Results, profile_of, run
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.evaluation.arena.openspiel_bridge import imps, sides_of
from vorhand.evaluation.arena.report import figures, tables
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.view import TableView
from vorhand.tests.sizes import sizes

GAME = "bridge(use_double_dummy_result=false)"


@pytest.mark.parametrize(
    ("points", "expected"),
    [(0, 0), (10, 0), (20, 1), (-50, -2), (420, 9), (430, 10), (-740, -12), (3990, 23), (9999, 24)],
)
def test_imps(points: int, expected: int) -> None:
    """Laws of Duplicate Bridge, 2017, law 78B."""
    assert imps(points) == expected


def test_two_sides_that_change_directions() -> None:
    assert sides_of(Match.create(GAME, ["caller", "random"] * 2)) == ("caller", "random")
    assert sides_of(Match.create(GAME, ["caller", "caller", "random", "random"])) is None
    assert sides_of(Match.create(GAME, ["caller"] * 4)) is None


@pytest.mark.parametrize("count", sizes(1, 4))
def test_tricks_lost_explain_the_result(count: int) -> None:
    """The result is the open-hand value, less the declarer's losses, plus the defenders' losses."""
    pytest.importorskip("endplay")
    for seed in range(count):
        game = load_game(GAME)
        bots = [make_bot(agent, game, seat, seed) for seat, agent in enumerate(["caller"] * 4)]
        state = play_game(game.new_initial_state(), bots, random.Random(seed + 10))
        view = TableView.of(state, 0)
        assert view.contract is not None
        assert view.play is not None
        hands = [sum(1 << m.action for m in state.full_history()[seat:52:4]) for seat in range(4)]
        leader, declarer = view.contract.leader, view.contract.calls[0]
        rows = np.array([hands], np.uint64)
        value = 13 - int(solved(rows, view.contract.trump, leader, []).max())
        lost, cards = tricks_lost(state)
        ours = sum(lost[seat] for seat in range(4) if (seat - declarer) % 2 == 0)
        assert view.play.points == value - ours + sum(lost) - ours
        assert lost[(declarer + 2) % 4] == cards[(declarer + 2) % 4] == 0
        assert min(cards[seat] for seat in range(4) if seat != (declarer + 2) % 4) > 5


@pytest.mark.extended
def test_errors_of_the_benchmark_are_the_tricks_lost(tmp_path: Path) -> None:
    pytest.importorskip("endplay")
    log = tmp_path / "log.jsonl"
    match = Match.create(GAME, ["random", *["caller"] * 3], seed=2)
    results = Results(match)
    run(match, 3, results, log=log)
    found = profile_of("bridge").open_hand_errors([log], "random")["tricks a deal"]
    lost = [
        facts.lost[seating.index(0)]
        for games in results.facts
        for facts, seating in zip(games, match.seatings, strict=True)
    ]
    assert found.value == pytest.approx(np.mean(lost))
    assert found.cases == 3


@pytest.mark.extended
def test_a_match_tells_imps_and_regret() -> None:
    pytest.importorskip("endplay")
    match = Match.create(GAME, ["caller", "random"] * 2, seed=3)
    results = Results(match)
    run(match, 2, results)
    told = {(f.measure, f.agents): f.estimate.value for f in figures(results)}
    assert told["imps", ("caller",)] == -told["imps", ("random",)] > 0
    assert 0 <= told["tricks_lost", ("caller",)] < told["tricks_lost", ("random",)]
    titles = [str(table.title) for table in tables(results)]
    assert titles[-2:] == ["sides on the same boards", "with open hands"]

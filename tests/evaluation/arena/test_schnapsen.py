"""P(match state) learned while a match is played."""

from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import AgentError, make_bot
from vorhand.agents.schnapsen.match_values import match_values, measured_values
from vorhand.evaluation.arena import Match, Results, play_deal, run
from vorhand.evaluation.arena import schnapsen as profile
from vorhand.evaluation.arena.run import read_log
from vorhand.games.loading import load_game

GAME = "python_kinderschnapsen(match=true,match_points=3)"
LEARNING = Match.create(GAME, ["pvp(worlds=3,match_values=learn)", "rule"], seed=3)


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "ROUND_DEALS", 4)


def played(log: Path, deals: int, workers: int = 1) -> Results:
    results = Results(LEARNING)
    run(LEARNING, deals, results, log=log, workers=workers)
    return results


def test_the_facts_are_the_scores_before_each_deal_and_the_winner() -> None:
    state = play_deal(Match.create(GAME, ["rule", "random"]), 0)[0]
    scores, winner = profile.match_outcome(state)
    assert scores[0] == (0, 0)
    assert len(scores) == len(state.past) + 1
    assert state.returns()[winner] == 1
    last = list(scores[-1])
    last[winner] += state.deal.game_points
    assert tuple(last) == state.score
    single = play_deal(Match.create("python_kinderschnapsen", ["rule", "random"]), 0)[0]
    assert profile.ARENA.facts(single, 0) is None


def test_each_round_is_played_with_what_all_rounds_before_have_taught(tmp_path: Path) -> None:
    results = played(tmp_path / "log", 10)
    prior = match_values("learn", 3)
    tables = []
    for begun in (0, 4, 8):
        told = [(list(t[0]), t[1]) for games in results.facts[:begun] for t in games]
        tables.append(measured_values(told, prior) if told else prior)
        agents = (f"pvp(match_values={tables[-1]},worlds=3)", "rule")
        assert profile.ARENA.agents(LEARNING, results, begun) == agents
        fixed = Match.create(GAME, agents, seed=3)
        for deal in range(begun, min(begun + 4, 10)):
            found = [profile.ARENA.facts(state, 0) for state in play_deal(fixed, deal)]
            assert found == results.facts[deal]
    assert not np.allclose(tables[0].table, tables[1].table)
    assert not np.allclose(tables[1].table, tables[2].table)


@pytest.mark.extended
def test_workers_and_interruptions_change_nothing(tmp_path: Path) -> None:
    played(tmp_path / "whole", 10)
    played(tmp_path / "shared", 6, workers=2)
    played(tmp_path / "shared", 10)
    for stop in (3, 8):  # in mid-round, and between two
        played(tmp_path / f"cut {stop}", stop)
        played(tmp_path / f"cut {stop}", 10)
    whole = (tmp_path / "whole").read_text()
    assert "match_values=learn" in whole
    for path in tmp_path.iterdir():
        assert path.read_text() == whole
    assert len(read_log(tmp_path / "whole")) == 10


def test_agents_that_do_not_learn_play_in_one_round() -> None:
    match = Match.create(GAME, ["pvp(worlds=3)", "rule"], seed=3)
    assert profile.ARENA.round_deals(match) == 0
    assert profile.ARENA.agents(match, Results(match), 0) == match.agents


def test_a_table_is_a_word_of_a_spec() -> None:
    game = load_game(GAME)
    table = match_values("learn", 3)
    assert np.allclose(match_values(str(table), 3).table, table.table, atol=1e-6)
    state: pyspiel.State = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    specs = ("pvp(worlds=5)", f"pvp(worlds=5,match_values={table})")
    policies = [make_bot(spec, game, 0, 1).get_policy(state) for spec in specs]
    assert policies[0] == policies[1]
    with pytest.raises(AgentError, match=r"table:0.5/0.4...: expected 3 x 3 numbers"):
        make_bot("pvp(match_values=table:0.5/0.4)", game, 0, 1)
    with pytest.raises(AgentError, match="not monotone"):
        make_bot("pvp(match_values=table:0.5/0.4/0.3/0.4/0.5/0.4/0.7/0.6/0.5)", game, 0, 1)

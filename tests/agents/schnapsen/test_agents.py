"""The players of Schnapsen: composition, knowledge, match values, explanation."""

import itertools
import json
import random
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from rich.console import Console

from vorhand.agents import AgentError, make_bot
from vorhand.agents.montecarlo.decisions import presumed_payoff, presumed_value
from vorhand.agents.schnapsen import (
    MatchValues,
    MatchValuesError,
    load_values,
    match_values,
    measured_values,
    situation_of,
    start_values,
)
from vorhand.agents.schnapsen.explain import as_data, as_tables
from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.player import TRIPLE

AGENTS = [
    "random",
    "rule",
    "pimc(worlds=5)",
    "ppp(worlds=5)",
    "pvp(worlds=5)",
    "vm(worlds=3)",
    "prm(worlds=3)",
    "ismcts(simulations=50)",
    "mcts(simulations=50,worlds=5)",
]


def decision(game: pyspiel.Game, seed: int, moves: int) -> pyspiel.State:
    """A state with a choice after some random moves."""
    rng = random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            if (
                not chance
                and len(state.current.actions) >= moves
                and len(state.legal_actions()) > 1
            ):
                return state
            legal = [a for a in state.legal_actions() if chance or a != 33]
            state.apply_action(rng.choice(legal))


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(
    "name", ["python_kinderschnapsen", "python_schnapsen(match=true,score_0=6)"]
)
def test_every_player_plays_and_repeats(name: str, agent: str) -> None:
    game = pyspiel.load_game(name)

    def play() -> list[int]:
        rng = random.Random(1)
        state = game.new_initial_state()
        bots = [make_bot(agent, game, seat, 4) for seat in range(2)]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        return list(state.history())

    assert play() == play()


@pytest.mark.parametrize("agent", AGENTS[2:])
def test_hidden_cards_change_no_decision(agent: str) -> None:
    game, rng = pyspiel.load_game("python_schnapsen"), random.Random(2)
    for moves in (3, 8, 12):
        state = decision(game, moves, moves)
        other = state.resample_from_infostate(state.current_player(), rng.random)
        policies = [make_bot(agent, game, 0, 9).get_policy(s) for s in (state, other)]
        assert policies[0] == policies[1]


def test_looking_at_more_worlds_than_there_are_looks_at_all() -> None:
    game = pyspiel.load_game("python_kinderschnapsen")
    state = decision(game, 3, 8)
    choice = make_bot("pimc(worlds=100000)", game, 0, 1).explain(state.view(state.current_player()))
    assert choice.found is not None
    assert sorted(choice.found.worlds.tolist()) == list(range(choice.worlds_there_are))


def test_a_time_budget_looks_at_seven_worlds_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second whenever it is asked."""
    clock = itertools.count()
    frozen = SimpleNamespace(monotonic=lambda: float(next(clock)))
    monkeypatch.setattr("vorhand.agents.schnapsen.player.time", frozen)
    game = pyspiel.load_game("python_schnapsen")
    state = decision(game, 4, 2)

    def worlds(agent: str) -> list[int]:
        found = make_bot(agent, game, 0, 1).explain(state.view(state.current_player())).found
        assert found is not None
        return list(found.worlds)

    assert len(worlds("pimc(seconds=0.0)")) == 7
    # The clock is read after the first seven and after each eight that follow.
    longer = worlds("pimc(seconds=2.5)")
    assert len(longer) == len(set(longer)) == 7 + 2 * 8


def test_knowledge_grows_to_certainty() -> None:
    """k = k' + (1 - k') h / N: at the first lead 4 cards are left of 13 that MIN has not seen."""
    game = pyspiel.load_game("python_schnapsen")
    state = decision(game, 5, 0)
    seen = situation_of(state)
    shares = knowledge_after(seen.rules, seen.view, seen.player, 0.0)
    plain = [k for k, move in zip(shares, seen.moves, strict=True) if move < 32]
    assert plain == pytest.approx([4 / 13] * 5)
    half = knowledge_after(seen.rules, seen.view, seen.player, 0.5)
    assert half == pytest.approx(0.5 + 0.5 * shares)
    late = situation_of(decision(game, 5, 14))
    assert late.view.up < 0
    assert knowledge_after(late.rules, late.view, late.player, 0.0) == pytest.approx(1.0)


def test_an_announced_marriage_leaks_more() -> None:
    game = pyspiel.load_game("python_schnapsen")
    for seed in range(200):
        seen = situation_of(decision(game, seed, 0))
        if max(seen.moves) >= 34:
            break
    shares = dict(
        zip(seen.moves, knowledge_after(seen.rules, seen.view, seen.player, 0.0), strict=True)
    )
    assert shares[max(seen.moves)] == pytest.approx(5 / 12)
    assert shares[min(seen.moves)] == pytest.approx(4 / 13)


def test_presumed_value_weighs_points_by_the_match() -> None:
    """One point wins the match, so two are worth no more."""
    values = np.array([[(1, 0.0, 0), (2, 0.0, 0), (-1, 0.5, 2)]], TRIPLE)
    weights = np.ones(1)
    payoff = presumed_payoff(0.0)(values, weights)
    assert payoff.argmax() == 1
    worth = start_values(7).of_deal(6, 3)
    value = presumed_value(0.0, lambda points: worth[points.astype(int) + 3])(values, weights)
    assert value[0] == value[1] > value[2]


def test_start_values_are_those_of_a_fair_race() -> None:
    table = start_values(7).table
    assert table[0, 0] == 0.5
    assert table[6, 5] == 0.75
    assert np.allclose(table + table.T, 1)


def test_match_values_are_stored_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    start_values(7).save(path)
    assert np.allclose(load_values(path).table, start_values(7).table, atol=1e-6)
    assert match_values("measured", 7).table.shape == (7, 7)
    told = json.loads(path.read_text())
    del told["values"]["3:4"]
    path.write_text(json.dumps(told))
    with pytest.raises(MatchValuesError, match="state 3:4 is missing"):
        load_values(path)
    path.write_text("[]")
    with pytest.raises(MatchValuesError, match="expected JSON"):
        load_values(path)
    table = start_values(7).table.copy()
    table[3, 3] = 0.1
    with pytest.raises(MatchValuesError, match="at 2:3: not monotone, expected to rise"):
        MatchValues(table)
    table[3, 3] = 2
    with pytest.raises(MatchValuesError, match="at 3:3"):
        MatchValues(table)
    start_values(5).save(path)
    with pytest.raises(MatchValuesError, match="for matches to 5, expected 7"):
        match_values(str(path), 7)


def test_measured_values_follow_the_matches_and_stay_monotone() -> None:
    rng, matches = random.Random(1), []
    for _ in range(300):
        score, scores = [0, 0], []
        while max(score) < 7:
            scores.append((score[0], score[1]))
            score[rng.random() < 0.3] += rng.choice([1, 2, 3])
        matches.append((scores, int(score[1] >= 7)))
    found = measured_values(matches, start_values(7))
    assert found.table[6, 0] > found.table[0, 0] > found.table[0, 6]
    assert np.allclose(found.table + found.table.T, 1)


def test_explanations() -> None:
    game = pyspiel.load_game("python_schnapsen")
    state = decision(game, 6, 4)
    for agent in ("pimc(worlds=9)", "pvp(worlds=9)", "mcts(worlds=9)"):
        choice = make_bot(agent, game, 0, 1).explain(state.view(state.current_player()))
        data = json.loads(json.dumps(as_data(choice)))
        assert len(data["worlds"]) == 9
        assert len(data["moves"]) == len(choice.moves) == len(data["worlds"][0]["values"])
        assert set(data["best"]) <= set(data["moves"])
        assert list(data["parts"]) == (["pp", "ap", "tp"] if "pvp" in agent else [])
        own = situation_of(state).view.hand(state.current_player())
        hand = {game.rules.card_name(c) for c in game.rules.cards if own >> c & 1}
        for world in data["worlds"]:
            assert not hand & {*world["hand"], *world["talon"]}
        console = Console(record=True, width=200)
        for table in as_tables(choice):
            console.print(table)
        assert "9 of 9 worlds" in console.export_text()


def test_bad_parameters_are_named() -> None:
    game = pyspiel.load_game("python_schnapsen")
    with pytest.raises(AgentError, match="knowledge=2"):
        make_bot("pvp(knowledge=2)", game, 0, 1)
    with pytest.raises(AgentError, match="match values nowhere: No such file"):
        make_bot("pvp(match_values=nowhere)", game, 0, 1)

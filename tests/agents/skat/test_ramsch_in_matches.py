"""Agents in Ramsch: all play it to the end, from what they may know, and by playouts or rules."""

import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.agents.parameters import REQUIRED
from vorhand.agents.registry import agents
from vorhand.agents.skat.ramsch import stake_of, valued_in_ramsch
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.evaluation.arena import Match, Results, play_deal, read_log, run, tables
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.records import server_line
from vorhand.native.errors import InputError
from vorhand.native.skat import PUSH_UNSEEN, Scoring, ramsch_values, rule_action, scores
from vorhand.service.games.observations import wire_of
from vorhand.service.games.wire import JudgingError
from vorhand.tests.games.skat.test_ramsch import GAME, along, passed

QUICK = {
    "pimc": "pimc(worlds=3)",
    "iimc": "iimc(worlds=3)",
    "ppp": "ppp(worlds=3)",
    "pvp": "pvp(worlds=3)",
    "vm": "vm(worlds=3)",
    "prm": "prm(worlds=3)",
    "mc": "mc(evaluator=open_hand,worlds=3)",
    "ismcts": "ismcts(iterations=8)",
    "vorhand": "vorhand(worlds=40)",
    "sure": "sure(agent=pimc(worlds=3))",
    "told": "told(agent=pimc(worlds=3))",
    "mc_bidder": "mc_bidder(worlds=4)",
}


def cards_of(state: SkatState, bots: list[pyspiel.Bot]) -> list[int]:
    """Play a deal to its end and return the cards; every action must be legal."""
    played = []
    while not state.is_terminal():
        seat = state.current_player()
        action = bots[seat].step(state)
        assert action in state.legal_actions()
        for other in range(3):
            if other != seat:
                bots[other].inform_action(state, seat, action)
        state.apply_action(action)
        played.append(action)
    return played


NAMES = sorted(
    agent.name
    for agent in agents("python_skat")
    if not agent.name.startswith("grpc")
    and all(each.default is not REQUIRED for each in agent.parameters.values())
)


@pytest.mark.parametrize("name", NAMES)
def test_every_agent_plays_ramsch(name: str) -> None:
    state = passed(GAME, random.Random(7))
    bots = [make_bot(QUICK.get(name, name), state.get_game(), seat, 3) for seat in range(3)]
    assert len(cards_of(state, bots)) == 30


@pytest.mark.parametrize("agent", ["pimc(worlds=5)", "rule", "policy", "vorhand(worlds=40)"])
def test_decisions_follow_from_the_view_alone(agent: str) -> None:
    """The card is the same in every world that the player cannot tell apart."""
    rng = random.Random(2)
    state = passed(GAME, rng)
    for _ in range(7):
        state.apply_action(rule_action(state.deal))
    seat = state.current_player()
    cards = set()
    for _ in range(4):
        other = state.resample_from_infostate(seat, rng.random)
        cards.add(make_bot(agent, state.get_game(), seat, 3).step(other))
    assert len(cards) == 1


def test_values_against_playouts_one_by_one() -> None:
    """Values from compiled playouts equal those from playing the deal card by card."""
    seen = 0
    for state in along(12, 8):
        if state.is_terminal() or len(state.legal_actions()) < 2:
            continue
        seen += 1
        if seen % 9:
            continue
        seat = state.current_player()
        view = state.view(seat)
        worlds = view.worlds()
        rows = np.array(worlds.slice(0, min(2, worlds.count)))
        moves = list(view.legal_actions)
        found = ramsch_values(view.deal(rows[0].tolist()), rows, moves, Scoring.GAME_VALUE)
        for row, values in zip(rows.tolist(), found, strict=True):
            for move, value in zip(moves, values, strict=True):
                deal = view.deal(row)
                deal.apply(move)
                while not deal.is_over:
                    deal.apply(rule_action(deal))
                each = scores(Scoring.GAME_VALUE, deal.result())
                assert value == each[seat] - (sum(each) - each[seat]) / 2
        same = valued_in_ramsch(view, SkatWorlds(rows, np.ones(len(rows)) / len(rows), 2), moves)
        assert np.array_equal(same.worth, found)


@pytest.mark.parametrize(("bock", "first"), [("false", 61.5), ("true", 123.0)])
def test_the_stake_doubles_with_each_skat_pushed_on_unseen_and_in_bock(
    bock: str, first: float
) -> None:
    """At first it is one and a half times 41, the fewest points with which one player can lose."""
    name = f"python_skat(bock={bock},ramsch=true,schieberamsch=true)"
    state = passed(name, random.Random(3))
    for factor in (1, 2, 4, 8):
        assert stake_of(state.view(state.current_player())) == factor * first
        if factor < 8:
            state.apply_action(PUSH_UNSEEN)


def test_a_hint_says_how_the_cards_were_valued() -> None:
    state = passed(GAME, random.Random(9))
    choice = adviser("pimc(worlds=20)", state.get_game(), 0, 0)(state.view(0))
    assert choice.move in state.legal_actions()
    assert len(choice.scores) == 10
    assert choice.worlds == 20


def test_search_loses_less_than_the_rule_player() -> None:
    """Two rule players play against the search in the third seat, by rotation, with fixed seeds."""
    rng = random.Random(10)
    totals = {"search": 0.0, "rule": 0.0}
    for number in range(60):
        state = passed(GAME, rng)
        seat = number % 3
        bots = [
            make_bot("pimc(worlds=20)" if other == seat else "rule", state.get_game(), other, 1)
            for other in range(3)
        ]
        cards_of(state, bots)
        for other, value in enumerate(state.returns()):
            totals["search" if other == seat else "rule"] += value
    assert totals["search"] > totals["rule"] / 2


def test_matches_with_ramsch_are_played_to_their_end() -> None:
    match = Match.create(
        "python_skat(ramsch=true,claims=true)", ["rule", "random", "first"], seed=5
    )
    for deal in range(3):
        assert all(state.is_terminal() for state in play_deal(match, deal))


def test_a_log_of_ramsch_reads_back(tmp_path: Path) -> None:
    """Deals of Ramsch are logged as actions, because records cannot hold them."""
    match, log = Match.create(GAME, ["first", "first", "first"], seed=4), tmp_path / "log"
    played = Results(match)
    run(match, 4, played, log=log)
    lines = log.read_text().splitlines()
    assert all('"actions"' in line and '"record"' not in line for line in lines)
    assert np.any(read_log(log).returns())
    assert any("100.0% of the games were Ramsch" in str(table.title) for table in tables(played))
    assert read_log(log).returns().tolist() == played.returns().tolist()


def test_records_refuse_ramsch_by_name() -> None:
    state = passed(GAME, random.Random(1))
    with pytest.raises(InputError, match="no Ramsch"):
        server_line(state, "abc", 1, 1)
    wire = wire_of("python_skat")
    with pytest.raises(JudgingError, match="ramsch"):
        wire.solved(state)
    line = wire.record(state, GAME, 0, "abc")
    assert line.startswith("{")
    assert read_played_deal(line).deal == state.deal

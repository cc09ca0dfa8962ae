"""Points lost with open hands, against plain minimax over the game's own states."""

import random
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import Match, Results, profile_of, run
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.evaluation.arena.open_hands import mean_loss
from vorhand.evaluation.arena.tricks import TricksProfile
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.tests.sizes import sizes

ALONE = ("hearts", "oh_hell(num_tricks_fixed=5)", "oh_hell(num_tricks_fixed=4,players=4)")
PAIRS = ("euchre", "spades", "python_belote")
CARDS = 3


def payoff(state: pyspiel.State, player: int, side: Collection[int]) -> float:
    """Return the player's return if the side plays for it, and all others against it."""
    if state.is_terminal():
        return float(state.returns()[player])
    values = (payoff(state.child(move), player, side) for move in state.legal_actions())
    return max(values) if state.current_player() in side else min(values)


def lost_by(record: PlainRecord, seat: int) -> float:
    """Return the loss of a player's choices among the last cards, by plain minimax."""
    side = {seat} if record.game in ALONE else {seat, (seat + 2) % len(record.seats)}
    state, lost = load_game(record.game).new_initial_state(), 0.0
    makers, states = [], [state]
    for action in record.actions:
        makers.append(state.current_player())
        state = state.child(action)
        states.append(state)
    for number, (before, after) in enumerate(pairwise(states)):
        last = len(makers) - number <= CARDS * len(record.seats)  # all further moves are cards
        hand = makers[number:].count(seat)
        moves = before.legal_actions()
        if makers[number] == seat and last and hand <= CARDS and len(moves) > 1:
            best = max(payoff(before.child(move), seat, side) for move in moves)
            lost += best - payoff(after, seat, side)
    return lost


@pytest.mark.parametrize("name", [*ALONE, *PAIRS])
@pytest.mark.parametrize("count", sizes(4, 40))
def test_points_lost_are_those_of_minimax(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(name)
    profile = profile_of(game.get_type().short_name)
    assert isinstance(profile, TricksProfile)
    monkeypatch.setattr(type(profile), "cards", CARDS)
    total = 0.0
    for seed in range(count):
        players = range(game.num_players())
        bots = [make_bot("random", game, seat, seed) for seat in players]
        state = play_game(game.new_initial_state(), bots, random.Random(seed))
        if not any(state.returns()):
            continue  # passed in, so the last moves are no cards
        record = PlainRecord.of(state, name, seed, [f"random:{seat}" for seat in players])
        lost = [profile.points_lost(record, seat) for seat in players]
        assert lost == pytest.approx([lost_by(record, seat) for seat in players])
        total += sum(lost)
    assert total > 0 or count < 40  # few deals may hold no loss


def test_the_mean_loss_averages_the_seats_of_each_deal(tmp_path: Path) -> None:
    """The agent's seat follows from the rotation, even against copies of itself."""
    log = tmp_path / "log.jsonl"
    match = Match.create("oh_hell", ["random"] * 3, seed=1)
    run(match, 4, Results(match), log=log)
    found = mean_loss([log, log], "random", lambda record, seat: 30 * record.deal + seat**2)
    by_deal = [30 * deal + (0 + 1 + 4) / 3 for deal in range(4)] * 2
    assert found.value == pytest.approx(np.mean(by_deal))
    assert found.cases == 8
    assert found.low < found.value < found.high

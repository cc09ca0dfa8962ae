"""Measured properties of games, and the counting of hearts deals."""

import itertools
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.equilibrium import properties
from vorhand.evaluation.equilibrium.subjects import PropertyError, subject_of
from vorhand.games.loading import GameError
from vorhand.games.openspiel_tricks.tarok import TAKEN
from vorhand.games.openspiel_tricks.tarok_view import TarokView
from vorhand.native.schnapsen import Worlds


def test_kuhn_poker() -> None:
    """Long et al., AAAI 2010: correlation 0.5, bias 0.5, disambiguation 0."""
    found = properties.measure("kuhn_poker", 600, 20)
    assert np.nanmean(found.correlation) == pytest.approx(0.5, abs=0.05)
    assert np.nanmean(found.bias) == pytest.approx(0.5, abs=0.08)
    assert (found.disambiguation[~np.isnan(found.disambiguation)] == 0).all()


@pytest.mark.extended
@pytest.mark.parametrize(
    ("name", "turn", "move"),
    [("skat-suit", 0.68, 0.51), ("skat-grand", 0.70, 0.52), ("hearts", 0.825, 0.58)],
)
def test_trick_taking_games(name: str, turn: float, move: float) -> None:
    """Long et al.: correlation 0.8 to nearly 1, disambiguation near 0.6.

    The correlation holds; the disambiguation lies between our two definitions, see
    docs/laboratory.md.
    """
    found = properties.measure(name, 20, 10)
    assert 0.8 < np.nanmean(found.correlation) <= 1
    assert np.nanmean(found.disambiguation) == pytest.approx(turn, abs=0.03)
    assert np.nanmean(found.disambiguation_a_move) == pytest.approx(move, abs=0.03)


@pytest.mark.parametrize("name", ["leduc_poker", "skat-null", "python_schnapsen"])
def test_other_games_are_measured(name: str) -> None:
    found = properties.measure(name, 5, 5)
    for values in (
        found.correlation,
        found.bias,
        found.disambiguation,
        found.disambiguation_a_move,
    ):
        told = values[~np.isnan(values)]
        assert ((told >= 0) & (told <= 1)).all()


@pytest.mark.extended
@pytest.mark.parametrize("correlation", [0.0, 0.5, 1.0])
def test_the_trees_measure_what_they_were_made_with(correlation: float) -> None:
    name = f"python_bcd_tree(correlation={correlation},bias=0.75,disambiguation=0.0)"
    found = properties.measure(name, 8, 60)
    assert np.nanmean(found.correlation) == pytest.approx(correlation, abs=0.1)
    if correlation == 1.0:
        assert np.nanmean(found.bias) == pytest.approx(0.75, abs=0.1)
    assert np.nanmax(found.disambiguation) == 0


def hearts_by_brute_force(state: pyspiel.State, player: int) -> int:
    """Count the assignments of the unseen cards one by one; feasible in late positions only."""
    dealt = [h.action for h in state.full_history() if h.player < 0][-52:]
    plays = [h for h in state.full_history() if h.player >= 0]
    hands = [set(dealt[seat::4]) for seat in range(4)]
    void: set[tuple[int, int]] = set()
    for index, play in enumerate(plays):
        hands[play.player].discard(play.action)
        led = plays[index - index % 4].action % 4
        if play.action % 4 != led:
            void.add((play.player, led))
    others = [seat for seat in range(4) if seat != player]
    unseen = [card for seat in others for card in sorted(hands[seat])]
    ways = 0
    for owners in itertools.product(others, repeat=len(unseen)):
        right_sizes = all(owners.count(seat) == len(hands[seat]) for seat in others)
        ways += right_sizes and not any(
            (o, c % 4) in void for o, c in zip(owners, unseen, strict=False)
        )
    return ways


@pytest.mark.parametrize("name", ["python_schnapsen", "python_kinderschnapsen"])
def test_hands_of_the_opponent_are_counted_not_orders_of_the_talon(name: str) -> None:
    rng = random.Random(7)
    target = subject_of(name)
    counted = 0
    for _ in range(20):
        state = properties.plausible_deal(target, rng)
        while not state.is_terminal():
            for player in range(2):
                deal = state.view(player).deal
                worlds = Worlds(target.game.rules, deal, player)
                if len(worlds) <= 2000:
                    hands = {worlds.world(k).hand(1 - player) for k in range(len(worlds))}
                    assert target.possible_states(state, player) == len(hands)
                    counted += 1
            state.apply_action(rng.choice(state.legal_actions()))
            while state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(*rng.choices(actions, weights))
    assert counted > 100


def test_hearts_deals_are_counted() -> None:
    rng = random.Random(4)
    target = subject_of("hearts(pass_cards=false)")
    for _ in range(12):
        state = properties.plausible_deal(target, rng)
        while sum(h.player >= 0 for h in state.full_history()) < 42:
            state.apply_action(rng.choice(state.legal_actions()))
        player = state.current_player()
        expected = hearts_by_brute_force(state, player)
        assert target.possible_states(state, player) == expected


def test_bad_input() -> None:
    with pytest.raises(GameError, match="there is no game 'skat-nulll'"):
        properties.measure("skat-nulll", 1, 1)
    with pytest.raises(PropertyError, match="expected two or more players"):
        properties.measure("goofspiel", 1, 1)
    with pytest.raises(PropertyError, match="its cards are not played"):
        properties.measure("bridge(use_double_dummy_result=true)", 1, 1)
    with pytest.raises(ValueError, match="deals=0"):
        properties.measure("kuhn_poker", 0, 1)


def test_command_prints_the_table_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "plot.png"
    arguments = ["lab", "properties", "kuhn_poker", "--deals", "20", "--workers", "1"]
    result = CliRunner().invoke(app, [*arguments, "--plot", str(picture)])
    assert result.exit_code == 0, result.output
    assert "kuhn_poker" in result.output
    assert picture.stat().st_size > 5_000


IN_TRICKS = ("bridge", "euchre", "hearts", "oh_hell", "python_belote", "skat", "spades", "tarok")


@pytest.mark.extended
@pytest.mark.parametrize("name", IN_TRICKS)
def test_in_tricks_nobody_ever_holds_more_possible(name: str) -> None:
    """The number of possible hands never grows within a deal, whatever was passed or discarded."""
    subject, rng = subject_of(name), random.Random(3)
    state = properties.plausible_deal(subject, rng)
    players = range(state.num_players())
    held = [subject.possible_states(state, player) for player in players]
    first = list(held)
    assert min(first) > 1
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        now = [subject.possible_states(state, player) for player in players]
        assert all(1 <= later <= before for later, before in zip(now, held, strict=True))
        held = now
    assert all(last < before for last, before in zip(held, first, strict=True))


def test_tarok_is_dealt_by_the_seed_and_forehand_takes_up() -> None:
    subject = subject_of("tarok")
    found = [properties.plausible_deal(subject, random.Random(seed)) for seed in (1, 1, 2)]
    seen = [TarokView.of(state, 0) for state in found]
    assert seen[0].moves == seen[1].moves != seen[2].moves
    for view in seen:
        assert view.called is not None
        assert view.called.declarer == 0
        assert view.called.bid in TAKEN


def test_forehand_plays_alone_where_skat_is_measured() -> None:
    subject, rng = subject_of("skat"), random.Random(1)
    for _ in range(3):
        state = properties.plausible_deal(subject, rng)
        assert state.current_player() == 0
        callers = [move.player for move in state.full_history() if move.action > 32]
        assert callers == [0]

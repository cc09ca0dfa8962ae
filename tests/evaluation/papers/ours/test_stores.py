"""Points that an agent loses: replays, losses with open hands, and their tally."""

import json
import math
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.agents import make_bot
from vorhand.agents.spec import Spec
from vorhand.cli import app
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import DASH, Estimate
from vorhand.evaluation.papers.journal import ExperimentError
from vorhand.evaluation.papers.knowledge import shown
from vorhand.evaluation.papers.ours.stores import (
    LOSERS,
    Tally,
    open_losses,
    open_values,
    work,
)
from vorhand.evaluation.papers.skat import role_games
from vorhand.evaluation.papers.skat.role_games import Replays, first_lead, seeds_of
from vorhand.evaluation.training.skat_deals import random_deal
from vorhand.games.loading import load_game
from vorhand.native.skat import Deal, Phase, Scoring, rule_action, scores
from vorhand.tests.evaluation.papers.small import reported, values

PIMC = "pimc(worlds=2,belief=uniform,doubt=0,bidder=rule)"


def points_of(deal: Deal) -> float:
    return float(scores(Scoring.SEEGER_FABIAN, deal.result())[deal.soloist])


def searched(deal: Deal) -> float:
    """Return the soloist's points by plain minimax to the end of the deal."""
    if deal.is_over:
        return points_of(deal)
    after = []
    for card in deal.legal_actions():
        played = deal.copy()
        played.apply(card)
        after.append(searched(played))
    return max(after) if deal.player == deal.soloist else min(after)


def test_values_of_cards_are_those_of_plain_search() -> None:
    kinds, decided = set(), 0
    for number in range(20):
        replays = Replays(first_lead("all", 5, number), seeds_of(5, number))
        state = replays.first_lead()
        end = replays.played("rule", "rule").deal
        for card in end.history[len(state.deal.history) :]:
            if state.deal.tricks_played >= 6 and len(state.legal_actions()) > 1:
                sign = 1 if state.current_player() == end.soloist else -1
                found = open_values(state)
                for move in state.legal_actions():
                    assert found[move] == sign * searched(state.child(move).deal)
                decided += len(set(found.values())) > 1
            state.apply_action(card)
        kinds.add(end.contract)
    assert decided > 5
    assert len(kinds) > 3


@pytest.mark.extended
def test_losses_lead_from_the_value_of_the_deal_to_its_result() -> None:
    sides = set()
    for number in range(40):
        replays = Replays(first_lead("all", 6, number), seeds_of(6, number))
        deal = replays.played("rule", "rule").deal
        best = max(open_values(replays.first_lead()).values())
        points = best if deal.soloist == 0 else -best
        for _, seat, loss in open_losses(replays, deal):
            points += -loss if seat == deal.soloist else loss
            sides.add(seat == deal.soloist)
        assert points == points_of(deal)
    assert sides == {True, False}


@pytest.mark.extended
def test_games_are_those_of_players_who_know_more() -> None:
    """The replays equal games of bots that play the deal to its end without a memory."""
    changes = [("", ""), ("", "all"), ("", "partner"), ("", "skat"), ("all", "")]
    differing = 0
    for number in range(4):
        kind, soloist, points, losses = work([PIMC, 7, number])
        lead, seeds = first_lead("all", 7, number, Spec.parse(PIMC)), seeds_of(7, number)
        game = load_game("python_skat")
        for told, found in zip(changes, points, strict=True):
            state = game.new_initial_state()
            for action in lead:
                state.apply_action(action)
            specs = [f"told({PIMC},what={what})" if what else PIMC for what in told]
            bots = [make_bot(specs[seat != soloist], game, seat, seeds[seat]) for seat in range(3)]
            while not state.is_terminal():
                state.apply_action(bots[state.current_player()].step(state))
            assert found == state.returns()[soloist]
        assert all(
            0 <= place < 30 and seat in range(3) and loss > 0 for place, seat, loss in losses
        )
        differing += len(set(points)) > 1
    assert differing


def test_a_player_who_is_shown_all_cards_plays_as_with_a_belief_that_knows_them() -> None:
    game, cards = load_game("python_skat"), 0
    for number in range(4):
        told = make_bot(f"told({PIMC},what=all)", game, 0, 1)
        knowing = make_bot("pimc(worlds=2,belief=told(all),doubt=0,bidder=rule)", game, 0, 1)
        state = Replays(first_lead("all", 8, number), seeds_of(8, number)).first_lead()
        while not state.is_terminal():
            action = make_bot("rule", game, state.current_player(), 0).step(state)
            if state.current_player() == 0:
                assert told.step(state) == knowing.step(state)
                cards += 1
            state.apply_action(action)
    assert cards == 40


def test_a_game_begins_with_the_first_deal_that_is_not_passed_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bid = [bid_by_rule(9, number) for number in range(100)]
    passed = [deal.phase == Phase.OVER for deal in bid].index(True)
    played = [deal.phase == Phase.PLAY for deal in bid].index(True)
    rule = Spec.parse("rule")  # the agent, called through states
    assert first_lead("all", 9, played, rule) == bytes(bid[played].history)
    assert first_lead("all", 9, passed, rule)[:32] != bytes(bid[passed].history[:32])
    monkeypatch.setattr(role_games, "_MOST", 1)
    with pytest.raises(ExperimentError, match="expected a bidder"):
        first_lead("all", 9, passed, rule)


def bid_by_rule(seed: int, number: int) -> Deal:
    """Return the first of a number's deals, bid and declared by rule players."""
    deal = random_deal(np.random.default_rng((seed, number, 0)))
    while deal.phase not in (Phase.PLAY, Phase.OVER):
        deal.apply(rule_action(deal))
    return deal


RESULTS: list[Any] = [  # kind, soloist, points, losses: number, seat, points
    ["suit", 0, [74.0, -94.0, 74.0, 74.0, 98.0], [[0, 0, 10.0], [4, 2, 154.0], [6, 0, 20.0]]],
    ["grand", 1, [-146.0, -146.0, -146.0, -146.0, 98.0], [[0, 0, 24.0], [2, 2, 5.0], [3, 1, 7.0]]],
    ["suit", 2, [68.0, -86.0, -86.0, 68.0, 68.0], [[0, 0, 154.0], [29, 1, 1.0]]],
]


def test_the_tally_counts_as_plain_loops_do() -> None:
    found = values(reported("stores", RESULTS, games=3))

    def is_mean(name: str, samples: list[float]) -> bool:
        """Compare a figure with a mean; it is not shown if all samples are identical."""
        if len(set(samples)) == 1:
            return math.isnan(found[name])
        return found[name] == pytest.approx(fmean(samples))

    for kind in ("all", "suit"):
        games = [game for game in RESULTS if kind in ("all", game[0])]
        name = f"{kind} ({len(games)} games)"
        gains = [
            ("both defenders see all cards", 1, -1),
            ("both defenders are told the partner's hand", 2, -1),
            ("both defenders are told the skat", 3, -1),
            ("the soloist sees all cards", 4, 1),
        ]
        for change, place, sign in gains:
            samples = [sign * (points[place] - points[0]) for _, _, points, _ in games]
            assert is_mean(f"{change}, {name}", samples)
        alone, together, lead = [], [], []
        for _, soloist, _, losses in games:
            alone.append(sum(loss for _, seat, loss in losses if seat == soloist))
            together.append(sum(loss for _, seat, loss in losses if seat != soloist) / 2)
            if soloist != 0:
                lead.append(sum(loss for number, _, loss in losses if number == 0))
        for loser, lost in zip(LOSERS, (alone, together, lead), strict=True):
            assert is_mean(f"lost by {loser}, {name}", lost)
    assert not any("grand" in name for name in found)  # a single game has no interval
    tally = Tally.of(RESULTS)
    for loser, is_soloist, players in ((LOSERS[0], True, 1), (LOSERS[1], False, 2)):
        for trick in range(10):
            lost = [
                sum(
                    loss / players
                    for number, seat, loss in losses
                    if number // 3 == trick and (seat == soloist) == is_soloist
                )
                for _, soloist, _, losses in RESULTS
            ]
            assert is_mean(f"trick {trick + 1}, lost by {loser}", lost)
    assert np.array_equal(tally.led, [0, 1, 1])


def test_differences_are_paired_and_hold_all_at_once() -> None:
    rows = {row.name: row for row in reported("stores", RESULTS, games=3).rows}
    alone, together, first, second = [], [], [], []
    for _, soloist, _, losses in RESULTS:
        alone.append(sum(loss for _, seat, loss in losses if seat == soloist))
        defence = [(number, loss / 2) for number, seat, loss in losses if seat != soloist]
        together.append(sum(loss for _, loss in defence))
        first.append(sum(loss for number, loss in defence if number < 3))
        second.append(sum(loss for number, loss in defence if 3 <= number < 6))
    for name, ours, theirs in (
        (f"{LOSERS[0]} less {LOSERS[1]}", alone, together),
        (f"{LOSERS[1]}, trick 1 less trick 2", first, second),
    ):
        row = rows[f"difference of losses, {name}"]
        mean = estimates.mean(np.subtract(ours, theirs))
        assert (row.ours.low, row.ours.high) == pytest.approx((mean.low, mean.high))
        assert row.simultaneous is not None
        assert row.simultaneous.margin > row.ours.margin


def test_an_agent_that_ignores_what_it_is_shown_has_no_gains(tmp_path: Path) -> None:
    words = ["lab", "stores", "rule", "--games", "3", "--workers", "1", "--output", str(tmp_path)]
    printed = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert printed.exit_code == 0, printed.output
    (gains,) = (line for line in printed.stdout.splitlines() if "the soloist sees all" in line)
    assert gains.split()[5] == DASH
    assert "does not use the cards that it is shown" in printed.stdout
    assert "nan" not in printed.stdout


def test_the_command_measures_an_agent_and_continues(tmp_path: Path) -> None:
    words = ["lab", "stores", PIMC, "--workers", "1", "--output", str(tmp_path), "--games"]
    first = CliRunner().invoke(app, [*words, "3", "--json"], env={"COLUMNS": "200"})
    assert first.exit_code == 0, first.output
    (journal,) = tmp_path.glob("stores-*/stores.jsonl")
    found = json.loads(first.stdout)
    lines = journal.read_text("utf-8").splitlines()
    results = [json.loads(line)[1] for line in lines if line.startswith("[[")]
    assert found["agent"] == PIMC
    assert found["kinds"]["all"]["games"] == len(results) == 3
    gained = found["kinds"]["all"]["gains"]["both defenders see all cards"]
    assert gained["value"] == pytest.approx(fmean(p[0] - p[1] for _, _, p, _ in results))
    assert math.fsum(of["value"] for of in found["lost_by_trick"][LOSERS[0]]) == pytest.approx(
        found["kinds"]["all"]["lost"][LOSERS[0]]["value"]
    )
    cell = f"{shown(Estimate(**gained)):z.1f}"
    changed = sum(len(set(points)) > 1 for _, _, points, _ in results)
    assert found["changed"] == changed
    again = CliRunner().invoke(app, [*words, "3"], env={"COLUMNS": "200"})
    assert cell in again.stdout
    assert ("does not use the cards" in again.stdout) == (changed == 0)
    assert journal.read_text("utf-8").splitlines() == lines
    other = CliRunner().invoke(app, [*words, "4"])
    assert isinstance(other.exception, ExperimentError)
    assert "games is 3 there and 4 here" in str(other.exception)

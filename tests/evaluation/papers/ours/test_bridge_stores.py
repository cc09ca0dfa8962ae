"""Tricks that an agent loses at Bridge: players who know more, losses with open hands, a tally."""

from __future__ import annotations

import functools
import json
import math
import random
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pyspiel
import pytest
from typer.testing import CliRunner

from vorhand.agents import make_bot
from vorhand.agents.openspiel_tricks.bridge.players.told import told_view
from vorhand.agents.openspiel_tricks.double_dummy import losses_of_cards
from vorhand.cli import app
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.ours.bridge_stores import (
    GAME,
    LEAD,
    LOSERS,
    bid_board,
    seeds_of,
    work,
)
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.bridge import score
from vorhand.games.openspiel_tricks.view import HIDDEN, TableView
from vorhand.tests.evaluation.papers.small import reported, values
from vorhand.tests.sizes import large

PIMC = "pimc(worlds=2,ties=first)"
CHANGES = [
    ("both defenders see all cards", 1, -1),
    ("both defenders are told the partner's hand", 2, -1),
    ("the declarer sees all cards", 3, 1),
]


def called(state: pyspiel.State) -> tuple[int, int]:
    """Return the declarer and the bid."""
    contract = TableView.of(state, 0).contract
    assert contract is not None
    declarer, bid, doubled = contract.calls
    assert doubled == 1  # the bidder never doubles
    return declarer, bid


def hands_dealt(state: pyspiel.State) -> list[set[int]]:
    return [set(state.history()[seat:52:4]) for seat in range(4)]


def members(cards: int) -> set[int]:
    return {card for card in range(52) if cards >> card & 1}


def test_players_are_shown_the_hands_that_were_dealt() -> None:
    for number in range(4):
        state = bid_board(1, number)
        declarer, _ = called(state)
        hands = hands_dealt(state)
        lead = state.current_player()
        assert lead == (declarer + 1) % 4
        partner = told_view(state, lead, "partner")
        everything = told_view(state, lead, "all")
        assert members(partner.hidden) == hands[declarer] | hands[(declarer + 2) % 4]
        assert {frozenset(members(int(row[(lead + 2) % 4]))) for row in partner.worlds(20, 3)} == {
            frozenset(hands[(lead + 2) % 4])
        }
        assert len({int(row[declarer]) for row in partner.worlds(20, 3)}) > 10
        (row,) = everything.worlds(20, 3).tolist()
        assert [members(hand) for hand in row] == hands
        state.apply_action(state.legal_actions()[0])
        if state.current_player() == declarer:  # dummy lies open
            assert told_view(state, declarer, "partner") == TableView.of(state, declarer)
        state.apply_action(state.legal_actions()[0])
        other = state.current_player()
        assert other == (lead + 2) % 4
        assert told_view(state, other, "partner").layouts().size == 1  # dummy is seen, too
        assert TableView.of(state, other).layouts().size > 1


def test_nothing_is_shown_in_the_auction() -> None:
    state = bid_board(1, 0)
    before = load_game(GAME).new_initial_state()
    for action in state.history()[:53]:
        before.apply_action(action)
    player = before.current_player()
    view = told_view(before, player, "all")
    assert view == TableView.of(before, player)
    assert sum(action == HIDDEN for _, action in view.moves) == 39


def best(state: pyspiel.State, declarer: int) -> float:
    """Return the declarer's score by plain minimax over the states of OpenSpiel."""
    if state.is_terminal():
        return float(state.returns()[declarer])
    after = [best(state.child(card), declarer) for card in state.legal_actions()]
    return max(after) if (state.current_player() - declarer) % 2 == 0 else min(after)


@pytest.mark.parametrize("count", large(12, 60))
def test_losses_are_those_of_plain_search(count: int) -> None:
    """Random cards lose in the last three tricks what minimax over OpenSpiel's states says."""
    pytest.importorskip("endplay")
    rng, losers = random.Random(6), set()
    for number in range(count):
        state = bid_board(2, number)
        declarer, bid = called(state)
        tricks = {score(bid, 1, False, made): made for made in range(14)}
        value = functools.partial(best, declarer=declarer)
        expected = {}
        for place in range(52):
            card = rng.choice(state.legal_actions())
            if place >= 40 and len(state.legal_actions()) > 1:
                ours = (state.current_player() - declarer) % 2 == 0
                lost = tricks[int(value(state))] - tricks[int(value(state.child(card)))]
                expected[place] = state.current_player(), lost if ours else -lost
            state.apply_action(card)
        found = {place: (who, lost) for place, who, lost in losses_of_cards(state)}
        assert {place: found[place] for place in found if place >= 40} == expected
        losers |= {(who - declarer) % 4 for who, lost in expected.values() if lost}
    assert losers == {0, 1, 3}  # dummy plays no cards of its own


@pytest.mark.parametrize("count", large(1, 4))
def test_games_are_those_of_players_who_know_more(count: int) -> None:
    """The replays equal games of bots that play the board to its end without a memory."""
    pytest.importorskip("endplay")
    told = [("", ""), ("", "all"), ("", "partner"), ("all", "")]
    for number in range(count):
        declarer, bid, tricks, scores, losses = work([PIMC, 7, number])
        lead, seeds = bid_board(7, number), seeds_of(7, number)
        assert called(lead) == (declarer, bid)
        for (alone, together), made, points in zip(told, tricks, scores, strict=True):
            bots = []
            for seat in range(4):
                what = together if (seat - declarer) % 2 else alone
                spec = f"told(agent={PIMC},what={what})" if what else PIMC
                bots.append(make_bot(spec, load_game(GAME), seat, seeds[seat]))
            state = lead.clone()
            while not state.is_terminal():
                state.apply_action(bots[state.current_player()].step(state))
            assert points == state.returns()[declarer] == score(bid, 1, False, made)
        assert all(place in range(52) and lost > 0 for place, _, lost in losses)
        assert (declarer + 2) % 4 not in {who for _, who, _ in losses}


RESULTS: list[Any] = [  # declarer, bid, tricks, scores, losses: number, seat, tricks
    [0, 14, [9, 8, 9, 10], [400, -50, 400, 430], [[0, 1, 1], [6, 3, 2], [7, 0, 1]]],
    [3, 3, [8, 7, 7, 8], [110, 80, 80, 110], [[1, 3, 1], [4, 0, 1], [51, 2, 3]]],
    [2, 13, [10, 10, 9, 11], [170, 170, 140, 200], [[0, 3, 2], [5, 2, 1]]],
]
IMPS = {50: 2, 450: 10, 30: 1, 0: 0}  # by differences of the scores above


def test_the_tally_counts_as_plain_loops_do() -> None:
    found = values(reported("bridge-stores", RESULTS, boards=3))

    def is_mean(name: str, samples: list[float]) -> bool:
        """Compare a figure with a mean; it is not shown if all samples are identical."""
        if len(set(samples)) == 1:
            return math.isnan(found[name])
        return found[name] == pytest.approx(fmean(samples))

    def lost(result: Any, place: int, numbers: range = range(52)) -> float:
        declarer, *_, losses = result
        return math.fsum(
            n for k, who, n in losses if (who - declarer) % 4 == place and k in numbers
        )

    for kind, boards in (("all", RESULTS), ("suit", RESULTS[1:])):
        name = f"{kind} ({len(boards)} boards)"
        for change, place, sign in CHANGES:
            tricks = [sign * (made[place] - made[0]) for _, _, made, _, _ in boards]
            assert is_mean(f"{change}, tricks, {name}", tricks)
            differences = [sign * (of[place] - of[0]) for *_, of, _ in boards]
            imps = [math.copysign(IMPS[abs(of)], of) for of in differences]
            assert is_mean(f"{change}, IMPs, {name}", imps)
        for loser, place in zip(LOSERS, (0, 1, 3), strict=True):
            assert is_mean(f"lost by {loser}, {name}", [lost(of, place) for of in boards])
        leads = [lost(of, 1, range(1)) for of in boards]
        assert is_mean(f"lost by {LEAD}, {name}", leads)
    assert not any("notrump" in name for name in found)  # a single board has no interval
    for loser, place in zip(LOSERS, (0, 1, 3), strict=True):
        for trick in range(13):
            samples = [lost(of, place, range(4 * trick, 4 * trick + 4)) for of in RESULTS]
            assert is_mean(f"trick {trick + 1}, lost by {loser}", samples)


def test_differences_are_paired_and_hold_all_at_once() -> None:
    rows = {row.name: row for row in reported("bridge-stores", RESULTS, boards=3).rows}
    sides, first = [], []
    for declarer, *_, losses in RESULTS:
        defence = [(place, lost) for place, who, lost in losses if (who - declarer) % 2]
        alone = sum(lost for _, who, lost in losses if who == declarer)
        sides.append(alone - sum(lost for _, lost in defence))
        first.append(sum(lost * ((place < 4) - (4 <= place < 8)) for place, lost in defence))
    for name, samples in (
        ("the declarer less both defenders", sides),
        ("both defenders, trick 1 less trick 2", first),
    ):
        row, mean = rows[f"difference of losses, {name}"], estimates.mean(np.array(samples, float))
        assert (row.ours.low, row.ours.high) == pytest.approx((mean.low, mean.high))
        assert row.simultaneous is not None
        assert row.simultaneous.margin > row.ours.margin


def test_the_command_measures_an_agent(tmp_path: Path) -> None:
    pytest.importorskip("endplay")
    words = ["lab", "bridge-stores", "caller", "--workers", "1", "--output", str(tmp_path)]
    printed = CliRunner().invoke(app, [*words, "--boards", "3", "--json"])
    assert printed.exit_code == 0, printed.output
    found = json.loads(printed.stdout)
    (journal,) = tmp_path.glob("bridge-stores-*/bridge-stores.jsonl")
    lines = journal.read_text("utf-8").splitlines()
    results = [json.loads(line)[1] for line in lines if line.startswith("[[")]
    assert found["boards"] == found["kinds"]["all"]["boards"] == len(results) == 3
    gained = found["kinds"]["all"]["gains"]["the declarer sees all cards, tricks"]
    assert gained["value"] == pytest.approx(fmean(made[3] - made[0] for _, _, made, *_ in results))
    again = CliRunner().invoke(app, [*words, "--boards", "3"], env={"COLUMNS": "200"})
    assert "tricks and IMPs a board" in again.stdout
    assert f"lost by {LEAD}" in again.stdout
    assert "nan" not in again.stdout

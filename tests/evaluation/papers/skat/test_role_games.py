"""Games in which soloist and defenders hold different beliefs."""

import random

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.bidding.kermit import kermit_bidder
from vorhand.evaluation.arena import play_game
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.skat.role_games import Table, first_lead
from vorhand.evaluation.papers.solinas_2019.table3 import by_cell, pair_jobs, pairs
from vorhand.evaluation.post_mortem.skat.pipma import kind_of
from vorhand.games.loading import load_game
from vorhand.games.skat.auction import NOTHING, limits
from vorhand.games.skat.view import observe
from vorhand.native.skat import Deal, Phase

ONE = "pimc(worlds=2,doubt=0)"
TWO = "pimc(worlds=2,belief=uniform,doubt=0)"


@pytest.mark.parametrize("kind", ["suit", "grand", "null", "any"])
def test_deals_begin_at_the_first_lead_with_their_bidding(kind: str) -> None:
    packs = set()
    for number in range(3):
        actions = first_lead(kind, 4, number)
        deal = Deal()
        deal.apply_all(actions)
        assert deal.phase == Phase.PLAY
        assert deal.tricks_played == 0
        assert not deal.lies_open
        assert kind in ("any", kind_of(deal.contract))
        packs.add(actions[:32])
        moves = zip(deal.history_players[32:], deal.history[32:], strict=True)
        told = limits(moves)
        assert all(told[seat][1] != NOTHING for seat in range(3) if seat != deal.soloist)
    assert len(packs) == 3


def test_kermit_bids_and_declares_as_its_views_tell() -> None:
    """Kermit's actions before the cards equal those of a bidder that is asked through views."""
    decide = kermit_bidder(0.6, sure=False, against="search")
    deals = [first_lead("any", 4, number, "kermit") for number in range(4)]
    assert deals[0] == first_lead("any", 4, 0, "kermit")
    assert any(deal != first_lead("any", 4, k) for k, deal in enumerate(deals))
    for actions in deals:
        deal = Deal()
        deal.apply_all(actions[:32])
        for action in actions[32:]:
            assert decide(observe(deal, deal.player), 0).move == action
            deal.apply(action)
        assert deal.phase == Phase.PLAY


@pytest.mark.extended
def test_games_are_those_without_a_memory() -> None:
    """Points equal those of bots without a cache, whatever was played before."""
    game = load_game("python_skat")
    for number in range(2):
        table = Table("any", 4, number)
        pairs_of_specs = [(ONE, ONE), (ONE, TWO), (TWO, ONE), (ONE, ONE)]
        told = [table.play(*specs) for specs in pairs_of_specs]
        drawn = np.random.SeedSequence((4, number, 2)).generate_state(3, np.uint64)
        seeds = [value >> 33 for value in drawn.tolist()]
        for (alone, defence), result in zip(pairs_of_specs, told, strict=True):
            state = game.new_initial_state()
            for action in first_lead("any", 4, number):
                state.apply_action(action)
            seat = state.deal.soloist
            bots = [
                make_bot(alone if player == seat else defence, game, player, seeds[player])
                for player in range(3)
            ]
            play_game(state, bots, random.Random(0))
            assert result == (state.returns()[seat], state.deal.result().won)
        assert told[0] == told[3]


def test_pair_games_of_tables_3_and_4() -> None:
    """Every pair of the paper (table 3) whose beliefs exist here plays every kind of contract."""
    numbers = {"suit": 2, "grand": 3, "null": 2, "worlds": 160}
    settings = settings_for(experiment("solinas-table3"), numbers=numbers)
    jobs = pair_jobs(settings, [80, 160])
    assert len(jobs) == (2 + 3 + 2) * 2 * len(pairs())
    assert ("KI", "NI") in pairs()
    cells = by_cell(jobs, [[number, 1, -number, 0] for number in range(len(jobs))])
    for (kind, *_), rows in cells.items():
        assert rows.shape == (numbers[kind], 4)
    assert len(cells) == 6 * len(pairs())


def test_figure_2_in_small() -> None:
    figure = experiment("solinas-figure2")
    settings = settings_for(figure, numbers={"suit": 2, "grand": 2, "null": 4, "xskat": 1})
    jobs = [job for job in figure.jobs(settings) if job[0] == "rule"]
    assert {job[1] for job in jobs} == {"suit", "grand", "null"}
    results = [figure.work(job) for job in jobs]
    assert any(results)
    for rows in results:
        for _, kind, role, trick, oracle, *told in rows:
            assert (kind, role, trick) < (3, 2, 8)
            assert all(value <= oracle + 1e-3 for value in told)


@pytest.mark.parametrize("name", ["solinas-table3", "solinas-table4"])
def test_a_deal_of_a_table(name: str) -> None:
    table = experiment(name)
    settings = settings_for(table, numbers={"suit": 2, "grand": 2, "null": 2, "worlds": 80})
    jobs = table.jobs(settings)
    results = [[20.0 + k, 1, 10.0, 0] for k in range(len(jobs))]
    rows = table.report(settings, results).rows
    assert rows
    assert all(row.paper is not None for row in rows)

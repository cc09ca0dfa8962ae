"""Achievable sets: worlds that one strategy of the soloist wins together."""

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.registry import make
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.skat.role_games import Table, first_lead
from vorhand.games.loading import load_game
from vorhand.games.skat.paranoid import sure_moves
from vorhand.games.skat.view import SkatView, observe
from vorhand.native import studies
from vorhand.native.skat import Deal, rule_action

GAME = load_game("python_skat")


def endings(seeds: range, trick: int) -> list[SkatView]:
    """Return views of soloists with a choice, from a given trick on, in games of rule players."""
    views = []
    for number in seeds:
        deal = Deal()
        deal.apply_all(first_lead("any", 11, number))
        while not deal.is_over:
            if deal.player == deal.soloist and deal.tricks_played + 1 >= trick:
                view = observe(deal, deal.soloist)
                if len(view.legal_actions) > 1:
                    views.append(view)
            deal.apply(rule_action(deal))
    return views


def all_worlds(view: SkatView) -> SkatWorlds:
    count = int(view.worlds().count)
    rows = np.asarray(view.worlds().distinct(0, count, 1))
    return SkatWorlds(rows, np.full(count, 1 / count), count, 0)


def test_a_set_of_all_worlds_is_a_sure_game() -> None:
    """Over all worlds, a card's set is complete exactly if paranoid search proves the card sure."""
    spec = "achievable_sets(nodes=1000000)"
    evaluate = make("evaluator", Spec.parse(spec), GAME, 0)
    compared = {True: 0, False: 0}
    for view in endings(range(40), 7):
        if int(view.worlds().count) > 60:
            continue
        values = evaluate(view, all_worlds(view), view.legal_actions).worth
        found = sure_moves(view, nodes=0)
        if not set(np.unique(values)) <= {0.0, 1.0}:
            assert True not in found.values()  # a lost set is valued by open hands
            continue
        for column, card in enumerate(view.legal_actions):
            assert bool(values[:, column].all()) == found[card]
            compared[bool(found[card])] += 1
    assert min(compared.values()) > 10


@pytest.mark.extended
def test_parts_of_the_worlds_have_sets_of_their_own() -> None:
    """Many sets together win at least as many worlds as one set, since each may differ."""
    one, many = (
        make("evaluator", Spec.parse(f"achievable_sets(sets={sets},nodes=1000000)"), GAME, 0)
        for sets in (1, 1000)
    )
    larger = 0
    for view in endings(range(20), 7):
        worlds = all_worlds(view)
        if len(worlds.rows) > 60:
            continue
        whole = one(view, worlds, view.legal_actions).worth
        single = many(view, worlds, view.legal_actions).worth
        if not set(np.unique(whole)) <= {0.0, 1.0}:
            continue
        assert (whole <= single).all()
        larger += bool((whole < single).any())
    assert larger > 0


def test_bad_positions_are_refused() -> None:
    hands = np.array([[1, 2, 4], [8, 2, 4]], np.uint32)
    needs = np.array([1, 1], np.int32)
    trick: list[int] = []
    place = (4, 0, trick, "points")
    with pytest.raises(ValueError, match="the same hand of the soloist"):
        studies.achievable_sets(hands, *place, needs)
    with pytest.raises(ValueError, match="need: expected one a world"):
        studies.achievable_sets(hands[:1], *place, needs)
    with pytest.raises(ValueError, match="the soloist is not to move"):
        studies.achievable_sets(hands[:1], 4, 1, [], "points", needs[:1])
    with pytest.raises(ValueError, match="expected points or every_trick"):
        studies.achievable_sets(hands[:1], 4, 0, [], "no_trick", needs[:1])
    with pytest.raises(ValueError, match="node_budget 922337203685477581: expected at most "):
        studies.achievable_sets(hands[:1], *place, needs[:1], 2**64 // 20 + 1)
    studies.achievable_sets(hands[:1], *place, needs[:1], 2**64 // 20)
    with pytest.raises(ValueError, match="nodes"):
        make("evaluator", Spec.parse("achievable_sets(nodes=1000000001)"), GAME, 0)
    found = studies.achievable_sets(hands[:0], *place, needs[:0])
    assert np.asarray(found).shape == (0, 32)


def test_the_player_plays_whole_games() -> None:
    spec = "mc(achievable_sets(sets=2,nodes=20),belief=uniform,worlds=6)"
    table = Table("any", 3, 0, "kermit")
    assert table.play(spec, "rule") == Table("any", 3, 0, "kermit").play(spec, "rule")
    make_bot(spec, GAME, 0, 1)


def test_the_experiment_judges_differences() -> None:
    found = experiment("furtak-achievable")
    results = [[[50 + k, 1], [40 + k % 3 + k, 0], [50 + k, 1], [60 + k, 1]] for k in range(30)]
    report = found.report(settings_for(found), results)
    assert str(report.findings[0].verdict) == "holds"
    told = {row.name: row.ours.value for row in report.rows}
    assert told["the largest set of 40 worlds less PIMC: points a game alone"] == pytest.approx(-9)
    assert told["the largest set of 40 worlds less PIMC: games won, %"] == -100

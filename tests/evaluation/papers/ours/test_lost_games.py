"""Games that open hands call lost, and what is reported of them."""

import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours.lost_games import lost_with_open_hands
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.skat.role_games import Table
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.native.skat import card_points
from vorhand.tests.evaluation.papers.small import values


def test_lost_is_what_the_solver_calls_lost() -> None:
    seen = set()
    for number in range(60):
        state = Table("any", 3, number).first_lead()
        deal = state.deal
        value = solve_position(OpenPosition.from_deal(deal)).value
        if deal.contract == NULL:
            won = value == 1
        elif deal.level == 0:
            won = value + card_points(deal.skat) > 60
        else:
            continue
        if not won or not overbid(deal):
            assert lost_with_open_hands(state) == (not won)
        seen.add((won, deal.contract == NULL))
    assert seen >= {(True, False), (False, False)}


def overbid(deal: object) -> bool:
    """Return whether the plain game is worth less than was bid: it may be lost with 61."""
    factor = (9, 10, 11, 12, 24, 0)[deal.contract]  # type: ignore[attr-defined]
    return factor > 0 and deal.bid > 2 * factor  # type: ignore[attr-defined]


def test_gains_are_over_the_plain_player() -> None:
    lost = experiment("lost-games")
    settings = settings_for(lost, numbers={"deals": 40})
    game = [[-86.0, 0], [82.0, 1], [-86.0, 0], [82.0, 1]]
    other = [[-86.0, 0], [82.0, 1], [82.0, 1], [-86.0, 0]]
    results: list[list[list[float]]] = [[], *[game] * 19, [], *[other] * 19]
    report = lost.report(settings, results)
    told = values(report)
    given = f"(worlds={settings.count('worlds')},belief=declared)"
    assert told[f"pimc{given} gains over it, points a game"] == 168
    assert told[f"ppp{given} gains over it, points a game"] == pytest.approx(84)
    assert told[f"iimc{given} wins, %"] == pytest.approx(50)
    assert "38 games of 40" in report.title
    assert [each.verdict for each in report.findings] == [Verdict.HOLDS] * 3


def test_a_small_run_skips_games_that_are_won() -> None:
    lost = experiment("lost-games")
    results = [lost.work(job) for job in lost.jobs(settings_for(lost, numbers={"deals": 6}))]
    sizes = {len(result) for result in results}
    assert sizes == {0, 4}
    assert all(won in (0, 1) for result in results for _, won in result)

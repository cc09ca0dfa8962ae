"""Games with policies, blended values and lost deals, and decisions that differ from PVP's."""

import random
from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import read_arrays
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.skat.policy_networks import FILE
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import blended_games, joint_games, lead_games, policy_games
from vorhand.evaluation.papers.ours.lost_games import lost_with_open_hands
from vorhand.evaluation.papers.ours.schnapsen_deviations import PLAYERS, deviations
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.skat import defences
from vorhand.evaluation.papers.skat.role_games import Table
from vorhand.evaluation.training.skat.policy import tried
from vorhand.games.loading import load_game
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.solve import OpenPosition, solve_position
from vorhand.native.skat import card_points, rule_action
from vorhand.native.skat_card_location import Tastes
from vorhand.native.skat_policy import trial
from vorhand.tests.evaluation.papers.small import reported, reproduce, values


def test_games_after_other_leads_are_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is played again card by card, by bots made anew; `rule` does not draw."""
    monkeypatch.setattr(defences, "BIDDER", "rule")
    game = load_game("python_skat")
    numbers: dict[str, float | str] = {
        "deals": 6,
        "agent": "policy",
        "before": "rule",
        "playout": "rule",
        "first": 3,
    }
    settings = settings_for(experiment("lead-games"), "quick", 5, numbers)
    jobs = lead_games.EXPERIMENT.jobs(settings)
    assert [job[:3] for job in jobs] == [[5, 3 + number, 10] for number in range(6)]
    results = [lead_games.work(job) for job in jobs]
    gains = []
    for job, (_, cards, times, games, worths) in zip(jobs, results, strict=True):
        lead = defences.opening_lead(*job[:2])
        assert lead == defences.defences(*job[:2])[0].actions
        assert (min(times) >= 0, bool(games)) == (True, cards[0] != cards[1])
        assert len(games) == len(worths)
        points = []
        for card, (paid, won) in zip(cards, games, strict=False):
            state = game.new_initial_state()
            for action in (*lead, card):
                state.apply_action(action)
            while not state.is_terminal():
                state.apply_action(rule_action(state.deal))
            points.append(state.returns()[state.deal.soloist])
            assert (paid, won) == (points[-1], state.deal.result().won)
        gains.append(points[1] - points[0] if points else 0)
    assert any(games for *_, games, _ in results)
    found = values(lead_games.EXPERIMENT.report(settings, results))
    assert found["points a game gained, all (6 deals)"] == pytest.approx(np.mean(gains))


def test_the_share_of_other_leads_stays_within_its_range() -> None:
    """One deal in five has another lead; then none and all have another."""
    settings = settings_for(experiment("lead-games"), "quick", 5, {})
    same = ["suit", [1, 1], [2.0, 1.0], [], []]
    other = ["suit", [1, 2], [9.0, 1.0], [[-20, 0], [30, 1]], [0.5, 0.25]]
    for results, percent in (
        ([other, *[same] * 4], 20),
        ([same] * 5, 0),
        ([other] * 5, 100),
    ):
        rows = {row.name: row.ours for row in lead_games.EXPERIMENT.report(settings, results).rows}
        found = rows["another card, %, all (5 deals)"]
        assert found.value == percent
        assert 0 <= found.low < found.high <= 100
        assert all(of.low > 0 for name, of in rows.items() if name.startswith("milliseconds"))


@pytest.mark.nightly
def test_each_part_plays_its_deals() -> None:
    numbers = {"deals": 14, "worlds": 3, "every": 2}
    settings = settings_for(experiment("blended-games"), "quick", 5, numbers)
    jobs = blended_games.EXPERIMENT.jobs(settings)
    assert [job[3:5] for job in jobs] == [[0, 10], [10, 4]]
    found = [deal for job in jobs for deal in blended_games.EXPERIMENT.work(job)]
    new, old = (compiled_player(Spec.parse(spec)) for spec in jobs[0][:2])
    _, alone, against = map(np.asarray, trial(14, 5, 0, Tastes(), new, old))
    assert [deal[1:3] for deal in found] == np.stack([alone, against], axis=1).tolist()
    _, before, _ = map(np.asarray, trial(14, 5, 0, Tastes(), old, old))
    assert [deal[3] for deal in found] == before.tolist()
    assert any(deal[1] != deal[3] for deal in found)


def test_searches_of_all_worlds_replace_pimc_in_one_role(monkeypatch: pytest.MonkeyPatch) -> None:
    search, pimc = "alpha_mu(worlds=3)", "pimc(worlds=2)"
    monkeypatch.setattr(joint_games, "SEARCHES", ((search, pimc),))
    settings = settings_for(experiment("joint-games"), "quick", 5, {"deals": 3})
    jobs = joint_games.EXPERIMENT.jobs(settings)
    assert jobs == [[5, 0], [5, 1], [5, 2]]
    results = [joint_games.EXPERIMENT.work(job) for job in jobs]
    for job, ((alone, defence, before, times),) in zip(jobs, results, strict=True):
        seed, number = job
        deal = Table("any", seed, number, "kermit")
        assert alone == deal.play(search, pimc)
        assert defence == deal.play(pimc, search)
        assert before == deal.play(pimc, pimc)
        assert min(times) > 0
    report = joint_games.EXPERIMENT.report(settings, results)
    gains = {row.name: row.ours.value for row in report.rows if "points" in row.name}
    points = np.array([[game[0] for game in games[:3]] for (games,) in results])
    assert gains == {
        f"{search} less {pimc}, alone: points a game": pytest.approx(
            np.mean(points[:, 0] - points[:, 2])
        ),
        f"{search} less {pimc}, in defence: points a game": pytest.approx(
            np.mean(points[:, 2] - points[:, 1])
        ),
    }


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
    """Return whether the plain game is worth less than the bid, so that 61 points may lose it."""
    factor = (9, 10, 11, 12, 24, 0)[deal.contract]  # type: ignore[attr-defined]
    return factor > 0 and deal.bid > 2 * factor  # type: ignore[attr-defined]


def test_a_small_run_skips_games_that_are_won() -> None:
    lost = experiment("lost-games")
    results = [lost.work(job) for job in lost.jobs(settings_for(lost, numbers={"deals": 6}))]
    sizes = {len(result) for result in results}
    assert sizes == {0, 4}
    assert all(won in (0, 1) for result in results for _, won in result)


def test_games_against_the_rule_player_are_those_of_the_training() -> None:
    deals = policy_games.work(["policy", "rule", 5, 0, 200])
    gains = [alone - against for _, alone, against in deals]
    margin, error = tried(dict(read_arrays(FOLDER / FILE)), None, 200, 5)
    assert np.mean(gains) == pytest.approx(margin)
    assert np.std(gains) / 199**0.5 == pytest.approx(error)
    assert {kind for kind, _, _ in deals} <= {"suit", "grand", "null"}


def test_compiled_searchers_play_their_pair_games() -> None:
    settings = settings_for(
        experiment("policy-games"), "quick", 1, {"searched": 1, "recursive": 1, "lines": 4}
    )
    *played, recursive = policy_games.EXPERIMENT.jobs(settings)[-3:]
    for job in played:
        ((kind, alone, against),) = policy_games.work(job)
        assert kind in ("suit", "grand", "null")
        assert alone != 0 != against
    compiled_player(Spec.parse(recursive[1]))  # its games take long


@pytest.mark.extended
def test_who_decides_alike_gains_nothing_and_who_plays_by_thumb_loses() -> None:
    agents = ["pvp(worlds=3)", "pvp(worlds=3)", "rule"]
    found = [deviations(agents, random.Random(seed)) for seed in range(15)]
    assert all(same.gain == 0 and same.differing == 0 for same, _ in found)
    assert all(same.decisions == rule.decisions > 0 for same, rule in found)
    assert sum(rule.differing for _, rule in found) > 30
    assert sum(rule.gain for _, rule in found) < -5
    assert deviations(agents, random.Random(7)) == found[7]


def test_the_report_is_of_deals_and_players(tmp_path: Path) -> None:
    report = reproduce("schnapsen-deviations", tmp_path, deals=3, worlds=2)
    assert [row.name for row in report.rows] == list(PLAYERS)
    deals: list[list[list[float]]] = [
        [[1.0, 4, 1], [-1.0, 4, 2]],
        [[2.0, 6, 3], [-1.5, 6, 2]],
        [[1.5, 5, 1], [-2, 5, 1]],
    ]
    report = reported("schnapsen-deviations", deals, deals=3, worlds=2)
    assert [row.ours.value for row in report.rows] == pytest.approx([0.75, -0.75])
    assert "33.3% of 15 decisions" in report.rows[0].note
    verdicts = [finding.verdict for finding in report.findings]
    assert verdicts == [Verdict.HOLDS, Verdict.DOES_NOT_HOLD]


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
    verdicts = [each.verdict for each in report.findings]
    assert verdicts == [Verdict.UNDECIDED, Verdict.HOLDS, Verdict.HOLDS]  # PIMC's gains are equal

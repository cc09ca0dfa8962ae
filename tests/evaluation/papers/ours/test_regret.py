"""Regret in defence: the estimator, the positions, the values of cards, and the command."""

import itertools
import json
import sys
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.agents import AgentError, make_bot
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.skat.equal_cards import equal_cards
from vorhand.agents.skat.outcomes import card_play
from vorhand.agents.skat.players import vorhand as vorhand_player
from vorhand.agents.spec import Spec
from vorhand.cli import app
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.papers.journal import ExperimentError, Result
from vorhand.evaluation.papers.ours import regret_values
from vorhand.evaluation.papers.ours.regret import (
    MEASURES,
    Tally,
    cross_fitted_regret,
    plain_regret,
    values_of,
    work,
)
from vorhand.evaluation.papers.ours.regret_values import BELIEF, Valued, fold_values
from vorhand.evaluation.papers.skat import defences as defences_module
from vorhand.evaluation.papers.skat.defences import Defence, defences, distinct_cards
from vorhand.games.loading import load_game
from vorhand.games.skat.contracts import CONTRACTS
from vorhand.games.skat.view import observe
from vorhand.native.skat import Deal, Scoring, scores
from vorhand.tests.evaluation.papers.small import reported, results_of, values

DRAWN = "uniform"


@pytest.fixture(autouse=True)
def quick_bidder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defences_module, "BIDDER", "rule")


def slow_regret(folds: list[list[float]], sizes: list[float], choice: int) -> float:
    """Return the regret in plain loops: each fold values the card that is best in the others."""
    total = 0.0
    for own, fold in enumerate(folds):
        means = [
            sum(sizes[k] * folds[k][card] for k in range(len(folds)) if k != own)
            for card in range(len(fold))
        ]
        total += sizes[own] * (fold[means.index(max(means))] - fold[choice])
    return total / sum(sizes)


def slow_error(folds: list[list[float]]) -> float:
    """Return the standard error of the difference between the two best cards of equal folds."""
    second, best = sorted(range(len(folds[0])), key=lambda card: fmean(f[card] for f in folds))[-2:]
    differences = [fold[best] - fold[second] for fold in folds]
    return float(stdev(differences) / len(folds) ** 0.5)


def test_regrets_are_those_of_plain_loops() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        folds = rng.normal(0, 10, (rng.integers(2, 8), rng.integers(2, 6)))
        sizes = rng.integers(1, 5, len(folds)).astype(float)
        choice = int(rng.integers(folds.shape[1]))
        found = cross_fitted_regret(folds, sizes / sizes.sum(), choice)
        assert found == pytest.approx(slow_regret(folds.tolist(), sizes.tolist(), choice))
        means = [float(np.average(column, weights=sizes)) for column in folds.T]
        plain = plain_regret(folds, sizes / sizes.sum(), choice)
        assert plain == pytest.approx(max(means) - means[choice])
        position = Defence("lead", b"")
        equal = np.ones(len(folds))
        valued = Valued(position, "suit", [], folds, equal, folds[0])
        assert valued.error == pytest.approx(slow_error(folds.tolist()))


@pytest.mark.parametrize(
    ("true", "noise"),
    [((0.0, 0.0, 0.0, 0.0, 0.0), 5.0), ((10.0, 8.0, 0.0), 4.0), ((50.0, 0.0), 1.0)],
)
def test_the_known_regret_lies_between_the_estimates(true: tuple[float, ...], noise: float) -> None:
    """The greatest of noisy means is too high; the cross-fitted regret of equal cards is not."""
    rng, choice, count = np.random.default_rng(2), len(true) - 1, 4000
    weights = np.full(10, 0.1)
    fitted, plain = [], []
    for _ in range(count):
        folds = np.array(true) + rng.normal(0, noise, (10, len(true)))
        fitted.append(cross_fitted_regret(folds, weights, choice))
        plain.append(plain_regret(folds, weights, choice))
    right = max(true) - true[choice]
    error = 5 * float(np.std(fitted)) / count**0.5  # chance exceeds this once in a million tests
    assert fmean(fitted) <= right + error
    assert fmean(plain) >= right - error
    if min(true) == max(true):  # whichever card is chosen, the regret is 0
        assert abs(fmean(fitted)) < error
        assert fmean(plain) > 3 * error
    if true == (50.0, 0.0):  # the best card is always recognised
        assert abs(fmean(fitted) - right) < error
        assert fmean(plain) == pytest.approx(fmean(fitted))


def test_positions_follow_from_the_seed_and_are_decisions_of_defenders() -> None:
    deals, tricks = set(), set()
    for number in range(8):
        found = defences(3, number)
        assert found == defences(3, number)
        assert [of.turn for of in found] == ["lead", "second hand"]
        for of in found:
            state = of.state()
            deal: Deal = state.deal
            view = of.view()
            assert view.player == deal.player != deal.soloist
            assert list(view.trick) == list(deal.history[-1:]) * (of.turn == "second hand")
            assert deal.tricks_played == 0 or of.turn == "second hand"
            assert of.turn == "second hand" or view.player == 0
            tricks.add(deal.tricks_played)
            deals.add(of.cards)
    assert len(deals) >= 8
    assert len(tricks) > 2
    assert defences(4, 0)[0] != defences(3, 0)[0]


def test_cards_are_grouped_as_equal_cards() -> None:
    for number in range(6):
        for of in defences(5, number):
            view = of.view()
            groups = distinct_cards(view)
            assert sorted(itertools.chain(*groups)) == list(view.legal_actions)
            assert {group for group in groups if len(group) > 1} == {
                tuple(sorted(group)) for group in equal_cards(view)
            }
            assert of.turn == "lead" or len(groups) > 1


@pytest.mark.parametrize("worlds", [5, 25])
def test_folds_have_equally_many_worlds(worlds: int) -> None:
    settings = settings_for(experiment("regret-values"), "quick", 0, {"worlds": worlds})
    with pytest.raises(ExperimentError, match=f"worlds={worlds}: expected a multiple of the 10"):
        experiment("regret-values").jobs(settings)


def exchanged(of: Defence) -> Deal:
    """Return a deal in which the hidden cards lie elsewhere, and the play was the same."""
    deal, view = of.state().deal, of.view()
    for row in np.asarray(view.worlds().distinct(0, 50, 1)).tolist():
        if row[:3] != [deal.hand(seat) for seat in range(3)]:
            return view.deal(row)
    raise AssertionError("no other layout")


@pytest.mark.parametrize("playout", ["policy", "pimc(worlds=2,values=levels)"])
def test_values_do_not_depend_on_where_the_hidden_cards_lie(playout: str) -> None:
    for number in range(3):
        for of in defences(6, number):
            deal = exchanged(of)
            view = observe(deal, deal.player)
            cards = [group[0] for group in distinct_cards(view)]
            found = fold_values(view, cards, 8, 1, playout, DRAWN)
            assert found == fold_values(of.view(), cards, 8, 1, playout, DRAWN)


@pytest.mark.parametrize("playout", ["policy", "pimc(worlds=3,values=levels)", "rule"])
def test_players_in_playouts_do_not_see_the_hidden_cards(playout: str) -> None:
    player, choices = compiled_player(Spec.parse(playout)), set()
    for number in range(6):
        for of in defences(7, number):
            view = of.view()
            worlds = np.asarray(view.worlds().distinct(0, 12, 3))
            chosen = {player.choose(card_play(view), row[None], 5) for row in worlds}
            assert len(chosen) == 1
            choices |= chosen
    assert len(choices) > 3


def points_played_out(deal: Deal, playout: str) -> float:
    """Return the soloist's points after bots have played the deal, each from its own view."""
    game = load_game("python_skat")
    bots = [make_bot(playout, game, seat, 0, seated=False) for seat in range(3)]
    while not deal.is_over:
        deal.apply(bots[deal.player].decide(observe(deal, deal.player)))
    return float(scores(Scoring.SEEGER_FABIAN, deal.result())[deal.soloist])


def test_values_are_means_over_worlds_of_deals_played_by_bots() -> None:
    """`rule` does not draw, so its deals can be repeated card by card."""
    kinds, differing = set(), 0
    for number in range(4):
        for of in defences(8, number):
            view = of.view()
            cards = [group[0] for group in distinct_cards(view)]
            found = fold_values(view, cards, 6, 2, "rule", DRAWN)
            worlds = np.asarray(view.worlds().distinct(0, 6, 2)).tolist()
            for card, value in zip(cards, found, strict=True):
                points = []
                for world in worlds:
                    deal = view.deal(world)
                    deal.apply(card)
                    points.append(-points_played_out(deal, "rule"))
                assert value == pytest.approx(fmean(points))
            differing += len(set(found)) > 1
            kinds.add(CONTRACTS[view.contract])
    assert differing > 2
    assert len(kinds) > 1


def test_the_belief_is_that_of_the_strongest_defender() -> None:
    assert Spec.parse(BELIEF) == vorhand_player._READS


def run_values(folder: Path, **numbers: Any) -> Path:
    """Value positions by rule players, and return the journal."""
    found = experiment("regret-values")
    given = {"positions": 4, "worlds": 20, "playout": "rule", "belief": DRAWN, **numbers}
    run(found, settings_for(found, numbers=given), folder)
    return folder / "regret-values.jsonl"


def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = run_values(tmp_path / "whole")
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    assert len(results_of(whole)) == 4
    (tmp_path / "cut").mkdir()
    cut = tmp_path / "cut" / "regret-values.jsonl"
    kept = next(k for k, line in enumerate(lines) if line.startswith("[[0, 2"))
    cut.write_text("".join(lines[:kept]) + lines[kept][:9], "utf-8")
    assert results_of(run_values(tmp_path / "cut")) == results_of(whole)


def test_later_runs_add_worlds_and_positions(tmp_path: Path) -> None:
    first, more = run_values(tmp_path / "1"), run_values(tmp_path / "2", part=2, worlds=60)
    further = run_values(tmp_path / "3", first=4, positions=2)
    alone, other = values_of(str(first)), values_of(str(more))
    both = values_of(f"{first},{more},{further}")
    assert (len(alone), len(both)) == (4, 6)
    assert np.array_equal(values_of(str(further))[0][1].folds, both[4][1].folds)
    changed = 0
    for number, place in itertools.product(range(4), range(2)):
        one, two, together = alone[number][place], other[number][place], both[number][place]
        assert one.defence == two.defence == together.defence
        assert together.weights.sum() == pytest.approx(1)
        means = [of.weights @ of.folds for of in (one, two, together)]
        assert means[2] == pytest.approx((20 * means[0] + 60 * means[1]) / 80)
        changed += not np.array_equal(means[0], means[1])
    assert changed > 4


def test_players_who_see_all_cards_do_not_value_cards(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="sees hidden cards"):
        run_values(tmp_path, playout="perfect")
    with pytest.raises(AgentError, match="sees hidden cards"):
        run_values(tmp_path / "other", belief="told(all)")


def test_values_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    first = run_values(tmp_path / "1", positions=2)
    with pytest.raises(ExperimentError, match="there is no such journal"):
        values_of(str(tmp_path / "none.jsonl"))
    lines = first.read_text("utf-8").splitlines(keepends=True)
    short = tmp_path / "short.jsonl"
    short.write_text("".join(lines[:-1]), "utf-8")
    with pytest.raises(ExperimentError, match="1 of 2 positions are valued"):
        values_of(str(short))
    with pytest.raises(ExperimentError, match=r"positions=3: .* holds 2"):
        work([0, 2, str(first), "rule"])


def test_a_choice_is_judged_by_the_values_of_its_group(tmp_path: Path) -> None:
    journal, lost = run_values(tmp_path), 0.0
    for number, positions in enumerate(values_of(str(journal))):
        for of, (turn, kind, error, choices) in zip(
            positions, work([0, number, str(journal), "rule", "perfect"]), strict=True
        ):
            assert (turn, kind) == (of.defence.turn, of.kind)
            assert error == round(of.error, 3)
            state = of.defence.state()
            card = make_bot("rule", load_game("python_skat"), state.current_player(), 0).step(state)
            (place, fitted, most, opened), (_, _, _, sure) = choices
            assert card in of.cards[place]
            assert fitted == round(cross_fitted_regret(of.folds, of.weights, place), 3)
            means = of.folds.mean(axis=0)
            assert most == pytest.approx(max(means) - means[place], abs=1e-3)
            assert opened == max(of.opened) - of.opened[place]
            assert sure == 0  # with open hands `perfect` loses nothing
            lost += most
    assert lost > 0


RESULTS: list[Result] = [  # by number and turn: turn, kind, error, choices of two agents
    [
        ["lead", "suit", 1.5, [[0, 4.0, 5.0, 0.0], [1, 1.0, 1.0, 20.0]]],
        ["second hand", "suit", 1.5, [[0, 2.0, 3.0, 8.0], [0, 2.0, 3.0, 8.0]]],
    ],
    [
        ["lead", "grand", 2.5, [[0, -1.0, 0.0, 0.0], [0, -1.0, 0.0, 0.0]]],
        ["second hand", "suit", 1.5, [[0, 7.0, 8.0, 0.0], [2, 9.0, 9.0, 4.0]]],
    ],
    [
        ["lead", "suit", 1.5, [[0, 3.0, 3.0, 96.0], [0, 8.0, 9.0, 0.0]]],
        ["second hand", "null", 3.5, [[0, 0.0, 0.0, 0.0], [0, 0.0, 0.0, 0.0]]],
    ],
]


def test_the_tally_counts_as_plain_loops_do() -> None:
    found = values(reported("regret", RESULTS, agents="rule,random"))
    for t, turn in enumerate(("lead", "second hand")):
        for kind in ("all", "suit"):
            some = [number[t] for number in RESULTS if kind in ("all", number[t][1])]
            for a, agent in enumerate(("rule", "random")):
                for m, measure in enumerate(MEASURES, 1):
                    name = f"{agent}, {turn}, {measure}, {kind} ({len(some)} positions)"
                    points = [choices[a][m] for *_, choices in some]
                    assert found[name] == pytest.approx(fmean(points))
        difference = [number[t][3][1][1] - number[t][3][0][1] for number in RESULTS]
        assert found[f"difference, {turn}, random less rule"] == pytest.approx(fmean(difference))
        error = fmean(number[t][2] for number in RESULTS)
        assert found[f"standard error of the values, {turn}"] == pytest.approx(error)
    assert not any("grand" in name or "null" in name for name in found)
    tally = Tally.of(["rule", "random"], RESULTS)
    assert tally.points.shape == (3, 2, 2, 3)


def test_the_command_judges_agents_and_continues(tmp_path: Path) -> None:
    journal = run_values(tmp_path / "values")
    words = ["lab", "regret", "rule,random", "--values", str(journal), "--workers", "1"]
    words += ["--output", str(tmp_path)]
    first = CliRunner().invoke(app, [*words, "--json"], env={"COLUMNS": "200"})
    assert first.exit_code == 0, first.output
    (written,) = tmp_path.glob("regret-*/regret.jsonl")
    lines = written.read_text("utf-8").splitlines()
    results = [json.loads(line)[1] for line in lines if line.startswith("[[")]
    assert len(results) == 4
    found = json.loads(first.stdout)
    every = found["turns"]["second hand"]["all"]
    assert every["positions"] == 4
    expected = fmean(number[1][3][1][1] for number in results)
    assert every["choices"]["random"]["attainable_regret"]["value"] == pytest.approx(expected)
    again = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert again.exit_code == 0, again.output
    assert "second hand, all (4 positions)" in again.stdout
    assert "lead, random less rule" in again.stdout
    assert "nan" not in again.stdout
    assert written.read_text("utf-8").splitlines() == lines


def test_the_command_needs_no_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    journal = run_values(tmp_path / "values")
    words = ["lab", "regret", "rule", "--values", str(journal), "--workers", "1"]
    words += ["--output", str(tmp_path)]
    done = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert "second hand, all (4 positions)" in done.stdout
    assert "no pictures: matplotlib is not installed" in done.output
    assert not list(tmp_path.rglob("*.svg"))


def test_the_quick_sizes_are_small() -> None:
    sizes = regret_values.EXPERIMENT.sizes
    assert sizes["full"]["positions"] == 500
    assert sizes["full"]["worlds"] == 10_000
    assert sizes["quick"]["positions"] * sizes["quick"]["worlds"] <= 10_000  # type: ignore[operator]

"""Figures and tables of Furtak's thesis at small size, except those on look-up tables."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vorhand.evaluation.equilibrium.trees import sweep
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import ExperimentError, Settings, settings_for
from vorhand.evaluation.papers.furtak_2013.bidding_lines import GAMES, LENGTH, SKATS, line, skats_of
from vorhand.evaluation.papers.furtak_2013.figure9_2 import CORRELATIONS, measures
from vorhand.evaluation.papers.furtak_2013.table3_1 import _position
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.skat.role_games import Table
from vorhand.evaluation.post_mortem.skat.pipma import goal_of, winning_cards
from vorhand.games.laboratory.trees import TreeShape
from vorhand.games.skat.cards import parse_cards
from vorhand.native import studies
from vorhand.tests.evaluation.papers.small import reported, reproduce, values

FIGURE_1 = experiment("furtak-figure9.1")


def test_furtak_figure3(tmp_path: Path) -> None:
    """Furtak's thesis, figure 3.5: the saving of fastest cut first, here at depth 6.

    The saving is larger if evaluations order the positions that no earlier search met.
    """
    report = reproduce("furtak-figure3", tmp_path, trees=60, depth=6)
    values = {row.name: row.ours for row in report.rows}
    for algorithm in ("NegaScout", "MTD(f)"):
        by_value, evaluated = (
            values[f"{algorithm}, unmet moves {way}: nodes saved by fastest cut first"].value
            for way in ("in random order", "by evaluation")
        )
        assert 0 < by_value < evaluated < 0.45
    assert len(report.findings) == 2
    assert report.pictures[0].stat().st_size > 10_000


@pytest.mark.parametrize(
    ("factors", "told"),
    [
        ([1, 0.8, 243 / 396, 0.9, 1.2, 1.4], "holds"),
        ([1, 1.1, 1.2, 1.3, 1.4, 1.5], "does not hold"),
        ([1, 1, 1, 1, 1, 1], "undecided"),
    ],
)
def test_what_table_3_1_says(factors: list[float], told: str) -> None:
    """The report chooses the best weight of the replies from constructed node counts."""
    rng = np.random.default_rng(6)
    nodes = 1000 * np.array(factors) * rng.uniform(0.9, 1.1, (200, 6))
    report = reported("furtak-table3.1", [nodes[:100].tolist(), nodes[100:].tolist()])
    assert report.findings[0].verdict == told
    kept = report.rows[-1]
    assert kept.ours.value == pytest.approx(min(factors[1:]), rel=0.02)
    assert told != "holds" or (kept.verdict, kept.note) == ("agrees", "C = 2")


def test_nodes_of_table_3_1_without_replies_are_those_of_the_solver(tmp_path: Path) -> None:
    """Each value equals the solver's, and so do the nodes if the replies have no weight."""
    for kind in ("suit", "grand"):
        world, setting = _position(0, 0, kind)
        plain = studies.solve(world, *setting)
        unweighted = studies.solve(world, *setting, reply_weight=0)
        weighted = studies.solve(world, *setting, reply_weight=16)
        assert [int(x[0][0]) for x in (unweighted, weighted)] == [int(plain[0][0])] * 2
        assert int(unweighted[2][0]) == int(plain[2][0]) != int(weighted[2][0])
    report = reproduce("furtak-table3.1", tmp_path, deals=4)
    assert len(report.rows) == 3


@pytest.mark.parametrize("weight", [-1, 1001])
def test_a_weight_of_replies_out_of_range(weight: int) -> None:
    world, setting = _position(0, 0, "suit")
    with pytest.raises(ValueError, match=f"reply_weight={weight}: expected 0 to 1000"):
        studies.solve(world, *setting, reply_weight=weight)


def test_paranoid_errors_by_trick(tmp_path: Path) -> None:
    """Only settled positions are counted; the parts of a player add up to its total."""
    report = reproduce("furtak-figure6.2", tmp_path, deals=25, nodes=200)
    asked = {row.name: int(row.note.split()[0]) for row in report.rows if row.note}
    for spec in ("pimc(worlds=10)", "pimc(worlds=320)"):
        by_trick = [count for name, count in asked.items() if name.startswith(f"{spec}, trick")]
        assert sum(by_trick) == asked[f"{spec}: paranoid errors, %"] > 0
        assert min(by_trick) > 0
    rates = [row.ours for row in report.rows if row.note]
    assert all(0 <= rate.low <= rate.value <= rate.high <= 100 for rate in rates)
    assert all(rate.low < rate.high for rate in rates)  # however few were sampled
    assert report.pictures[0].stat().st_size > 5_000


@pytest.mark.extended
def test_the_filter_on_and_off(tmp_path: Path) -> None:
    """Identical games leave the statement undecided; a run continues from its journal."""
    report = reproduce("furtak-figure6.3", tmp_path, alone=3, worlds=2, nodes=50)
    gain = report.rows[2].ours
    same = gain.low == gain.high
    assert (report.findings[0].verdict == "undecided") == same
    assert report.pictures[0].stat().st_size > 5_000
    journal = (tmp_path / "furtak-figure6.3.jsonl").read_bytes()
    reproduce("furtak-figure6.3", tmp_path, alone=3, worlds=2, nodes=50)
    assert (tmp_path / "furtak-figure6.3.jsonl").read_bytes() == journal


@pytest.mark.extended
def test_a_deal_of_figure_7_4() -> None:
    """Each game is played by its two players; more confidence takes more nodes."""
    found = experiment("furtak-figure7.4")
    settings = settings_for(found, numbers={"deals": 1, "worlds": 2, "times": 3})
    suit, grand = found.jobs(settings)
    points, costs = found.work(suit)
    assert (len(points), len(points[0])) == (7, 7)
    table = Table("suit", suit[1], suit[2], "kermit")
    few = "mc(belief=uniform,evaluator=estimated(confidence=0.1,estimators=guess),worlds=2)"
    more = "mc(belief=uniform,evaluator=estimated(confidence=0.5,estimators=guess),worlds=6)"
    assert points[1][6] == table.play(few, more)[0]
    assert points[6][0] == table.play(more, "mc(belief=uniform,evaluator=open_hand,worlds=2)")[0]
    assert costs[0][0] > costs[1][0] < costs[5][0]
    assert costs[0][1] == 0
    assert found.work(grand)[1] != costs


def test_what_figure_7_4_says(tmp_path: Path) -> None:
    """Constructed: 0.1 loses 9 points as soloist and 4 in defence; more worlds gain 2 in both."""
    rng = np.random.default_rng(1)
    alone, defence = np.array([0, -9, 0, 0, 0, 0, 2]), np.array([0, -4, 0, 0, 0, 0, 2])
    costs = [[1000.0, 0.0], *([250.0, 16.0] for _ in range(5))]
    results = [
        [(alone[:, None] - defence + rng.normal(50, 0.5, (7, 7))).tolist(), costs]
        for _ in range(60)
    ]
    report = reported("furtak-figure7.4", results, tmp_path, deals=30)
    assert report.pictures[0].stat().st_size > 5_000
    assert {finding.verdict for finding in report.findings} == {Verdict.HOLDS}
    told = values(report)
    assert told["suit, 0.1 alone, less exact"] == pytest.approx(-9, abs=0.5)
    assert told["grand, 0.1 in defence, less exact"] == pytest.approx(-4, abs=0.5)
    assert told["grand, 0.5: nodes left at the first lead"] == pytest.approx(0.25)


def _maps(settings: Settings, by_point: Callable[[float, float, float], float]) -> list[Any]:
    """Return results of figure 9.1 with a given R0 - R1, by tie, correlation, disambiguation."""
    results = []
    for tie, _, _, correlation, _, disambiguation, *_ in FIGURE_1.jobs(settings):
        drop = by_point(tie, correlation, disambiguation)
        results.append([[1.0, 1e-6], [1.0 - drop, 1e-6], [drop, 1e-6]])
    return results


HARM, GAIN = -0.3, 0.2


@pytest.mark.parametrize(
    ("low", "high", "fixed", "told"),
    [
        (HARM, GAIN, 0.0, "holds holds holds holds holds"),
        (HARM, GAIN, HARM, "holds holds holds holds does not hold"),
        (0.0, 0.0, 0.0, "does not hold holds does not hold does not hold holds"),
        (GAIN, HARM, 0.0, "does not hold does not hold does not hold does not hold holds"),
        (-0.02, 0.02, -0.02, "undecided holds undecided undecided undecided"),
    ],
)
def test_statements_on_figure_9_1(low: float, high: float, fixed: float, told: str) -> None:
    """Constructed: R0 - R1 at disambiguation below and above 0.5, and with fixed ties."""

    def drop(tie: float, correlation: float, disambiguation: float) -> float:
        return fixed if tie == 1 else low if disambiguation < 0.5 else high

    settings = settings_for(FIGURE_1, numbers={"grid": 3, "trees": 50})
    report = FIGURE_1.report(settings, _maps(settings, drop))
    assert " ".join(finding.verdict for finding in report.findings) == told


def test_figure_9_1_with_fixed_ties_in_all_trees(tmp_path: Path) -> None:
    """No row is named after shared ties, and no finding mentions them."""
    settings = settings_for(FIGURE_1, numbers={"grid": 3, "trees": 50, "tie": 1.0})
    report = FIGURE_1.report(settings, _maps(settings, lambda *_: HARM)).drawn(tmp_path)
    assert report.pictures[0].stat().st_size > 10_000
    names = [row.name for row in report.rows if "nothing known" in row.name]
    assert names == [f"{name}, nothing known, fixed ties" for name in ("R0", "R1", "R0 - R1")]
    assert not any("shared" in finding.text for finding in report.findings)
    settings = settings_for(FIGURE_1, numbers={"grid": 3, "trees": 50, "tie": 0.25})
    report = FIGURE_1.report(settings, _maps(settings, lambda *_: HARM))
    assert any(row.name.endswith("first move with probability 0.25") for row in report.rows)


@pytest.mark.extended
def test_figure_9_1_is_twice_the_mean_over_the_seats() -> None:
    """Exploitability is the sum over both seats; the tie rule is that of the job."""
    settings = settings_for(FIGURE_1, numbers={"grid": 2, "trees": 5, "depth": 4, "worlds": 3})
    jobs = FIGURE_1.jobs(settings)
    assert len({job[-2] for job in jobs}) == len(jobs) == 4 * 4 + 2  # no trees in common
    for job in (jobs[6], jobs[-1]):
        shape = TreeShape(*job[1:6])
        one = sweep.level_exploitability(shape, np.arange(job[-2], job[-2] + 5), 2, job[0])
        both = 2 * one.mean(axis=0)
        assert np.array(FIGURE_1.work(job))[:, 0] == pytest.approx([*both, both[0] - both[1]])
    assert [job[0] for job in jobs[-3:]] == [0.5, 1.0, 1.0]


def test_a_tie_is_a_probability(tmp_path: Path) -> None:
    for name in ("furtak-figure9.1", "furtak-figure9.2"):
        with pytest.raises(ExperimentError, match="tie=2: expected the probability"):
            reproduce(name, tmp_path, tie=2)


def _matrix(exploitability: Sequence[float], first_gain: float) -> npt.NDArray[np.float64]:
    """Return forty matrices: R1 is 0.1 ahead of R0 against the others, and all others are even."""
    rng = np.random.default_rng(3)
    table = np.zeros((7, 6))
    table[0, 2:], table[2:6, 0] = -0.1, 0.1
    table[1, 0], table[0, 1] = first_gain, -first_gain
    table[6] = exploitability
    return table + rng.normal(0, 0.001, (40, 7, 6))


@pytest.mark.parametrize(
    ("exploitability", "first_gain", "told"),
    [
        ([0.5, 0.3, 0.29, 0.28, 0.27, 0.26], 0.15, "holds holds holds"),
        ([0.5, 0.3, 0.31, 0.28, 0.27, 0.26], 0.05, "holds does not hold does not hold"),
        ([0.5, 0.4, 0.1, 0.08, 0.07, 0.06], 0.1, "does not hold holds undecided"),
        ([0.5, 0.3, 0.3, 0.28, 0.27, 0.26], 0.15, "holds undecided holds"),
    ],
)
def test_statements_on_figure_9_2(
    exploitability: list[float], first_gain: float, told: str
) -> None:
    columns = measures(_matrix(exploitability, first_gain))
    parts = [[columns.sum(axis=0), (columns**2).sum(axis=0)]] * len(CORRELATIONS)
    report = reported("furtak-figure9.2", parts, trees=40)
    assert " ".join(finding.verdict for finding in report.findings) == told
    ours = {row.name: row.ours for row in report.rows}["correlation 0.85: R1 against R0"]
    error = columns[:, 6].std(ddof=1) / 40**0.5
    assert ours.value == pytest.approx(first_gain, abs=0.001)
    assert ours.margin == pytest.approx(1.96 * error, rel=0.001)


LATER, BACK = [0.5, 0.3, 0.29, 0.28, 0.27, 0.26], [0.5, 0.3, 0.31, 0.28, 0.27, 0.26]
EVEN = [0.5, 0.3, 0.3, 0.28, 0.27, 0.26]


@pytest.mark.parametrize(
    ("places", "verdict", "named"),
    [
        ((BACK, BACK, BACK, LATER), "holds", "holds at correlation 0.95; does not hold at"),
        ((BACK, BACK, BACK, EVEN), "undecided", "0.9; undecided at correlation 0.95"),
        ((BACK, BACK, BACK, BACK), "does not hold", "does not hold at correlation 0.8, "),
    ],
)
def test_the_place_of_figure_9_2_is_open(
    places: Sequence[list[float]], verdict: str, named: str
) -> None:
    """Constructed: R2 is less exploitable than R1 at some correlations, and more at others."""
    columns = [measures(_matrix(exploitability, 0.15)) for exploitability in places]
    parts = [[column.sum(axis=0), (column**2).sum(axis=0)] for column in columns]
    finding = reported("furtak-figure9.2", parts, trees=40).findings[1]
    assert finding.verdict == verdict
    assert named in finding.evidence
    assert (finding.parts, finding.places) == (4, 4)


@pytest.mark.nightly
def test_figures_9_1_and_9_2_of_a_few_trees(tmp_path: Path) -> None:
    """R1 does no harm above disambiguation 0.3, and the first step is largest."""
    plane = reproduce("furtak-figure9.1", tmp_path, grid=3, trees=60)
    assert [finding.verdict for finding in plane.findings[:3]] == ["holds"] * 3
    table = reproduce("furtak-figure9.2", tmp_path, trees=200)
    assert table.findings[0].verdict == "holds"
    assert table.pictures[0].stat().st_size > 10_000


FEW = {"deals": 2.0, "worlds": 2.0}
KERMIT = "pimc(belief=uniform,doubt=0,worlds=2)"


@pytest.mark.extended
def test_errors_are_those_that_open_hands_tell() -> None:
    """Cards and errors of the soloist equal those counted card by card with the solver."""
    found = experiment("furtak-figure9.6")
    numbers = FEW | {"outer": 2.0, "inner": 1.0}
    seen = 0.0
    for job in found.jobs(settings_for(found, seed=5, numbers=numbers | {"deals": 8.0})):
        counts = np.array(found.work(job))
        assert counts.shape == (2, 2, 10, 3)
        assert (counts[:, :, :, 0] == [[[1], [2]]]).all()
        last = Table("any", job[0], job[1], "kermit").played(KERMIT, KERMIT).deal
        deal, expected = last.beginning(), np.zeros(10, int)
        for action in last.history:
            if deal.declared and deal.player == deal.soloist:
                cards = winning_cards(deal, goal_of(last))
                expected[deal.tricks_played] += any(cards.values()) and not cards[action]
            deal.apply(action)
        assert (counts[0, 0, :, 2] == expected).all()
        seen += expected.sum()
    assert seen > 0


def test_a_deal_of_figure_9_5() -> None:
    """Every game of a deal is played by its two players."""
    found = experiment("furtak-figure9.5")
    (job, _) = found.jobs(settings_for(found, numbers=FEW | {"most": 10.0}))
    points = found.work(job)
    table = Table("any", job[0], job[1], "kermit")
    recursive = "iimc(belief=uniform,playout=rule,worlds=10)"
    players = {"rule": "rule", "Kermit": KERMIT, "RX10": recursive}
    games = [(one, two) for two in ("rule", "Kermit") for one in players] + [("Kermit", "RX10")]
    assert points == [table.play(players[one], players[two])[0] for one, two in games]


DISCARDS = 66


def test_a_hand_that_takes_every_trick() -> None:
    """Four jacks and six clubs: in clubs and grand all points are sure."""
    hand = parse_cards("CJ SJ HJ DJ CA CT CK CQ C9 C8")
    skats = skats_of(hand)
    assert len(skats) == SKATS
    values = line(hand, 0, skats[:1], 100)
    assert len(values) == DISCARDS * GAMES + GAMES
    assert LENGTH == (SKATS * DISCARDS + 1) * GAMES
    assert skats[0] == parse_cards("D7 D8")
    last = values[-GAMES:]  # from the hand
    assert last[3] == last[4] == 3
    by_discards = [values[k : k + GAMES] for k in range(0, len(values) - GAMES, GAMES)]
    # The first pair is the skat itself, diamonds being the lowest cards.
    assert by_discards[0][3] == by_discards[0][4] == 3


def test_a_hopeless_hand_is_sure_of_nothing() -> None:
    hand = parse_cards("D7 D8 D9 H7 H8 H9 S7 S8 S9 C7")
    assert set(line(hand, 1, skats_of(hand)[-1:], 100)) == {0}


@pytest.mark.parametrize(("extra", "verdict"), [(3, Verdict.HOLDS), (-1, Verdict.DOES_NOT_HOLD)])
def test_errors_by_trick_and_role(extra: int, verdict: Verdict, tmp_path: Path) -> None:
    """Constructed: RK, and its opponents, err more (or less) often in the early tricks."""
    counts = np.zeros((40, 2, 2, 10, 3))
    counts[..., 0] = 10
    counts[..., 1] = 8
    counts[..., :5, 2] = 2 + np.arange(40)[:, None, None, None] % 2
    counts[:, 1, :, :5, 2] += extra + np.tile([-1, 1], 20)[:, None, None]
    report = reported("furtak-figure9.6", counts.tolist(), tmp_path)
    falls, alone, defenders = report.findings
    assert falls.verdict == Verdict.HOLDS
    assert alone.verdict == defenders.verdict == verdict
    told = values(report)
    assert told["RK40,5, trick 2: errors in 100 possible"] == pytest.approx(
        125 * (2.5 + extra) / 10
    )
    assert told["Kermit 40: errors in 100 possible"] == pytest.approx(100 * 12.5 / 80)
    assert report.pictures[0].stat().st_size > 10_000


def test_positions_without_a_possible_error_do_not_count() -> None:
    """Constructed: as many cards and errors against both, but RK leaves fewer possible errors."""
    counts = np.zeros((40, 2, 2, 10, 3))
    counts[..., 0] = 10
    counts[..., 2] = 1 + np.arange(40)[:, None, None, None] % 2
    counts[:, 0, ..., 1], counts[:, 1, ..., 1] = 8, 4
    counts[..., 5:, 1] /= 2
    falls, alone, defenders = reported("furtak-figure9.6", counts.tolist()).findings
    assert alone.verdict == defenders.verdict == Verdict.HOLDS
    assert falls.verdict == Verdict.DOES_NOT_HOLD


def test_tie_breakers_gain_by_role_and_kind() -> None:
    """The soloist's points in the three games are 10 + d, 30 - d and 20 in the deal d."""
    deals = [["suit", 10 + d, 30 - d, 20] for d in range(3)] + [["null", 5, 5, 5]] * 2
    report = reported("furtak-section6.5", [deals[:2], deals[2:]])
    gains = values(report)
    assert gains["alone, suit (3 deals)"] == pytest.approx(-9)
    assert gains["in defence, suit (3 deals)"] == pytest.approx(-9)
    assert gains["pair game, suit (3 deals)"] == pytest.approx(-18)
    assert gains["alone, null (2 deals)"] == 0
    verdicts = {finding.text: finding.verdict for finding in report.findings}
    assert len(verdicts) == 4
    for text, verdict in verdicts.items():
        expected = Verdict.DOES_NOT_HOLD if "suit" in text else Verdict.UNDECIDED
        assert verdict == expected, text

"""Minimum proofs, null by partition search, hands by neighbours: small and constructed runs."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.papers.furtak_2013 import section3_5, table8_3
from vorhand.games.skat.contracts import NULL
from vorhand.native import studies
from vorhand.tests.evaluation.papers.small import reported, reproduce, values


def test_proofs_of_graphs_are_the_smallest(tmp_path: Path) -> None:
    report = reproduce("furtak-section3.5", tmp_path, graphs=40)
    assert report.findings[0].verdict == "holds"
    assert report.findings[0].evidence.startswith("120 of 120 proofs")
    assert all(
        value <= 1 for name, value in values(report).items() if name.endswith("graph / tree")
    )


def test_one_proof_that_is_too_large_is_found() -> None:
    small, layered = [[1, 1], [2, 2], [5, 4]], [[1, 1], [2, 2], [3, 6]]
    shapes = len(section3_5._SHAPES)
    report = reported("furtak-section3.5", [small, *[layered] * shapes], graphs=1)
    assert report.findings[0].verdict == "does not hold"
    assert report.findings[0].evidence.startswith("2 of 3 proofs")


def test_a_diamond_by_hand() -> None:
    """MIN moves at the root; both of MIN's moves lead MAX to the same winning leaf."""
    children, mover, payoff = [[1, 2], [3, 4], [3, 5], [], [], []], [1, 0, 0, 0, 0, 0], [0] * 6
    payoff[3] = 1
    assert section3_5._minimax(children, mover, payoff) == 1
    for sizes in (section3_5._graph_sizes, section3_5._smallest_sets):
        at_least, _, _ = sizes(children, mover, payoff, 1)
        assert at_least == 4
    assert section3_5._tree_sizes(children, mover, payoff, 1)[0] == 5


def test_positions_of_null_are_whole_deals() -> None:
    worlds, leaders = table8_3._positions(3, 5, 40)
    assert all(int(hand).bit_count() == 10 for hand in worlds.ravel())
    assert all(int(np.bitwise_or.reduce(world)).bit_count() == 30 for world in worlds)
    assert set(leaders.tolist()) == {0, 1, 2}
    again, _ = table8_3._positions(3, 6, 1)
    assert np.array_equal(again[0], worlds[1])


@pytest.mark.extended
def test_null_searches_count_the_nodes_of_the_same_deals(tmp_path: Path) -> None:
    report = reproduce("furtak-table8.3", tmp_path, deals=60, cards=4)
    worlds, leaders = table8_3._positions(0, 0, 60)
    found = values(report)
    for name, kept in table8_3._SEARCHES.items():
        nodes = studies.null_proofs(worlds, np.zeros(60, np.int32), leaders, kept=kept)[1]
        assert found[f"partition search, {name}: nodes"] == pytest.approx(np.mean(nodes))
    contracts = np.full(60, NULL, np.int32)
    nodes = studies.solve(worlds, contracts, np.zeros(60, np.int32), leaders)[2]
    assert found["the solver: nodes"] == pytest.approx(np.mean(nodes))


@pytest.mark.parametrize(("lowest", "verdict"), [(440, "holds"), (506, "does not hold")])
def test_shares_of_the_thesis(lowest: int, verdict: str) -> None:
    """Constructed: plain search visits about 506 nodes in each deal."""
    noise = np.arange(-20, 21)
    plain, ranked = 506 + noise, lowest + np.roll(noise, 7)
    left = [ranked + 30, ranked // 2, ranked // 4]
    rows = np.stack([plain, ranked, ranked - 50, *left], axis=1).tolist()
    report = reported("furtak-table8.3", [rows], deals=len(rows), cards=5)
    assert report.findings[0].verdict == (verdict if verdict == "holds" else "undecided")
    judged = {row.name: row.verdict for row in report.rows if row.paper is not None}
    assert judged["partition search, plain search: nodes"] == "agrees"
    share = judged["partition search, lowest winning rank / plain search: nodes"]
    assert share.startswith("agrees" if verdict == "holds" else "differs")


@pytest.mark.parametrize(
    ("boxes", "verdicts"),
    [
        ((200, 600, 700, 800, 900, 990), ("holds", "holds")),
        ((200, 300, 400, 800, 900, 990), ("holds", "does not hold")),
        ((500, 400, 300, 800, 900, 990), ("does not hold", "does not hold")),
    ],
)
def test_exact_answers_and_ranges(
    boxes: tuple[int, ...], verdicts: tuple[str, ...], tmp_path: Path
) -> None:
    """Constructed: about 1,000 nodes without a black box, in suit games and in grands."""
    noise = np.arange(-2, 3)
    rows = [[1000 + 3 * n, *(box + k * n for k, box in enumerate(boxes))] for n in noise.tolist()]
    report = reported("furtak-figure8.1", [rows] * 4, tmp_path, deals=50)
    assert [str(finding.verdict) for finding in report.findings] == [*verdicts, *verdicts]
    assert values(report)["grand, exact to 2 points: nodes left"] == pytest.approx(boxes[2] / 1000)
    assert (tmp_path / "furtak-figure8.1.png").exists()


@pytest.mark.parametrize(
    ("defenders", "verdict"), [(775, "holds"), (900, "does not hold"), (700, "does not hold")]
)
def test_bounds_of_an_oracle(defenders: int, verdict: str) -> None:
    """Constructed: about 1,000 nodes without bounds; the soloist's oracle saves 100."""
    noise = np.arange(-2, 3)
    rows = [
        [1000 + n, 950 - n, 900 + 2 * n, defenders - n, 700 + n, 890 - 2 * n, 940 + n]
        for n in noise.tolist()
    ]
    report = reported("furtak-figure5.3", [rows] * 4, deals=10)
    assert [str(finding.verdict) for finding in report.findings] == ["holds", verdict] * 2
    assert values(report)["suit, both oracles: nodes saved"] == pytest.approx(0.3)


def test_distances_of_hands_by_kind() -> None:
    """Suit and grand are nearer by neighbours, null is not; each hand has nine numbers."""
    noise = np.linspace(-1, 1, 30)
    results = []
    for kind, mean_error, nearest in ((0, 18, 8), (1, 18, 9), (2, 0, 4)):
        errors = np.column_stack([mean_error - noise, *[nearest + noise] * 7])
        results.append([[kind, *row] for row in errors.tolist()])
    report = reported("furtak-section2.4", results, hands=90)
    assert [finding.verdict for finding in report.findings] == ["holds", "holds", "does not hold"]
    assert values(report)["grand, k=160: distance"] == pytest.approx(9)
    assert all(row.paper is None for row in report.rows)


@pytest.mark.extended
def test_labelled_hands_are_near_their_neighbours(tmp_path: Path) -> None:
    found = values(reproduce("furtak-section2.4", tmp_path, hands=60))
    assert found["suit, k=20: distance"] < found["suit, mean of all hands: distance"]

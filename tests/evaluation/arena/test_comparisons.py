"""Verdicts on several comparisons: the error rate of a match, and head-to-head scores."""

import numpy as np
import pytest
from rich.console import Console
from scipy import stats

from vorhand.evaluation import arena
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.match import PlayedGame
from vorhand.evaluation.arena.skat.match_profile import Facts
from vorhand.tests.sizes import sizes

MATCHES = {
    "five at a table of two": arena.Match.create("leduc_poker", ["random"] * 5),
    "four at a table of three": arena.Match.create("python_skat", ["first"] * 4),
    "pairs": arena.Match.create("python_skat", ["first"] * 3, order="pairs"),
    "pairs, apart": arena.Match.create("python_skat", ["first"] * 3, order="apart"),
}
"""Matches of identical players that print several tables of differences."""


def simulated(rng: np.random.Generator, match: arena.Match, deals: int) -> arena.Results:
    """Return a match of identical players, of whom one wins or loses a stake in each game."""
    results, shape = arena.Results(match), (deals, len(match.seatings))
    stakes = np.array([1.0, 1.0, 1.0, 3.0, 3.0, 13.0])[rng.integers(6, size=shape)]
    contracts = rng.integers(6, size=deals).tolist()
    won = (rng.random(shape) < rng.beta(4, 1, (deals, 1))).tolist()  # cards decide much
    soloists = np.zeros(shape, int) if match.in_pairs else rng.integers(match.players, size=shape)
    for deal in range(deals):
        rows = zip(match.seatings, soloists[deal].tolist(), won[deal], stakes[deal], strict=True)
        games = []
        for seating, soloist, success, stake in rows:
            scores = [0.0] * match.players
            scores[soloist] = float(stake if success else -2 * stake)
            facts = Facts(soloist, contracts[deal], success) if match.players == 3 else None
            games.append(PlayedGame(deal, seating, tuple(scores), facts))
        results.add(games)
    return results


def verdicts(results: arena.Results) -> list[str]:
    """Return all verdicts in the tables of a match."""
    cells = [
        str(cell)
        for table in arena.tables(results)
        for column in table.columns
        for cell in column.cells
    ]
    return [verdict for cell in cells if (verdict := cell.removesuffix(" *")) in ("clear", "open")]


@pytest.mark.parametrize("kind", MATCHES)
@pytest.mark.parametrize("matches", sizes(20, 2_000))
def test_identical_players_differ_clearly_in_at_most_one_match_of_twenty(
    kind: str, matches: int
) -> None:
    """Count the matches with any clear difference in any table.

    Of 2,000 matches at most 5% have one. With fewer matches, more than the bound would have a
    probability of 1% if it were 5% of the matches.
    """
    match, rng = MATCHES[kind], np.random.default_rng(5)
    clear = 0
    for _ in range(matches):
        found = verdicts(simulated(rng, match, 60))
        assert len(found) == match.comparisons
        clear += "clear" in found
    assert clear <= (0.05 * matches if matches == 2_000 else stats.binom.isf(0.01, matches, 0.05))


@pytest.mark.parametrize("kind", ["five at a table of two", "pairs, apart"])
def test_verdicts_are_needed_since_single_intervals_err_more_often(kind: str) -> None:
    """Without simultaneous intervals far more than 5% of these matches have a difference."""
    match, rng = MATCHES[kind], np.random.default_rng(5)
    wrong = 0
    for _ in range(30):
        found = [f.estimate for f in arena.figures(simulated(rng, match, 60)) if len(f.agents) == 2]
        compared = [e for e in found if isinstance(e, estimates.Comparison)]
        assert len(compared) == match.comparisons
        wrong += any(e.low > 0 or e.high < 0 for e in compared)
    assert wrong > 0.1 * 30


def test_simultaneous_intervals_of_all_pairs_are_those_of_tukey() -> None:
    """Scores are independent, so the quantile is that of the studentized range.

    The upper bound of the simulated quantile is at most 2% larger.
    """
    scores = np.random.default_rng(1).standard_normal((4_000, 5))
    pairs = [scores[:, a] - scores[:, b] for a in range(5) for b in range(a)]
    for found, by_deal in zip(estimates.compare(pairs), pairs, strict=True):
        error = by_deal.std(ddof=1) / np.sqrt(4_000)
        tukey = stats.studentized_range.ppf(0.95, 5, np.inf) / np.sqrt(2)
        assert tukey < found.simultaneous.margin / error < 1.02 * tukey
        assert found.margin / error == pytest.approx(1.96, rel=0.01)
        assert found.to_dict()["simultaneous_low"] == found.simultaneous.low


@pytest.mark.parametrize("deals", [3, 5, 10])
@pytest.mark.parametrize("matches", sizes(150, 4_000))
def test_few_deals_tell_no_correlation(deals: int, matches: int) -> None:
    """Ten independent rows of few deals show no correlation."""
    rng = np.random.default_rng(deals)
    wrong = sum(
        any(found.is_clear for found in estimates.compare(list(rng.standard_normal((10, deals)))))
        for _ in range(matches)
    )
    assert wrong <= 0.05 * matches + 3 * (0.05 * 0.95 * matches) ** 0.5


def test_simultaneous_intervals_are_between_those_of_one_and_of_bonferroni() -> None:
    """Identical rows need no wider interval than a single one; the quantile is simulated."""
    values = np.random.default_rng(3).standard_normal(200)
    for rows in ([values, values], [values, -values, 2 * values]):
        for found in estimates.compare(rows):
            assert found.simultaneous.margin >= found.margin
            with estimates.together(len(rows)):
                widest = estimates.compare([values * (found.value / values.mean())])[0]
            assert found.simultaneous.margin <= widest.margin


def test_a_comparison_alone_has_one_interval() -> None:
    values = np.array([1.0, 2.0, 3.0, 6.0])
    alike = np.ones(4)
    found, same = estimates.compare([values, alike])
    assert found.simultaneous == estimates.mean(values)
    assert not same.is_clear
    assert estimates.compare([]) == []


def test_comparisons_at_any_stopping_time_share_the_error() -> None:
    values = list(np.random.default_rng(2).standard_normal((4, 300)))
    with estimates.any_stopping_time():
        found = estimates.compare(values)
        for estimate, by_deal in zip(found, values, strict=True):
            assert estimate.simultaneous == estimates.mean(by_deal, 1 - 0.05 / 4)


def test_head_to_head_leaves_the_games_with_others_out() -> None:
    """The difference of two agents in their own games is computed by hand."""
    match = arena.Match.create("leduc_poker", ["random"] * 3)
    results = arena.Results(match)
    scores = {frozenset({0, 1}): (1.0, -1.0), frozenset({0, 2}): (5.0, -5.0)}
    for deal in range(2):
        games = []
        for seating in match.seatings:
            own = scores.get(frozenset(seating), (0.0, 0.0))
            first = own if seating[0] == min(seating) else own[::-1]
            games.append(PlayedGame(deal, seating, first))
        results.add(games)
    assert {pair: lead.tolist() for pair, lead in results.head_to_head().items()} == {
        (0, 1): [2.0, 2.0], (0, 2): [10.0, 10.0], (1, 2): [0.0, 0.0],
    }  # fmt: skip
    assert results.differences()[0, 1].tolist() == [3.5, 3.5]  # (1 + 5) / 2 - (-1 + 0) / 2
    shown = arena.tables(results)
    assert [table.title for table in shown] == [
        "head to head",
        "games won",
        "differences over all games, depending on all who play",
        "scores, depending on all who play",
    ]
    assert all(table.caption == "* fewer than 20 cases" for table in shown)
    console = Console(width=100)
    with console.capture() as captured:
        console.print(shown[0])
    assert "open *" in captured.get()

"""Kermit's bidding against the rule player's, with the same card player in all seats.

Every deal is played with one `kermit` beside two `rule`, in each seat, and with three `kermit`.
Scores are extended Seeger-Fabian points, 36 deals per list. The cards are played by the rule
player, or by PIMC with a number of worlds drawn with the belief `bdci`. With PIMC `kermit` bids by
the probabilities of winning against players that search. Compiled code plays all games.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.skat.bidding.kermit import Fact, compiled_kermit
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.score_list import SERIES
from vorhand.native.skat_kermit import Kermit, games

_JOB_DEALS = 50
_LIST = SERIES[3]  # deals per list
_LIST_NAME = f"extended Seeger points in {_LIST} deals"
_SEATS = range(3)
_ASKED = 1.5  # least gain in points per deal expected of Kermit's bidding with rule card play
_PASSED = 1_000  # Seeger points per list expected of three equal players

_COUNTS = ("alone", "won", "grand", "null", "hand", "schneider", "overbid", "score alone")
_TABLES = {"kermit": "kermit beside two rule", "rule": "rule beside it", "three": "three kermit"}

Facts: TypeAlias = npt.NDArray[np.int32]


def _jobs(settings: Settings) -> list[Job]:
    worlds = settings.count("worlds")
    settled = settings.number("threshold"), *([worlds] if worlds else [])
    return settings.jobs("deals", _JOB_DEALS, *settled)


def work(job: Job) -> Result:
    """Return the sum of each count over the deals of a job."""
    seed, first, deals, threshold, *worlds = job
    kermit = compiled_kermit(threshold, "search" if worlds else "rule")
    players = [compiled_player(searching(*worlds))] * 3 if worlds else []
    sums = {"deals": float(deals)}

    def played(bidders: list[Kermit | None]) -> tuple[Floats, Facts]:
        scores, facts, _ = games(bidders, deals, seed, first, players)
        return np.asarray(scores), np.asarray(facts)

    for seat in _SEATS:
        bidders = [kermit if other == seat else None for other in _SEATS]
        scores, facts = played(bidders)
        add(sums, "kermit", facts, scores, [seat])
        add(sums, "rule", facts, scores, [other for other in _SEATS if other != seat])
    scores, facts = played([kermit] * 3)
    add(sums, "three", facts, scores, list(_SEATS))
    return sums


def searching(worlds: int) -> Spec:
    """Return PIMC with this number of worlds, the card player in place of the rule player."""
    return Spec.parse(f"pimc(worlds={worlds},values=levels,belief=bdci(trust=1,caution=0))")


def add(sums: dict[str, float], table: str, facts: Facts, scores: Floats, seats: list[int]) -> None:
    """Add the counts and scores of the given seats to the sums of a table.

    The sum "seats" counts these seats in all games; other sums divided by it are means per seat.
    The facts [n, 10] are those of `vorhand.native.skat_kermit.games`, the scores [n, 3].
    """
    alone = np.isin(facts[:, Fact.SOLOIST], seats)
    trumps = facts[:, Fact.CONTRACT] != NULL
    won = facts[:, Fact.WON] == 1
    own = scores[np.arange(len(facts)), np.maximum(facts[:, Fact.SOLOIST], 0)]
    counted = (
        alone,
        alone & won,
        alone & (facts[:, Fact.CONTRACT] == GRAND),
        alone & ~trumps,
        alone & (facts[:, Fact.HAND] == 1),
        alone & won & trumps & (facts[:, Fact.POINTS] >= 90),
        alone & (facts[:, Fact.OVERBID] == 1),
        np.where(alone, own, 0.0),
    )
    found = {name: float(count.sum()) for name, count in zip(_COUNTS, counted, strict=True)}
    found["score"] = float(scores[:, seats].sum())
    found["passed in"] = float((facts[:, Fact.SOLOIST] < 0).sum()) * len(seats)
    found["seats"] = float(len(facts) * len(seats))
    for name, value in found.items():
        sums[f"{table}: {name}"] = sums.get(f"{table}: {name}", 0.0) + value


def _report(settings: Settings, results: list[Mapping[str, float]]) -> Report:
    worlds = settings.count("worlds")
    column = columns(results)
    ahead = ahead_of(column, "kermit", "rule")
    rows = [Row("kermit's score a deal less that of the two rule", ahead, digits=2)]
    rows += rows_of(column, _TABLES)
    asked = 0 if worlds else _ASKED
    list_of_three = dict(figures(column, "three"))[_LIST_NAME]
    findings = [
        Finding(
            f"kermit's bidding brings more than {asked} points a deal over rule's",
            above(ahead, asked),
            f"{ahead:+.2f}",
            ours=True,
        ),
        Finding(
            f"three equal players make more than {_PASSED:,} Seeger points a list",
            above(list_of_three, _PASSED),
            f"{list_of_three:.0f}",
            ours=True,
        ),
    ]
    deals = int(column["deals"].sum())
    player = searching(worlds) if worlds else "rule"
    return Report(f"{deals:,} deals, cards played by {player} in all seats", rows, findings)


def columns(results: list[Mapping[str, float]]) -> dict[str, Floats]:
    """Return each sum as an array over the jobs, by name."""
    return {name: np.array([of[name] for of in results]) for name in results[0]}


def ahead_of(column: Mapping[str, Floats], table: str, other: str) -> Estimate:
    """Return the difference in score per deal between the seats of two tables."""
    own, others = ((column[f"{name}: score"], column[f"{name}: seats"]) for name in (table, other))
    with estimates.batches(int(np.median(column["deals"]))):
        return estimates.ratio_difference(own, others)


def rows_of(column: Mapping[str, Floats], tables: Mapping[str, str]) -> list[Row]:
    """Return the report's rows with the figures of each table, under the table's title."""
    return [
        Row(f"{title}: {what}", figure, digits=1)
        for table, title in tables.items()
        for what, figure in figures(column, table)
    ]


def figures(column: Mapping[str, Floats], table: str) -> list[tuple[str, Estimate]]:
    """Return the named figures of a table, from the sums of all jobs."""

    def of_each(estimate: Callable[[Floats, Floats], Estimate], of: str, among: str) -> Estimate:
        with estimates.batches(int(np.median(column["deals"]))):
            return estimate(column[f"{table}: {of}"], column[f"{table}: {among}"])

    def share(of: str, among: str) -> Estimate:
        return of_each(estimates.share, of, among) * 100

    def mean(of: str, among: str) -> Estimate:
        return of_each(estimates.ratio, of, among)

    return [
        # The seats of a deal are not independent cases: only one of three can play alone.
        ("plays alone, %", mean("alone", "seats") * 100),
        ("passed in, % of the deals", share("passed in", "seats")),
        ("won, % of its games", share("won", "alone")),
        ("grands, %", share("grand", "alone")),
        ("null games, %", share("null", "alone")),
        ("from the hand, %", share("hand", "alone")),
        ("schneider, %", share("schneider", "alone")),
        ("overbid, %", share("overbid", "alone")),
        ("score of a game alone", mean("score alone", "alone")),
        (_LIST_NAME, mean("score", "seats") * _LIST),
    ]


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, section 2.4; Buro, Long, Furtak and Sturtevant (IJCAI 2009)",
    {"deals": (500, 10_000), "threshold": 0.6, "worlds": 0},
    _jobs,
    work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
    why="No figure of the thesis is judged; the chances come from self-play in place of people's "
    "games.",
)

"""Furtak's thesis (2013), table 8.3 and chapter 4: null by partition search and with diagrams.

The thesis counts the nodes of 4,000 random null positions with ten cards a hand: for plain
alpha-beta, for partition search by the lowest winning rank, and for the same with diagrams of
endings. The three searches of chapter 4 are one search here, with three kinds of transposition
table (`vorhand.native.studies.null_proofs`). The diagrams are our own. They are tested in our
solver, which has techniques that the thesis' search lacks, so they are judged by the share of the
nodes that remains with each size.

The thesis gives processor cycles too. Times are not measured here.
"""

import itertools
from functools import cache

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, all_hold, below
from vorhand.games.skat.contracts import NULL
from vorhand.native import studies

_SEARCHES = {
    "plain search": "position",
    "lowest winning rank": "lowest_rank",
    "constraints": "constraints",
}
_PLAIN, _LOWEST_RANK = 506.0, 445.3  # nodes in the thesis
_THEIRS = {"plain search": _PLAIN, "lowest winning rank": _LOWEST_RANK}
_PAPER = {4: 395.2, 5: 302.0, 6: 196.9, 7: 103.9, 8: 40.8, 9: 13.2}  # by cards in the diagrams
_FEWEST = 4
_BATCH = 250


def _jobs(settings: Settings) -> list[Job]:
    return settings.jobs("deals", _BATCH, settings.count("cards"))


@cache
def _diagrams(cards: int) -> npt.NDArray[np.uint32]:
    """Return the diagrams of up to this many cards a hand, which this process shares."""
    return np.asarray(studies.NullDiagrams.build(cards))


def _work(job: Job) -> list[list[int]]:
    """Return the nodes of each deal: for `_SEARCHES`, then for the diagrams of `_sizes`."""
    seed, first, deals, cards = job
    worlds, leaders = _positions(seed, first, deals)
    soloists = np.zeros(deals, np.int32)
    columns = [
        studies.null_proofs(worlds, soloists, leaders, kept=kept)[1] for kept in _SEARCHES.values()
    ]
    contracts = np.full(deals, NULL, np.int32)
    for most in _sizes(cards):
        diagrams = studies.NullDiagrams(_diagrams(cards), most) if most else None
        found = studies.solve(worlds, contracts, soloists, leaders, diagrams=diagrams)
        columns.append(found[2])
    nodes: list[list[int]] = np.stack(columns, axis=1).astype(int).tolist()
    return nodes


def _positions(
    seed: int, first: int, deals: int
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]:
    """Return the hands of random deals, uint32 [deals, 3], and their leaders; the soloist is 0."""
    hands, leaders = [], []
    for number in range(first, first + deals):
        rng = np.random.default_rng([seed, number])
        cards = rng.permutation(32)[:30].reshape(3, 10)
        hands.append((1 << cards.astype(np.uint64)).sum(axis=1))
        leaders.append(rng.integers(3))
    return np.array(hands, np.uint32), np.array(leaders, np.int32)


def _sizes(cards: int) -> list[int]:
    """Return the sizes of diagrams in cards a hand; the first is 0, for no diagrams."""
    return [0, *range(_FEWEST, cards + 1)]


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    nodes = np.array([row for part in results for row in part], float)
    searched = dict(zip(_SEARCHES, nodes.T, strict=False))
    sizes = _sizes(settings.count("cards"))
    solved = dict(zip(sizes, nodes.T[len(_SEARCHES) :], strict=True))
    rows = [
        Row(f"partition search, {name}: nodes", mean(each), _THEIRS.get(name), 1)
        for name, each in searched.items()
    ]
    plain, lowest, constraints = searched.values()
    shares = {
        "lowest winning rank / plain search": (lowest, plain, _LOWEST_RANK / _PLAIN),
        "constraints / lowest winning rank": (constraints, lowest, None),
    }
    kept = {}
    for name, (one, other, paper) in shares.items():
        kept[name] = on_log_scale(ratio(one, other))
        rows.append(Row(f"partition search, {name}: nodes", kept[name], paper, 2))
    rows.append(Row("the solver: nodes", mean(solved[0]), digits=1))
    steps = []
    for fewer, more in itertools.pairwise(sizes):
        left = on_log_scale(ratio(solved[more], solved[0]))
        theirs = f"thesis: {_PAPER[more]} of {_LOWEST_RANK}"
        paper = _PAPER[more] / _LOWEST_RANK
        name = f"diagrams up to {more} cards / none: nodes"
        rows.append(Row(name, left, paper, 2, theirs))
        steps.append(on_log_scale(ratio(solved[more], solved[fewer])))
    by_rank, by_constraints = kept.values()
    findings = [
        Finding(
            "partition search by the lowest winning rank saves nodes",
            below(by_rank, 1),
            f"{by_rank:.2f} of the nodes are left",
        ),
        Finding(
            "partition search by constraints saves more nodes than by the lowest winning rank",
            below(by_constraints, 1),
            f"{by_constraints:.2f} of the nodes are left",
            ours=True,
        ),
        all_hold(
            "each further size of diagrams saves nodes",
            [below(step, 1) for step in steps],
            "left of the size before: " + ", ".join(f"{step.value:.2f}" for step in steps),
        ),
    ]
    return Report(f"Null, {len(nodes):,} random deals, ten cards a hand", rows, findings)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, table 8.3 and chapter 4",
    {"deals": (1000, 4000), "cards": (5, 6)},
    _jobs,
    _work,
    _report,
    unit="batches of deals",
    why="Without tables our search orders cards worse than the thesis'; diagrams save as large "
    "a share.",
)

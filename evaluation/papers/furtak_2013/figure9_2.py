"""Furtak's thesis (2013), figure 9.2: players of all levels against each other.

R0 is PIMC, and R(k) plays out with R(k-1). A cell is the gain of the column's player over the
row's, in points a game, mean over both seats; the last column is a best response. The trees have
the place that Long et al. (2010) measured for hearts: correlation 0.8 to nearly 1, disambiguation
near 0.6. The bias of hearts is the one of `long-plane`. The thesis does not give the place in
numbers.

The thesis says that R1 gains more against R0 than strength alone explains. If strength explained
it, R1 would gain as much against R0 as it is ahead of R0 against the other players, on average
over R2 to R5. That is our definition.
"""

from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium.trees import policies, sweep
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.furtak_2013.figure9_1 import tie_of
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, around
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold
from vorhand.evaluation.pictures import APART, figure, save
from vorhand.games.laboratory.trees import TreeShape

LEVELS = 6
_BATCH = 500  # trees per job
_PLAYERS = [f"R{level}" for level in range(LEVELS)]
_PLACE = ("depth", "worlds", "correlation", "bias", "disambiguation")


def _jobs(settings: Settings) -> list[Job]:
    place = [settings.numbers[name] for name in _PLACE]
    whole = [settings.count(name) for name in _PLACE[:2]]
    start = settings.seed * 10**12
    return [
        [tie_of(settings), *whole, *place[2:], start + first, trees]
        for first, trees in settings.parts("trees", _BATCH)
    ]


def _work(job: Job) -> list[list[float]]:
    """Return the sums over the trees of the `measures` and of their squares."""
    tie, *parameters, first, trees = job
    seeds = np.arange(first, first + trees)
    columns = measures(sweep.tournament(TreeShape(*parameters), seeds, LEVELS, tie))
    return [columns.sum(axis=0).tolist(), (columns**2).sum(axis=0).tolist()]


def measures(tables: Floats) -> Floats:
    """Return what is judged, by tree: differences of one tree's cells have the smaller errors.

    Args:
        tables: gains of the row's player, the best response last [trees, LEVELS + 1, LEVELS].

    Returns:
        The table's cells; by how much each level lowers the exploitability of the one before; how
        much more the first one does than each other; how much more R1 gains against R0 than
        strength explains.
    """
    steps = -np.diff(tables[:, LEVELS], axis=1)
    ahead = steps[:, :1] - steps[:, 1:]
    others = (tables[:, 1, 2:] - tables[:, 0, 2:]).mean(axis=1)
    unexplained = tables[:, 1, 0] - others
    return np.column_stack([tables.reshape(len(tables), -1), steps, ahead, unexplained])


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    trees = settings.count("trees")
    sums, squares = np.array(results).sum(axis=0)
    means = sums / trees
    errors = np.sqrt(np.maximum(squares / trees - means**2, 0) / max(1, trees - 1))
    found = [around(*pair, trees) for pair in zip(means.tolist(), errors.tolist(), strict=True)]
    cells = (LEVELS + 1) * LEVELS
    table = [found[k : k + LEVELS] for k in range(0, cells, LEVELS)]
    steps, ahead = found[cells : cells + LEVELS - 1], found[cells + LEVELS - 1 : -1]
    rows = [
        Row(f"{name} against {_PLAYERS[column]}", table[row][column])
        for row, name in enumerate([*_PLAYERS, "best response"])
        for column in range(min(row, LEVELS))
    ]
    rows += [Row(f"R{k} less exploitable than R{k - 1}", step) for k, step in enumerate(steps, 1)]
    drawings = {"furtak-figure9.2.png": partial(_picture, table)}
    place = ", ".join(f"{name} {settings.numbers[name]:g}" for name in _PLACE[2:])
    title = f"Points a game of one player against another, {trees:,} trees, {place}"
    return Report(title, rows, _findings(table, steps, ahead, found[-1]), drawings)


def _findings(
    table: list[list[Estimate]],
    steps: list[Estimate],
    ahead: list[Estimate],
    unexplained: Estimate,
) -> list[Finding]:
    in_words = "; ".join(f"R{k} by {step:.3f}" for k, step in enumerate(steps, 1))
    return [
        all_hold(
            "the first recursion brings the largest drop in exploitability",
            map(above, [steps[0], *ahead]),
            in_words,
        ),
        all_hold(
            "each later level up to R5 is less exploitable than the one before",
            map(above, steps[1:]),
            in_words,
        ),
        Finding(
            "R1 gains more against R0 than strength explains",
            above(unexplained),
            f"{table[1][0]:.3f}, which is {unexplained:.3f} more than by what R1 is ahead of R0 "
            "against R2 to R5",
        ),
    ]


def _picture(table: list[list[Estimate]], path: Path) -> Path:
    """Draw the matrix as in the thesis: the row's player loses what the column's gains."""
    gains = np.array([[cell.value for cell in row] for row in table]).T
    largest = float(np.abs(gains).max())
    drawing, axes = figure(1, 1, width=5.2, height=4.2)
    ax = axes[0, 0]
    mesh = ax.imshow(gains, cmap=APART, vmin=-largest, vmax=largest)
    for (row, column), gain in np.ndenumerate(gains):
        ax.text(column, row, f"{gain:z.3f}", ha="center", va="center", fontsize=8)
    ax.set_xticks(range(LEVELS + 1), [*_PLAYERS, "BR"])
    ax.set_yticks(range(LEVELS), _PLAYERS)
    ax.set(xlabel="player", ylabel="opponent")
    ax.grid(visible=False)
    ax.set_title("Points a game of the player (column) against the opponent (row)", fontsize=9)
    drawing.colorbar(mesh, ax=ax)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.2",
    {
        "trees": (10_000, 100_000),
        "depth": 8,
        "worlds": 8,
        "correlation": 0.9,
        "bias": 0.67,
        "disambiguation": 0.6,
        "tie": policies.SHARED_TIES,
    },
    _jobs,
    _work,
    _report,
    unit="trees",
    extras=("numba", "plots"),
)

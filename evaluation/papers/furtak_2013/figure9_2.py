"""Furtak's thesis (2013), figure 9.2: players of all levels against each other.

R0 is PIMC, and R(k) plays out with R(k-1). A cell is the lead of the column's player over the row's
in points a game, as a mean over both seats; the last column is a best response. The thesis has one
matrix and does not give its parameters. Ours are those that Long et al. (2010) measured for hearts:
disambiguation near 0.6 and correlation 0.8 to nearly 1, with one matrix for each of four
correlations. The bias is that of hearts in `long-plane`. A statement holds if it holds in one of
these matrices, and is refuted only if it is refuted in all of them.

The thesis says that R1 gains more against R0 than strength alone explains. We define this as
follows: if strength explained the gain, it would equal the lead of R1 over R0 against the other
players, on average over R2 to R5.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium.trees import policies, sweep
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.furtak_2013.figure9_1 import tie_of
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, around
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, holds_somewhere
from vorhand.evaluation.pictures import APART, figure, save
from vorhand.games.laboratory.trees import TreeShape

LEVELS = 6
CORRELATIONS = (0.8, 0.85, 0.9, 0.95)
_BATCH = 500  # trees per job
_PLAYERS = [f"R{level}" for level in range(LEVELS)]
_STEPS = (LEVELS + 1) * LEVELS  # number of cells of the table; they come first in `measures`


def _jobs(settings: Settings) -> list[Job]:
    shape = [settings.count("depth"), settings.count("worlds")]
    place = [settings.number("bias"), settings.number("disambiguation")]
    trees, start = settings.count("trees"), settings.seed * 10**12
    return [
        [tie_of(settings), *shape, correlation, *place, start + k * trees + first, batch]
        for k, correlation in enumerate(CORRELATIONS)
        for first, batch in settings.parts("trees", _BATCH)
    ]


def _work(job: Job) -> list[list[float]]:
    """Return the sums over the trees of the `measures` and of their squares."""
    tie, *parameters, first, trees = job
    seeds = np.arange(first, first + trees)
    columns = measures(sweep.tournament(TreeShape(*parameters), seeds, LEVELS, tie))
    return [columns.sum(axis=0).tolist(), (columns**2).sum(axis=0).tolist()]


def measures(tables: Floats) -> Floats:
    """Return the judged quantities of each tree; differences within a tree have smaller errors.

    Args:
        tables: gains of the row's player, the best response last [trees, LEVELS + 1, LEVELS].

    Returns:
        The table's cells; the decrease of exploitability by each level; the first decrease
        minus each later one; and the gain of R1 against R0 minus the part explained by strength.
    """
    steps = -np.diff(tables[:, LEVELS], axis=1)
    ahead = steps[:, :1] - steps[:, 1:]
    others = (tables[:, 1, 2:] - tables[:, 0, 2:]).mean(axis=1)
    unexplained = tables[:, 1, 0] - others
    return np.column_stack([tables.reshape(len(tables), -1), steps, ahead, unexplained])


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    trees = settings.count("trees")
    by_place = np.array(results).reshape(len(CORRELATIONS), -1, 2, _STEPS + 2 * LEVELS - 2)
    sums = zip(CORRELATIONS, by_place.sum(axis=1), strict=True)
    found = {correlation: _means(of_place, trees) for correlation, of_place in sums}
    rows = []
    for correlation, means in found.items():
        where = f"correlation {correlation:g}"
        for row, name in enumerate([*_PLAYERS, "best response"]):
            for column in range(min(row, LEVELS)):
                gain = means[row * LEVELS + column]
                rows.append(Row(f"{where}: {name} against {_PLAYERS[column]}", gain))
    drawings = {"furtak-figure9.2.png": partial(_picture, found)}
    title = f"Points a game of one player against another, {trees:,} trees by correlation"
    return Report(title, rows, _findings(found), drawings)


def _means(of_place: Floats, trees: int) -> list[Estimate]:
    sums, squares = of_place
    means = sums / trees
    errors = np.sqrt(np.maximum(squares / trees - means**2, 0) / max(1, trees - 1))
    return [around(*pair, trees) for pair in zip(means.tolist(), errors.tolist(), strict=True)]


def _findings(found: Mapping[float, list[Estimate]]) -> list[Finding]:
    by_place = {f"correlation {c:g}": means for c, means in found.items()}
    steps = {place: means[_STEPS : _STEPS + LEVELS - 1] for place, means in by_place.items()}
    ahead = {place: means[_STEPS + LEVELS - 1 : -1] for place, means in by_place.items()}
    unexplained = {place: means[-1] for place, means in by_place.items()}
    return [
        holds_somewhere(
            "the first recursion brings the largest drop in exploitability",
            {c: [*map(above, [step[0], *ahead[c]])] for c, step in steps.items()},
            "; ".join(f"{c}: {step[0]:.4f}" for c, step in steps.items()),
        ),
        holds_somewhere(
            "each later level up to R5 is less exploitable than the one before",
            {c: [*map(above, step[1:])] for c, step in steps.items()},
            "R2 than R1, " + "; ".join(f"{c}: {step[1]:.4f}" for c, step in steps.items()),
        ),
        holds_somewhere(
            "R1 gains more against R0 than strength explains",
            {c: [above(by)] for c, by in unexplained.items()},
            "more, " + "; ".join(f"{c}: {by:.3f}" for c, by in unexplained.items()),
        ),
    ]


def _picture(found: Mapping[float, list[Estimate]], path: Path) -> Path:
    """Draw the matrices as in the thesis: gains of the column's player over the row's player."""
    tables = {
        c: np.array([cell.value for cell in means[:_STEPS]]).reshape(LEVELS + 1, LEVELS).T
        for c, means in found.items()
    }
    largest = max(float(np.abs(table).max()) for table in tables.values())
    drawing, axes = figure(2, 2, width=4.6, height=3.8)
    for ax, (correlation, gains) in zip(axes.ravel(), tables.items(), strict=True):
        mesh = ax.imshow(gains, cmap=APART, vmin=-largest, vmax=largest)
        for (row, column), gain in np.ndenumerate(gains):
            ax.text(column, row, f"{gain:z.3f}", ha="center", va="center", fontsize=7)
        ax.set_xticks(range(LEVELS + 1), [*_PLAYERS, "BR"])
        ax.set_yticks(range(LEVELS), _PLAYERS)
        ax.set(xlabel="player", ylabel="opponent")
        ax.grid(visible=False)
        ax.set_title(f"Points a game of the player, correlation {correlation:g}", fontsize=9)
    drawing.colorbar(mesh, ax=axes.ravel().tolist())
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.2",
    {
        "trees": (2500, 100_000),
        "depth": 8,
        "worlds": 8,
        "bias": 0.67,
        "disambiguation": 0.6,
        "tie": policies.SHARED_TIES,
    },
    _jobs,
    _work,
    _report,
    unit="trees",
    extras=("numba", "plots"),
    why="The thesis does not give its parameters; each later level is shown to be less exploitable "
    "at one of four places.",
)

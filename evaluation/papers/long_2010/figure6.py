"""Long, Sturtevant, Buro and Furtak (AAAI 2010), figure 6: the density of games in two planes.

The paper draws 10,000 games each of suit, grand and null Skat, and 3,000 of Hearts, in the planes
of leaf correlation with bias and with disambiguation. Here each deal is a point: its correlation
and bias are means over random walks, and its disambiguation is that of a random game, from a
player's turn to the next.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.long_2010.plane import measured_deals
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.pictures import SHADES, figure, save
from vorhand.evaluation.sizes import in_parts

_DEALS = {"skat-suit": "deals", "skat-grand": "deals", "skat-null": "deals", "hearts": "hearts"}
_BATCH = 100  # deals per job
_MEASURES = ("leaf correlation", "bias", "disambiguation")
_LEAST = 0.8  # the paper's correlation of Skat is 0.8 to 1
_CELLS = np.linspace(0, 1, 21)  # borders of the cells of a plane


def _jobs(settings: Settings) -> list[Job]:
    first = settings.seed * 10**9
    return [
        [game, *part, settings.count("walks")]
        for game, size in _DEALS.items()
        for part in in_parts(settings.count(size), _BATCH, first)
    ]


def _work(job: Job) -> list[list[float | None]]:
    """Return the measures of each deal; None where a deal gives none."""
    game, start, count, walks = job
    deals = measured_deals(game, start, count, walks)
    return [[None if value is None else round(value, 3) for value in deal] for deal in deals]


def _report(settings: Settings, results: Sequence[list[list[float | None]]]) -> Report:
    points: dict[str, list[list[float | None]]] = {game: [] for game in _DEALS}
    for (game, *_), deals in zip(_jobs(settings), results, strict=False):
        points[game] += deals
    columns = {game: np.array(deals, np.float64).T for game, deals in points.items()}
    rows, findings = [], []
    for game, measures in columns.items():
        means = [estimates.mean(values[~np.isnan(values)]) for values in measures]
        note = f"{measures.shape[1]:,} deals"
        rows += [Row(f"{game}: {of}", e, note=note) for of, e in zip(_MEASURES, means, strict=True)]
        findings.append(
            Finding(
                f"leaf correlation of {game} is at least {_LEAST}",
                above(means[0], _LEAST),
                f"{means[0].value:.3f}",
                ours=game == "hearts",
            )
        )
    return Report(
        f"Properties of deals, {settings.count('walks')} random walks each",
        rows,
        findings,
        {"long-figure6.png": partial(_draw, columns)},
    )


def _draw(columns: Mapping[str, Floats], path: Path) -> Path:
    """Draw the density of each game's deals in both planes: a column of pictures per game."""
    drawing, axes = figure(2, len(columns), width=3.0, height=2.7, sharey="row", sharex=True)
    for column, (game, measures) in enumerate(columns.items()):
        for row in (0, 1):
            ax, values = axes[row][column], measures[:, ~np.isnan(measures).any(axis=0)]
            counts, *_ = np.histogram2d(values[0], values[1 + row], (_CELLS, _CELLS))
            ax.pcolormesh(_CELLS, _CELLS, counts.T / counts.max(initial=1), cmap=SHADES)
            ax.grid(visible=False)
            if column == 0:
                ax.set_ylabel(_MEASURES[1 + row])
        axes[0][column].set_title(f"{game}, {measures.shape[1]:,} deals")
        axes[1][column].set_xlabel(_MEASURES[0])
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010, figure 6: density of games in the planes",
    {"deals": (20, 10_000), "hearts": (10, 3000), "walks": (2, 10)},
    _jobs,
    _work,
    _report,
    unit="batches of deals",
    extras=("plots",),
    why="A deal's place depends on the number of random walks, which we chose.",
)

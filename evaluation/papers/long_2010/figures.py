"""Long, Sturtevant, Buro and Furtak (AAAI 2010), figures 3 to 5: PIMC on synthetic trees.

The figures show the average loss against the CFR player in both seats, on trees of depth 8 with
8 x 8 worlds. In each of three planes two parameters vary and the third is fixed, as in the
captions. In figures 3 and 4 (losses of PIMC and of the random player) the fixed values are
disambiguation 0.3, bias 0.75 and correlation 0.5; in figure 5 (gain of PIMC over random) they are
disambiguation 0.3, bias 0.5 and correlation 0.75. The paper places Skat at correlation 0.8 to 1,
disambiguation 0.6 and any bias. "Low", "medium" and "high" of the paper's text are the thirds of a
parameter's range, and extreme bias is 0 or 1 (on the finer grid up to 0.1 and from 0.9). At
disambiguation 1 all cards are open and PIMC is exact by construction. Our findings leave these
points out of the high third.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium.trees import sweep
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, contrast, grid, moments, pooled
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, within
from vorhand.evaluation.pictures import HeatMap, heat_maps
from vorhand.games.laboratory.trees import TreeShape

Point: TypeAlias = dict[str, float]
Plane: TypeAlias = tuple[str, str, Point]
Mask: TypeAlias = npt.NDArray[np.bool_]

# The horizontal, the vertical and the fixed parameter of each plane: for losses, and for the gain.
_LOSSES: tuple[Plane, ...] = (
    ("correlation", "bias", {"disambiguation": 0.3}),
    ("disambiguation", "correlation", {"bias": 0.75}),
    ("bias", "disambiguation", {"correlation": 0.5}),
)
_GAIN: tuple[Plane, ...] = (
    ("correlation", "bias", {"disambiguation": 0.3}),
    ("disambiguation", "correlation", {"bias": 0.5}),
    ("bias", "disambiguation", {"correlation": 0.75}),
)
_BIASES = (0.25, 0.5, 0.75)
_SKAT = [
    {"correlation": correlation, "bias": bias, "disambiguation": 0.6}
    for correlation in (0.8, 0.9, 1.0)
    for bias in _BIASES
]
_BY_BIAS = 0.05  # amount by which, in the paper, the figures of Skat vary with the bias
_THREE = ("low", "medium", "high")  # thirds of a parameter's range
_LEVELS: dict[str, Callable[[Floats], Mask]] = {
    "low": lambda x: x < 0.35,
    "medium": lambda x: (x > 0.35) & (x < 0.65),
    "high": lambda x: x > 0.65,
    "high, below 1": lambda x: (x > 0.65) & (x < 1),
    "extreme": lambda x: (x < 0.15) | (x > 0.85),
}
_LOSS, _GAINED = "PIMC's loss", "the gain over random"
_KINDS = ("loss of PIMC", "loss of the random player", "gain of PIMC over random")


def _points(settings: Settings) -> list[Point]:
    """Return the parameters of all trees: of the planes for losses and gain, and of Skat."""
    values = grid(settings).tolist()
    planes = [
        {across: x, upward: y, **fixed}
        for across, upward, fixed in (*_LOSSES, *_GAIN)
        for y in values
        for x in values
    ]
    return planes + _SKAT


def _jobs(settings: Settings) -> list[Job]:
    """Return a job for each point; points of Skat have a number of trees of their own."""
    points, shape = _points(settings), (settings.count("depth"), settings.count("worlds"))
    sizes = [settings.count("trees")] * (len(points) - len(_SKAT))
    sizes += [settings.count("skat_trees")] * len(_SKAT)
    starts = settings.seed * 10**12 + np.cumsum([0, *sizes])
    return [
        [point, *shape, int(first), trees]
        for point, first, trees in zip(points, starts[:-1], sizes, strict=True)
    ]


def _work(job: Job) -> list[list[float]]:
    """Return the mean and the squared standard error of each of the three kinds of figures."""
    point, depth, worlds, first, trees = job
    rows = sweep.losses(TreeShape(depth, worlds, **point), np.arange(first, first + trees))
    columns = np.column_stack([rows[:, 0], rows[:, 1], rows[:, 1] - rows[:, 0]])
    cells: list[list[float]] = moments(columns).T.tolist()
    return cells


@dataclass(frozen=True)
class _Plane:
    """The points of some planes, with the means measured there.

    Attributes:
        at: the value of each parameter at each point, [points].
        cells: the mean and its squared standard error at each point, [points, 2].
        trees: number of trees per point.
    """

    at: Mapping[str, Floats]
    cells: Floats
    trees: int

    @classmethod
    def varied(
        cls, name: str, planes: Sequence[Plane], points: Sequence[Point], cells: Floats, trees: int
    ) -> "_Plane":
        """Return the points of the planes in which a parameter varies; cells [planes, n, 2]."""
        side = cells.shape[1]
        chosen = [k for k, (*_, fixed) in enumerate(planes) if name not in fixed]
        held = [point for k in chosen for point in points[k * side : (k + 1) * side]]
        at = {key: np.array([point[key] for point in held]) for key in held[0]}
        return cls(at, cells[chosen].reshape(-1, 2), trees)

    def where(self, **levels: str) -> Mask:
        """Mark the points at which these parameters are at these levels, see `_LEVELS`."""
        chosen = [_LEVELS[level](self.at[name]) for name, level in levels.items()]
        found: Mask = np.logical_and.reduce(chosen)
        return found

    def more(self, one: Mapping[str, str], other: Mapping[str, str]) -> Estimate:
        """Return the mean over the points at some levels minus the mean at other levels."""
        return contrast(self.cells, self.where(**one), self.where(**other), self.trees)

    def means(self, name: str, levels: Sequence[str] = _THREE) -> dict[str, Estimate]:
        """Return the means at these levels of a parameter."""
        return {
            level: pooled(self.cells[self.where(**{name: level})], self.trees) for level in levels
        }


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    cells, points = np.array(results), _points(settings)  # [points, kinds, 2]
    trees, half = settings.count("trees"), (len(points) - len(_SKAT)) // 2
    place, skat = settings.count("skat_trees"), cells[-len(_SKAT) :]
    planes = cells[: 2 * half].reshape(2, 3, -1, len(_KINDS), 2)

    def losses(name: str, kind: int = 0) -> _Plane:
        return _Plane.varied(name, _LOSSES, points[:half], planes[0, :, :, kind], trees)

    def gains(name: str) -> _Plane:
        return _Plane.varied(name, _GAIN, points[half:], planes[1, :, :, 2], trees)

    rows = [
        Row(f"{what}, {level} {name}", mean)
        for what, of in (
            ("PIMC's loss", losses),
            (_KINDS[1], partial(losses, kind=1)),
            ("gain over random", gains),
        )
        for name in ("correlation", "disambiguation")
        for level, mean in of(name).means(name).items()
    ]
    at_skat = (("PIMC's loss", 0, 0.1), ("gain over random", 2, 0.4))
    for what, kind, paper in at_skat:
        ours = pooled(skat[:, kind], place)
        rows.append(Row(f"{what} where Skat lies", ours, paper, 1, f"{ours:.3f}"))
    findings = [
        _extreme(_LOSS, losses, "largest", "low", "correlation"),
        _extreme(_GAINED, gains, "smallest", "low", "correlation"),
        _extreme_bias(losses("bias")),
        _extreme(_LOSS, losses, "smallest", "low", "disambiguation"),
        _extreme(_GAINED, gains, "smallest", "low", "disambiguation"),
        _extreme(_LOSS, losses, "largest", "medium", "disambiguation"),
        *(_by_bias(_KINDS[kind], skat[:, kind], place) for kind in (0, 2)),
    ]
    drawings = {
        f"long-figures-{what}.png": partial(heat_maps, _panels(settings, *panels))
        for what, panels in {
            "loss": (_LOSSES, planes[0], (0, 1)),
            "gain": (_GAIN, planes[1], (2,)),
        }.items()
    }
    title = "Average loss a game against the CFR player, synthetic trees"
    return Report(title, rows, findings, drawings)


def _extreme(
    what: str,
    of: Callable[[str], _Plane],
    which: Literal["largest", "smallest"],
    level: str,
    name: str,
) -> Finding:
    """Judge whether a figure is largest or smallest at a level of a parameter."""
    plane, sign = of(name), {"largest": 1, "smallest": -1}[which]
    tried, aside = _THREE, ""
    if name == "disambiguation":
        tried, aside = ("low", "medium", "high, below 1"), ", open cards aside"
    levels = [one for one in tried if plane.where(**{name: one}).any()]
    ahead = [plane.more({name: level}, {name: other}) for other in levels if other != level]
    evidence = "; ".join(f"{one} {mean:.3f}" for one, mean in plane.means(name, levels).items())
    text = f"{what} is {which} at {level} {name}{aside}"
    return all_hold(text, (above(by * sign) for by in ahead), evidence)


def _extreme_bias(losses: _Plane) -> Finding:
    """Judge whether extreme bias helps PIMC at low and at medium correlation."""
    saved = {
        level: losses.more(
            {"correlation": level, "bias": "medium"}, {"correlation": level, "bias": "extreme"}
        )
        for level in ("low", "medium")
    }
    return all_hold(
        "extreme bias lowers PIMC's loss at low and at medium correlation",
        map(above, saved.values()),
        "; ".join(f"{level}: by {by:.3f}" for level, by in saved.items()),
    )


def _by_bias(name: str, cells: Floats, trees: int) -> Finding:
    """Judge whether bias changes the figure at Skat's place by at most as much as in the paper.

    The cells are those of `_SKAT`.
    """
    biases, every = np.array([point["bias"] for point in _SKAT]), np.ones(len(_SKAT), bool)
    away = {bias: contrast(cells, biases == bias, every, trees) for bias in _BIASES}
    return all_hold(
        f"where Skat lies the {name} at each bias is within {_BY_BIAS:g} of its mean",
        (within(by, _BY_BIAS) for by in away.values()),
        "; ".join(f"bias {bias:g}: {by:.3f}" for bias, by in away.items()),
    )


def _panels(
    settings: Settings,
    planes: tuple[Plane, ...],
    cells: Floats,
    kinds: tuple[int, ...],
) -> list[list[HeatMap]]:
    points, side = grid(settings), settings.count("grid")
    values: Any = cells[..., 0].reshape(len(planes), side, side, len(_KINDS))
    return [
        [
            HeatMap(
                f"{_KINDS[kind]}, {next(iter(fixed))} {next(iter(fixed.values()))}",
                (across, points),
                (upward, points),
                values[plane, :, :, kind],
            )
            for plane, (across, upward, fixed) in enumerate(planes)
        ]
        for kind in kinds
    ]


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010, figures 3 to 5",
    {
        "grid": (6, 11),
        "trees": (50, 10_000),
        "skat_trees": (1000, 10_000),
        "depth": 8,
        "worlds": 8,
    },
    _jobs,
    _work,
    _report,
    unit="points",
    extras=("numba", "plots"),
    why="Means over thirds of the range.",
)

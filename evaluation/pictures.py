"""The house style of pictures, drawn to files without a screen."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The colours of Okabe and Ito, safe for all forms of colour blindness; black comes first.
COLOURS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
AHEAD, BEHIND, OPEN = "#0072b2", "#d55e00", "#777777"
"""The colours of an interval above zero, of one below, and of one that contains it."""
SHADES = "cividis"  # colour map of heat maps
APART = "RdBu"  # colour map of differences, white at zero
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#555555",
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "figure.titlesize": "medium",
    "font.family": "sans-serif",
    "font.size": 10.0,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "svg.fonttype": "none",  # text stays text, so that files are small and searchable
    "svg.hashsalt": "vorhand",  # makes element ids, and so the file, reproducible
}


def styled() -> Any:
    """Return the context in which a picture is drawn in the house style.

    Raises:
        ModuleNotFoundError: matplotlib, part of the extra plots, is not installed.
    """
    import matplotlib as mpl
    from cycler import cycler

    return mpl.rc_context({**STYLE, "axes.prop_cycle": cycler(color=COLOURS)})


def figure(
    rows: int, columns: int, width: float = 4.2, height: float = 3.6, **more: Any
) -> tuple[Figure, Any]:
    """Return a figure in the house style with a grid of axes [rows, columns], ready for `save`.

    Width and height are those of a panel, in inches; ``more`` is for ``Figure.subplots``.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with styled():
        drawing = Figure(figsize=(width * columns, height * rows), layout="constrained")
        FigureCanvasAgg(drawing)
        return drawing, drawing.subplots(rows, columns, squeeze=False, **more)


def drawable(estimate: Estimate) -> Estimate:
    """Return the estimate, or its value alone if its interval is infinite."""
    if math.isfinite(estimate.margin):
        return estimate
    return Estimate(estimate.value, estimate.value, estimate.value)


def save(drawing: Figure, path: Path) -> Path:
    """Write the figure in the format of the file's suffix, and return the path."""
    dates = {".svg": "Date", ".pdf": "CreationDate"}
    unset = dates.get(path.suffix.lower())  # omitted, because a file must not depend on the clock
    with styled():
        _finish(drawing)
        drawing.savefig(path, dpi=120, metadata={unset: None} if unset else None)
    return path


def as_svg(drawing: Figure) -> str:
    """Return the figure as SVG, to be embedded in a page of HTML."""
    with tempfile.TemporaryDirectory() as folder:
        text = save(drawing, Path(folder) / "picture.svg").read_text("utf-8")
    return text[text.index("<svg") :]


@dataclass(frozen=True)
class Picture:
    """A picture that notebooks show, with the figure of Matplotlib."""

    figure: Figure

    def _repr_svg_(self) -> str:
        return as_svg(self.figure)


def _finish(drawing: Figure) -> None:
    """Apply the style to plots drawn without it: titles to the left, legends without a frame."""
    for axes in drawing.axes:
        if title := axes.get_title("center"):
            size = min(axes.title.get_fontsize(), STYLE["font.size"])
            axes.set_title("", loc="center")
            axes.set_title(title, loc="left", fontsize=size)
    for key in (*drawing.legends, *(axes.get_legend() for axes in drawing.axes)):
        if key is not None:
            key.set_frame_on(False)


def colour(estimate: Estimate, even: float = 0.0) -> str:
    """Return the colour of a figure that is clearly above ``even``, clearly below, or neither.

    Identical samples give no interval, so their figure is neither.
    """
    if estimate.low == estimate.high or estimate.low <= even <= estimate.high:
        return OPEN
    return AHEAD if estimate.low > even else BEHIND


def curve(axes: Any, places: npt.ArrayLike, estimates: Sequence[Estimate], **style: Any) -> Any:
    """Draw figures with their intervals over their places; return what Matplotlib has drawn.

    ``style`` is for ``Axes.errorbar``.
    """
    margins = [[e.value - e.low for e in estimates], [e.high - e.value for e in estimates]]
    return axes.errorbar(places, [e.value for e in estimates], yerr=margins, **style)


def forest(axes: Any, estimates: Mapping[str, Estimate], even: float | None = None) -> None:
    """Draw a row with point and interval for each figure.

    The point is hollow if all samples are identical, so that there is no interval. The colour
    shows on which side of ``even`` the interval lies; with None all rows have one colour.
    """
    for place, estimate in enumerate(estimates.values()):
        alike = estimate.low == estimate.high
        axes.errorbar(
            estimate.value,
            place,
            xerr=[[estimate.value - estimate.low], [estimate.high - estimate.value]],
            fmt="o",
            color="black" if even is None else colour(estimate, even),
            fillstyle="none" if alike else "full",
            capsize=4,
        )
    if even is not None:
        axes.axvline(even, color="black", linewidth=0.8)
    axes.set_yticks(range(len(estimates)), list(estimates))
    axes.set_ylim(len(estimates) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


@dataclass(frozen=True)
class HeatMap:
    """One panel: a value over two parameters, each given by its name and its grid.

    Attributes:
        values: float64 [len(upward grid), len(across grid)].
    """

    title: str
    across: tuple[str, npt.NDArray[np.float64]]
    upward: tuple[str, npt.NDArray[np.float64]]
    values: npt.NDArray[np.float64]


def heat_maps(
    panels: Sequence[Sequence[HeatMap]], path: Path, scale: tuple[float, float] | None = None
) -> Path:
    """Draw rows of panels.

    The panels of a row have the same colour scale; if a scale is given, all panels have it.
    """
    drawing, axes = figure(len(panels), len(panels[0]))
    for row, (maps, line) in enumerate(zip(panels, axes, strict=True)):
        low, high = scale or (
            min(float(panel.values.min()) for panel in maps),
            max(float(panel.values.max()) for panel in maps),
        )
        for panel, ax in zip(maps, line, strict=True):
            mesh = ax.pcolormesh(
                panel.across[1],
                panel.upward[1],
                panel.values,
                shading="nearest",
                vmin=low,
                vmax=high,
                cmap=SHADES,
            )
            ax.set_title(panel.title, fontsize=10)
            ax.set(xlabel=panel.across[0], ylabel=panel.upward[0])
        drawing.colorbar(mesh, ax=axes[row, :].tolist())
    return save(drawing, path)

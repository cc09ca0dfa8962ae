"""The house style of pictures, drawn to files without a screen.

A picture's title names its subject, the agents and the number of deals. Every sampled figure
has an interval.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The colours of Okabe and Ito, safe for all forms of colour blindness; black comes first.
COLOURS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
AHEAD, BEHIND, OPEN = "#0072b2", "#d55e00", "#777777"
"""The colours of an interval above zero, of one below, and of one that contains it."""
SHADES = "cividis"  # for heat maps
APART = "RdBu"  # for differences, white at zero
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
    "svg.fonttype": "none",  # text stays text: small files, and searchable
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

    Args:
        rows: of panels.
        columns: of panels.
        width: of a panel, in inches.
        height: of a panel, in inches.
        more: for matplotlib's ``Figure.subplots``.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with styled():
        drawing = Figure(figsize=(width * columns, height * rows), layout="constrained")
        FigureCanvasAgg(drawing)
        return drawing, drawing.subplots(rows, columns, squeeze=False, **more)


def save(drawing: Figure, path: Path) -> Path:
    """Write the figure in the format of the file's suffix, and return the path."""
    dates = {".svg": "Date", ".pdf": "CreationDate"}
    unset = dates.get(path.suffix.lower())  # a file must not depend on the clock
    with styled():
        _finish(drawing)
        drawing.savefig(path, dpi=120, metadata={unset: None} if unset else None)
    return path


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

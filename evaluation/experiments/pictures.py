"""Pictures, drawn to files without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure


@dataclass(frozen=True)
class HeatMap:
    """One panel: a value over two parameters.

    Attributes:
        title: above the panel.
        across: name and grid of the parameter on the horizontal axis.
        upward: name and grid of the parameter on the vertical axis.
        values: float64 [len(upward grid), len(across grid)].
    """

    title: str
    across: tuple[str, npt.NDArray[np.float64]]
    upward: tuple[str, npt.NDArray[np.float64]]
    values: npt.NDArray[np.float64]


def figure(rows: int, columns: int) -> tuple[Figure, Any]:
    """A figure with a grid of axes [rows, columns], ready for `save`."""
    drawing = Figure(figsize=(4.2 * columns, 3.6 * rows), layout="constrained")
    FigureCanvasAgg(drawing)
    return drawing, drawing.subplots(rows, columns, squeeze=False)


def save(drawing: Figure, path: Path) -> Path:
    """Writes the figure as PNG and returns the path."""
    drawing.savefig(path, dpi=120)
    return path


def heat_maps(panels: Sequence[Sequence[HeatMap]], path: Path) -> Path:
    """Rows of panels; the panels of a row share their colours."""
    drawing, axes = figure(len(panels), len(panels[0]))
    for row, (maps, line) in enumerate(zip(panels, axes, strict=True)):
        low = min(float(panel.values.min()) for panel in maps)
        high = max(float(panel.values.max()) for panel in maps)
        for panel, ax in zip(maps, line, strict=True):
            mesh = ax.pcolormesh(
                panel.across[1],
                panel.upward[1],
                panel.values,
                shading="nearest",
                vmin=low,
                vmax=high,
                cmap="Greys",
            )
            ax.set_title(panel.title, fontsize=10)
            ax.set_xlabel(panel.across[0])
            ax.set_ylabel(panel.upward[0])
        drawing.colorbar(mesh, ax=axes[row, :].tolist())
    return save(drawing, path)
